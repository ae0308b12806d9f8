// What is explained now, which rule is looked up, and the texts of both, asked for when they are first needed.
import { signal } from "@preact/signals";
import type { Move, NoUndo, PreviewOut, RuleBook, TopicOut, Topics, RefusedMoves } from "../generated/api";
import { Refused, getJson, sendJson } from "../store/api";
import type { Table } from "../store/table";
import { language } from "../words";
import { type Found, notOffered, topicAt } from "./topics";

export interface Reason {
  message: string;
  rule: string | null;
}

export interface Shown extends Found {
  /** What stands on the thing itself. */
  name: string;
  topic: TopicOut;
  reason: Reason | null;
  /** Stays until it is closed. */
  stays: boolean;
}

const asked = new Map<string, Promise<unknown>>();

function once<T>(path: string): Promise<T> {
  const there = asked.get(path) ?? getJson(path);
  asked.set(path, there);
  there.catch(() => asked.delete(path));
  return there as Promise<T>;
}

/** The rules of the edition in play, in the language of the page. */
export const book = (edition: string): Promise<RuleBook> => once<RuleBook>(`/api/editions/${edition}/rules?language=${language.value}`);

export function createHelp(table: Table) {
  const { edition, eyes, id } = table;
  const shown = signal<Shown | null>(null);
  /** Whether whatever is touched is explained instead of done. */
  const explaining = signal(false);
  /** The rules are open; at one of them, or from the beginning. */
  const rulesAt = signal<{ id: string | null } | null>(null);
  const whyNot = signal<RefusedMoves | Reason | null>(null);

  async function reasonOf(target: Element): Promise<Reason | null> {
    if (eyes.value !== null && target.closest("[data-undo][aria-disabled]")) {
      const { message, rule } = await getJson<NoUndo>(`/api/tables/${id}/undo?seat=${eyes.value}&language=${language.value}`);
      return message === null ? null : { message, rule };
    }
    const moves: Move[] | null = eyes.value === null ? null : notOffered(table, target);
    if (!moves) return null;
    try {
      await sendJson<PreviewOut>(`/api/tables/${id}/preview`, { seat: eyes.value, moves });
      return null;
    } catch (error) {
      return error instanceof Refused ? { message: error.body.message, rule: error.body.rule ?? null } : null;
    }
  }

  let latest = 0;

  /** Explain what lies there; whether there is anything to explain. */
  function explain(target: Element, stays: boolean): boolean {
    const found = topicAt(table, target);
    const played = edition.value;
    if (!found || !played) return false;
    const mine = ++latest;
    void Promise.all([once<Topics>(`/api/editions/${played}/help?language=${language.value}`), reasonOf(target)]).then(
      ([{ topics }, reason]) => {
        const topic = topics[found.key];
        if (mine !== latest || !topic || !found.element.isConnected) return;
        const named = target.closest("[title]");
        const name = (found.element.contains(named) && named?.getAttribute("title")) || found.element.getAttribute("aria-label") || "";
        shown.value = { ...found, name, topic, reason, stays };
      },
      () => undefined,
    );
    return true;
  }

  function hush(): void {
    latest++;
    shown.value = null;
  }

  function openRules(rule: string | null = null): void {
    hush();
    rulesAt.value = { id: rule };
  }

  /** All that is not on offer now, with why. */
  async function askWhyNot(): Promise<void> {
    hush();
    try {
      whyNot.value = await getJson<RefusedMoves>(`/api/tables/${id}/refused-moves?seat=${eyes.value}&language=${language.value}`);
    } catch (error) {
      if (error instanceof Refused) whyNot.value = { message: error.body.message, rule: error.body.rule ?? null };
    }
  }

  return { shown, explaining, rulesAt, whyNot, explain, hush, openRules, askWhyNot };
}
