// Where the lesson of this table stands: asked again after every move, for the server knows the goals.
import { computed, effect, signal } from "@preact/signals";
import type { Begun, Finished, LessonOut } from "../generated/api";
import { getJson, sendJson } from "../store/api";
import { go } from "../store/session";
import type { Table } from "../store/table";
import { language, learn } from "../words";

export function createLesson({ advice: { openAdvice }, id, info, left, myTurn, play: { busy, refuse, takeBack }, version }: Table) {
  const standing = signal<LessonOut | null>(null);
  /** Which of the texts of a step is read. */
  const page = signal(0);
  /** The version at which somebody went on with another move than the step wants. */
  const carriedOn = signal<number | null>(null);
  const folded = signal(false);

  let place = "";
  /** Advice is shown unasked once for each thing that is new. */
  let advised = -1;
  /** Answers may come in another order than they were asked for: only the last counts. */
  let asked = 0;

  async function ask(): Promise<void> {
    const mine = ++asked;
    const found = await getJson<LessonOut>(`/api/tables/${id}/lesson`);
    if (left() || mine !== asked) return;
    const now = `${found.step}/${found.steps ? "" : found.texts[0]?.text}`;
    if (now !== place) {
      page.value = 0;
      if (found.texts.length > 0 || found.over) folded.value = false;
    }
    place = now;
    standing.value = found;
    if (found.over) void sendJson<Finished>(`/api/tables/${id}/lesson/done`, {}).catch(() => undefined);
    else if (found.advice && found.texts.length > 0 && found.asked && advised !== found.version && myTurn.value) {
      advised = found.version;
      openAdvice();
    }
  }

  /** The table changes with every clock that is told, but not whether it is known. */
  const known = computed(() => info.value !== null);

  /** Follow the table until it is left. */
  function follow(): () => void {
    void learn("learn");
    const end = effect(() => {
      void version.value;
      void language.value;
      if (known.value) void ask().catch(refuse);
    });
    return () => {
      end();
      standing.value = null;
      place = "";
    };
  }

  /** Back to where this step began, whatever was turned up since. */
  async function goBack(): Promise<void> {
    if (busy.value) return;
    busy.value = true;
    try {
      await takeBack(`/api/tables/${id}/lesson/back`, {});
    } catch (error) {
      await refuse(error);
    } finally {
      busy.value = false;
    }
  }

  return { standing, page, carriedOn, folded, follow, goBack };
}

export async function play(id: string, again = false): Promise<void> {
  const begun = await sendJson<Begun>(`/api/lessons/${encodeURIComponent(id)}`, { again });
  go(`/tables/${begun.table}`);
}
