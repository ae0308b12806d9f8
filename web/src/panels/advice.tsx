// Advice as it is told: by a bot of the chosen level, with why and what else was thought of; and who agrees to it.
import { signal } from "@preact/signals";
import { useEffect, useRef, useState } from "preact/hooks";
import type { JSX } from "preact";
import type { HintOut, HintLevels, HintMove, PageAdviceWord } from "../generated/api";
import { levelName } from "../parts/bots";
import { Pick } from "../parts/controls";
import { Sym } from "../parts/symbols";
import { getJson, sendJson } from "../store/api";
import { useTable } from "../store/table";
import { store, stored } from "../theme";
import { cap, language, pageText, useText, useWords, type Words } from "../words";

const say = (key: PageAdviceWord, values?: Record<string, string | number>): string => pageText("page_advice", key, values);
type Level = HintLevels["level"];
const createWished = () => signal(stored("hint-level") as Level | null);

const worth = (words: Words, found: HintOut, best: HintMove, one: HintMove): string =>
  found.unit === "money" ? words.t("advice_less", { n: best.worth - one.worth }) : say("chance", { n: one.worth });

function Told({ found }: { found: HintOut }): JSX.Element | null {
  const words = useWords();
  const { t } = words;
  const best = found.candidates[0];
  if (!best) return null;
  return (
    <div role="status" data-advice>
      <p>
        <b>{t("advice_would", { move: best.text })}</b> {found.text}
      </p>
      {found.candidates.length > 1 && (
        <ul>
          {found.candidates.slice(1).map((one) => (
            <li key={one.text}>
              {cap(one.text)} <span>{worth(words, found, best, one)}</span>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** Who agrees that everybody may be advised; what one has agreed to can be taken back. */
function Agreement(): JSX.Element {
  const { eyes, info, play: { tableAction } } = useTable();
  const { seats, advised } = info.value!;
  const people = seats.filter((seat) => seat.kind === "person");
  const mine = people.find((seat) => seat.seat === eyes.value);
  return (
    <div class="agreement" data-agreed={advised}>
      <p>{say(advised ? "agreed" : "not_agreed")}</p>
      <ul>
        {people.map((seat) => (
          <li key={seat.seat} data-agrees={seat.advice}>
            {seat.name} <span>{say(seat.advice ? "yes" : "no")}</span>
          </li>
        ))}
      </ul>
      {mine && (
        <button type="button" class="button is-small" data-agree onClick={() => void tableAction(`seats/${mine.seat}/advice`, { agree: !mine.advice })}>
          {say(mine.advice ? "take_back" : "agree")}
        </button>
      )}
    </div>
  );
}

export function AdvicePanel(): JSX.Element | null {
  const table = useTable();
  const { advice: { closeAdvice, openAdvice, withPeople }, eyes, id, info, myTurn, play: { refuse }, version } = table;
  const wished = table.own(createWished);
  const t = useText();
  const { advised } = info.value!;
  const [there, setThere] = useState<HintLevels | null>(null);
  const [found, setFound] = useState<HintOut | null>(null);
  const box = useRef<HTMLElement>(null);
  const level = there?.levels.find((one) => one === wished.value) ?? there?.level;
  const asking = advised && myTurn.value && level;
  useEffect(() => {
    void getJson<HintLevels>(`/api/tables/${id}/advice`).then(setThere, refuse);
  }, [id]);
  // where the last one has just agreed, it is open for this moment
  useEffect(openAdvice, [advised]);
  useEffect(() => {
    if (!asking) return undefined;
    let latest = true;
    sendJson<HintOut>(`/api/tables/${id}/advice`, { seat: eyes.value, level }).then((told) => latest && setFound(told), refuse);
    return () => void (latest = false);
  }, [asking, version.value, language.value]);
  const now = asking && found?.version === version.value ? found : null;
  // on a phone it would else begin below the fold
  useEffect(() => box.current?.scrollIntoView({ block: "nearest" }), [now, there]);
  if (!there) return null;
  const choose = (one: Level) => {
    wished.value = one;
    store("hint-level", one);
  };
  return (
    <section ref={box} class="note is-calm advice" aria-label={say("title")} data-advice-panel>
      <header>
        <Sym id="bulb" />
        <b>{say("title")}</b>
        <button type="button" class="dismiss-button" aria-label={t("close")} data-close data-advice-close onClick={closeAdvice}>
          ×
        </button>
      </header>
      {now && <Told found={now} />}
      {advised && <Pick name={say("level")} value={level as string} values={there.levels.map((one) => ({ value: one as string, label: levelName(one) }))} onPick={(one) => choose(one as Level)} />}
      {advised && !myTurn.value && <p>{say("wait")}</p>}
      {withPeople.value && <Agreement />}
    </section>
  );
}
