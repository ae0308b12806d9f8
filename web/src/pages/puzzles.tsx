// Puzzles: the one of the day and all others; the answer, what it costs, and how one is getting on.
import { useEffect, useRef, useState } from "preact/hooks";
import type { JSX } from "preact";
import type { TableOpened, PuzzleResult, PuzzleList, PuzzleOut, PagePuzzlesWord } from "../generated/api";
import { lazy } from "../parts/lazy";
import { Link } from "../parts/link";
import { Sym } from "../parts/symbols";
import { openAdviceAt } from "../store/advice";
import { getJson, sendJson } from "../store/api";
import { clockText, kept, note, today } from "../store/puzzles";
import { go, path } from "../store/session";
import { language, learn, pageText, t } from "../words";
import { Head } from "./head";
import { Problem, usualBot } from "./opening";

const PuzzleBoard = lazy(() => import("./puzzleboard").then((one) => one.PuzzleBoard));

const say = (key: PagePuzzlesWord, values?: Record<string, string | number>): string => pageText("page_puzzles", key, values);
/** A table of one's own at this very position, at which a bot says what it would do and why. */
async function advisedAt({ id }: PuzzleOut): Promise<void> {
  const { table } = await sendJson<TableOpened>(`/api/puzzles/${id}/table`, { bot: usualBot() });
  openAdviceAt(table);
  go(`/tables/${table}`);
}

interface ChoicesProps {
  asked: PuzzleOut;
  answer: PuzzleResult | null;
  chosen: number | null;
  onChoose: (choice: number) => void;
  /** Somebody looks at a choice, or at none any more. */
  onLook: (choice: number | null) => void;
}

/** Of a choice that was answered with: whether it is best, or was wrong. */
function stateOf(i: number, answer: PuzzleResult | null, chosen: number | null): string {
  if (!answer) return "";
  return i === answer.best ? " is-best" : i === chosen ? " is-wrong" : "";
}

function Choices({ asked, answer, chosen, onChoose, onLook }: ChoicesProps): JSX.Element {
  return (
    <ol class="answer-list" aria-label={say("choices")}>
      {asked.choices.map((text, i) => (
        <li key={text} onPointerEnter={() => onLook(i)} onPointerLeave={() => onLook(null)} onFocusIn={() => onLook(i)} onFocusOut={() => onLook(null)}>
          <button type="button" class={`button${stateOf(i, answer, chosen)}${i === chosen ? " is-chosen" : ""}`} data-choice={i} disabled={answer !== null} onClick={() => onChoose(i)}>
            <span>{text}</span>
            {answer?.costs && <small>{say("costs", { n: answer.costs[i]! })}</small>}
            {answer && i === answer.best && <Sym id="check" title={say("answered")} />}
            {answer && i === chosen && i !== answer.best && <Sym id="x" title={say("your_answer")} />}
          </button>
        </li>
      ))}
    </ol>
  );
}

function Puzzle({ id, daily, onMore }: { id: string; daily: boolean; onMore: () => void }): JSX.Element | null {
  const [asked, setAsked] = useState<PuzzleOut | null>(null);
  const [answer, setAnswer] = useState<PuzzleResult | null>(null);
  const [chosen, setChosen] = useState<number | null>(null);
  const [looked, setLooked] = useState<number | null>(null);
  const [error, setError] = useState<unknown>(null);
  const [spent, setSpent] = useState(0);
  const begun = useRef(Date.now());
  useEffect(() => {
    void getJson<PuzzleOut>(`/api/puzzles/${id}?language=${language.value}`).then(setAsked, setError);
  }, [id, language.value]);
  const choose = (choice: number) => {
    setChosen(choice);
    const time = Date.now() - begun.current;
    void sendJson<PuzzleResult>(`/api/puzzles/${id}/answer?language=${language.value}`, { choice }).then((got) => {
      setSpent(time);
      setAnswer(got);
      note(id, got.right, time, daily);
    }, setError);
  };
  if (!asked) return <Problem error={error} />;
  return (
    <section class="panel puzzle" data-puzzle={asked.id} data-kind={asked.kind}>
      <p class="text-muted">{daily ? say("daily") : asked.title}</p>
      <h2>{asked.question}</h2>
      <PuzzleBoard asked={asked} marked={asked.cities?.[looked ?? chosen ?? -1] ?? []} />
      <div class="puzzle-lines">
        {asked.lines.map((line) => (
          <p key={line}>{line}</p>
        ))}
      </div>
      <div class="puzzle-answers">
        <Choices asked={asked} answer={answer} chosen={chosen} onChoose={choose} onLook={setLooked} />
        <div role="status">
          {answer && (
            <div class={`note is-calm${answer.right ? " is-good" : ""}`} data-answered={answer.right}>
              <p>
                <b>{say(answer.right ? "right" : "wrong")}</b> {answer.text}
              </p>
              <p class="text-muted">{say("time", { time: clockText(spent) })}</p>
            </div>
          )}
        </div>
        <Problem error={error} />
        {answer && (
          <div class="actions">
            <button type="button" class="button is-primary" data-more onClick={onMore}>
              {say("more")}
            </button>
            <button type="button" class="button" data-advice-table onClick={() => void advisedAt(asked).catch(setError)}>
              <Sym id="bulb" /> {say("advice")}
            </button>
          </div>
        )}
      </div>
    </section>
  );
}

/** How today's puzzle went: the first answer counts, and a wrong one ends the streak. */
function dailyText(): string {
  const { streak, done, time } = kept.value;
  if (done && !streak) return t("puzzle_missed");
  return [done && `✓ ${clockText(time)}`, streak && t("streak", { n: streak })].filter(Boolean).join(" ") || t("puzzles_text");
}

/** The puzzle of the day, with the length of the streak and today's time. */
export function Daily(): JSX.Element {
  const { streak } = kept.value;
  return (
    <button type="button" class="button is-large" data-daily data-streak={streak} onClick={() => go("/puzzles")}>
      {t("puzzles")}
      <small>{dailyText()}</small>
    </button>
  );
}

export function PuzzlesPage(): JSX.Element {
  const [list, setList] = useState<PuzzleList | null>(null);
  const [error, setError] = useState<unknown>(null);
  useEffect(() => {
    void Promise.all([getJson<PuzzleList>(`/api/puzzles?day=${today()}`), learn("puzzles")]).then(([found]) => setList(found), setError);
  }, []);
  const wanted = path.value.split("/")[2];
  const id = wanted ?? list?.daily;
  const solved = Object.keys(kept.value.solved).length;
  const more = () => {
    const left = list!.ids.filter((one) => one !== id && !kept.value.solved[one]);
    const from = left.length ? left : list!.ids;
    go(`/puzzles/${from[Math.floor(Math.random() * from.length)]}`);
  };
  return (
    <div class="page puzzles">
      <Head />
      <main>
        <h1>{list && say("title")}</h1>
        <Problem error={error} />
        {list && (
          <>
            <p>{say("text")}</p>
            <p class="text-muted" data-streak={kept.value.streak}>
              {say("streak", { n: kept.value.streak })} · {say("solved", { n: solved })} · <Link to="/learn">{t("learn_to_play")}</Link>
            </p>
            {id && <Puzzle key={id} id={id} daily={id === list.daily && !wanted} onMore={more} />}
            {wanted && (
              <p>
                <Link to="/puzzles">{say("daily")}</Link>
              </p>
            )}
          </>
        )}
      </main>
    </div>
  );
}
