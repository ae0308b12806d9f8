// Bots at a table: what they are called, and their faces, which tell their levels.
import type { JSX } from "preact";
import { botList } from "../store/reference";
import { maybe, t } from "../words";
import { Sym } from "./symbols";

const LEVELS = ["beginner", "easy", "normal", "hard", "master"];

/** The name of a bot that nobody has named. */
export const botName = (seat: number): string => t("bot_names").split(", ")[seat] ?? t("bot");

/** How strong a bot is, in a word; what the server lists beside the levels is called as it is there, without its module. */
export const levelName = (bot: string | null): string =>
  (bot && maybe(`bot_${bot}`)) || bot?.split(":").pop() || t("bot");

/** The levels that this server has, the weakest first. */
export const levels = (): string[] => LEVELS.filter((one) => botList.value.includes(one));

export function Face({ bot }: { bot: string | null }): JSX.Element {
  return <Sym id={`face-${bot && LEVELS.includes(bot) ? bot : "bot"}`} cls="bot-face" />;
}
