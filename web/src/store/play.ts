// Acting: moves, plans, taking back; a refusal is kept with the text of its rule.
import { batch, computed, effect, signal } from "@preact/signals";
import type { CardRef, MoveResult, Move, PreviewOut, TableOut } from "../generated/api";
import { Refused, sendJson, sendOnce } from "./api";
import type { Game } from "./game";
import { keep, kept } from "./kept";
import { ruleText } from "./reference";

export interface Refusal {
  message: string;
  rule: string | null;
  text: string | null;
  /** The server gave no answer: nothing was refused. */
  unreachable?: boolean;
}

/** The last plan that could be made, and at which version: clicks may be faster than the answers to them. */
interface Sound {
  moves: Move[];
  at: number | null;
}

/** The plan of a turn, which a reload of the page keeps. */
interface KeptPlan {
  turn: string;
  moves: Move[];
}

/** How long a version is waited for: the live connection may be lost. */
const MAX_WAIT_MS = 3000;

export type Play = ReturnType<typeof createPlay>;

export function createPlay({ id, edition, eyes, follow, info, live, myTurn, newest, onEnd, status, version, words }: Game) {
  const refusal = signal<Refusal | null>(null);
  const busy = signal(false);

  /** The moves that I plan in this turn, and what they would bring. */
  const plan = signal<Move[]>([]);
  const preview = signal<PreviewOut | null>(null);
  let sound: Sound = { moves: [], at: null };
  /** The plant that I look at for opening, in the market. */
  const chosen = signal<CardRef | null>(null);
  /** What I chose of a few things: a region, a city, a way to discard fuel. */
  const picked = signal<string | null>(null);

  const turn = computed(() => `${live.value?.round}/${live.value?.phase}/${live.value?.decision?.kind}/${live.value?.decision?.seat}`);
  const stored = `plan.${id}`;
  let last: string | null = null;
  follow(() => {
    if (live.value && turn.value !== last) {
      const old = last === null ? kept<KeptPlan>(stored) : null;
      last = turn.value;
      batch(() => {
        plan.value = old?.turn === last ? old.moves : [];
        preview.value = null;
        chosen.value = null;
        picked.value = null;
        if (myTurn.peek()) refusal.value = null;
      });
    }
  });

  let asked = 0;
  let answer = Promise.resolve();
  follow(() => {
    const moves = plan.value;
    const at = version.value;
    const seat = eyes.value;
    if (last !== null) keep(stored, { turn: last, moves } satisfies KeptPlan);
    asked++;
    if (!moves.length) sound = { moves, at };
    if (!moves.length || seat === null || !info.value || at === null || busy.value) {
      if (!busy.value) preview.value = null;
      return;
    }
    const mine = asked;
    answer = sendJson<PreviewOut>(`/api/tables/${id}/preview`, { seat, moves }).then(
      (found) => {
        if (mine !== asked) return;
        preview.value = found;
        sound = { moves, at };
      },
      (error: unknown) => {
        if (mine === asked) {
          plan.value = sound.at === at && sound.moves !== moves ? sound.moves : moves.slice(0, -1);
          void refuse(error);
        }
      },
    );
  });

  /** Go on when it is known what the plan brings, unless it has turned out that it cannot be made. */
  async function withPlan(go: () => void): Promise<void> {
    const wanted = plan.value;
    await answer;
    if (plan.value === wanted) go();
  }

  follow(() => {
    if (status.value === "live" && refusal.peek()?.unreachable) refusal.value = null;
  });

  async function refuse(error: unknown): Promise<void> {
    if (!(error instanceof Refused)) {
      refusal.value = { message: words.t("no_server"), rule: null, text: null, unreachable: true };
      return;
    }
    const rule = error.body.rule ?? null;
    const shown = { message: error.body.message, rule, text: null };
    refusal.value = shown;
    if (rule) {
      const text = await ruleText(rule, edition.value).catch(() => null);
      // it may have been closed meanwhile, or another one be shown
      if (refusal.value === shown) refusal.value = { ...shown, text };
    }
  }

  /** Wait until the live connection has brought this version. */
  function seen(wanted: number): Promise<void> {
    return new Promise((done) => {
      const finish = () => {
        clearTimeout(timer);
        forget();
        end();
        done();
      };
      const timer = setTimeout(finish, MAX_WAIT_MS);
      const forget = onEnd(finish);
      const end = effect(() => {
        if ((version.value ?? -1) >= wanted) queueMicrotask(finish);
      });
    });
  }

  /** Make these moves in one go: all of them, or none where one is refused. */
  async function act(...moves: Move[]): Promise<boolean> {
    const seat = eyes.value;
    if (!info.value || seat === null || busy.value) return false;
    busy.value = true;
    refusal.value = null;
    try {
      const made = await sendOnce<MoveResult>(`/api/tables/${id}/moves`, { seat, moves, version: version.value ?? 0 });
      plan.value = [];
      await seen(made.version);
      return true;
    } catch (error) {
      await refuse(error);
      return false;
    } finally {
      busy.value = false;
    }
  }

  /**
   * Undo from the newest version. If a bot has moved meanwhile, try again from the version that the server names, as often as
   * that happens: a slow request may meet every move of the bots. The server decides whether it can still be undone.
   */
  async function takeBack(path: string, body: object): Promise<MoveResult> {
    let at = newest.value ?? version.value ?? 0;
    for (;;) {
      try {
        return await sendOnce<MoveResult>(path, { ...body, version: at });
      } catch (error) {
        const now = error instanceof Refused && error.status === 409 ? error.body.facts?.version : null;
        if (typeof now !== "number" || now === at) throw error;
        at = now;
      }
    }
  }

  async function undo(seat: number): Promise<void> {
    if (!info.value || busy.value) return;
    busy.value = true;
    refusal.value = null;
    try {
      await seen((await takeBack(`/api/tables/${id}/undo`, { seat })).version);
    } catch (error) {
      await refuse(error);
    } finally {
      busy.value = false;
    }
  }

  /** Requests of `tableAction` without an answer yet: a double click sends one. */
  const pending = new Set<string>();

  async function tableAction(what: string, body: unknown = {}, method = "POST"): Promise<TableOut | null> {
    const request = `${method} ${what} ${JSON.stringify(body)}`;
    if (!info.value || pending.has(request)) return null;
    pending.add(request);
    try {
      refusal.value = null;
      const found = await sendJson<TableOut | { table: TableOut } | undefined>(`/api/tables/${id}/${what}`, body, method);
      return found && "table" in found ? found.table : (found ?? null);
    } catch (error) {
      await refuse(error);
      return null;
    } finally {
      pending.delete(request);
    }
  }

  return { refusal, busy, plan, preview, chosen, picked, withPlan, refuse, act, takeBack, undo, tableAction };
}
