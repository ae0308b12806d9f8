// Opening a table, from whichever page, and what can go wrong with it.
import type { JSX } from "preact";
import type { NewTable, Seated, TableOut } from "../generated/api";
import { Refused, sendJson } from "../store/api";
import { levels } from "../parts/bots";
import { RuleLink } from "../parts/link";
import { level } from "../settings";
import { botList, editionList } from "../store/reference";
import { beNamed, go } from "../store/session";
import { t } from "../words";

/** The bot that plays where nobody chose one: the level that was chosen last, else the normal one. */
export function usualBot(): string {
  const there = levels();
  const chosen = level.value ?? "";
  return there.includes(chosen) ? chosen : (there.find((one) => one === "normal") ?? there[0] ?? botList.value.at(-1) ?? "");
}

export async function openTable(body: NewTable, start: boolean): Promise<string> {
  const name = await beNamed(t("guest"));
  const opened = await sendJson<Seated>("/api/tables", { ...body, name });
  if (start) await sendJson<TableOut>(`/api/tables/${opened.table.id}/start`, {});
  return opened.table.id;
}

/** A first game without explanations: short, and against bots that leave room for mistakes. */
export async function shortGame(): Promise<void> {
  const bot = levels()[0] ?? usualBot();
  const short = editionList.value.find((one) => one.default)?.options.short ? { options: { short: true } } : {};
  const id = await openTable({ ...short, seats: [{ kind: "person" }, { kind: "bot", bot }, { kind: "bot", bot }] }, true);
  go(`/tables/${id}`);
}

export function Problem({ error }: { error: unknown }): JSX.Element | null {
  if (!error) return null;
  const text = error instanceof Refused ? error.body.message : t("no_server");
  return (
    <p class="note is-error" role="alert" ref={(found) => found?.scrollIntoView({ block: "nearest" })}>
      {text}
      {error instanceof Refused && <RuleLink id={error.body.rule} />}
    </p>
  );
}
