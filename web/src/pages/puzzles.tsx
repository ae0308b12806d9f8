// Puzzles: the one of the day and all others; the answer, what it costs, and how one is getting on.
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import type { JSX } from "preact";
import type { TableOpened, PuzzleResult, Drawing, PuzzleList, PuzzleOut, PagePuzzlesWord } from "../generated/api";
import type { Rect } from "../maps/rects";
import { sketched, type Point } from "../maps/sketch";
import { Link } from "../parts/link";
import { Sym } from "../parts/symbols";
import { openAdviceAt } from "../store/advice";
import { getJson, sendJson } from "../store/api";
import { clockText, kept, note, today } from "../store/puzzles";
import { go, path } from "../store/session";
import { language, learn, pageText, t } from "../words";
import { Head } from "./head";
import { Problem, usualBot } from "./opening";

const say = (key: PagePuzzlesWord, values?: Record<string, string | number>): string => pageText("page_puzzles", key, values);
/** Whether the sketch is drawn upright. */
const narrow = (): boolean => matchMedia("(max-width:600px)").matches;
/** From here on a name is tied to its city by a line. */
const FAR = 13;

/** From a city to its name, where that stands farther off. */
function Tie({ city: [x, y], name }: { city: Point; name: Rect }): JSX.Element | null {
  const to = [Math.min(Math.max(x, name.x), name.x + name.w), Math.min(Math.max(y, name.y), name.y + name.h)] as const;
  return Math.hypot(to[0] - x, to[1] - y) < FAR ? null : <line class="name-line" x1={x} y1={y} x2={to[0]} y2={to[1]} />;
}

/** The cities around one's own: not the board, but all that the question needs of it. */
function Sketch(drawing: Drawing): JSX.Element {
  const { cities, connections } = drawing;
  const upright = narrow();
  const { size, cities: at, texts, names, costs } = useMemo(() => sketched(drawing, upright), [drawing.cities, upright]);
  const index = new Map(cities.map((one, i) => [one.id, i]));
  const [point, named] = [(id: string) => at[index.get(id)!]!, (id: string) => cities[index.get(id)!]!.name];
  const told = connections.map(([a, b, cost]) => `${named(a)} – ${named(b)} ${cost}`).join("; ");
  return (
    <div class="sketch">
      <svg viewBox={`0 0 ${size[0]} ${size[1]}`} role="img" aria-label={`${say("map")}: ${told}`}>
        {connections.map(([a, b]) => (
          <line key={`${a}${b}`} x1={point(a)[0]} y1={point(a)[1]} x2={point(b)[0]} y2={point(b)[1]} />
        ))}
        {cities.map((one, i) => (
          <Tie key={one.id} city={at[i]!} name={names[i]!} />
        ))}
        {connections.map(([a, b, cost], i) => (
          <g key={`${a}-${b}`}>
            <circle cx={costs[i]![0]} cy={costs[i]![1]} r="9" />
            <text x={costs[i]![0]} y={costs[i]![1] + 4}>{cost}</text>
          </g>
        ))}
        {cities.map((one, i) => {
          const [[x, y], name] = [at[i]!, names[i]!];
          return (
            <g key={one.id} class={one.mine ? "is-mine" : one.place ? "" : "is-full"}>
              <rect x={x - 6} y={y - 6} width="12" height="12" rx="2" />
              <text class="condensed" x={name.x + 1} y={name.y + 10} textLength={name.w - 2} lengthAdjust="spacingAndGlyphs">
                {texts[i]}
              </text>
            </g>
          );
        })}
      </svg>
    </div>
  );
}

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
}

function Choices({ asked, answer, chosen, onChoose }: ChoicesProps): JSX.Element {
  return (
    <ol class="answer-list" aria-label={say("choices")}>
      {asked.choices.map((text, i) => (
        <li key={text}>
          <button type="button" class={`button${answer && i === answer.best ? " is-best" : ""}${i === chosen ? " is-chosen" : ""}`} data-choice={i} disabled={answer !== null} onClick={() => onChoose(i)}>
            <span>{text}</span>
            {answer?.costs && <small>{say("costs", { n: answer.costs[i]! })}</small>}
            {answer && i === answer.best && <Sym id="check" title={say("answered")} />}
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
      {asked.lines.map((line) => (
        <p key={line}>{line}</p>
      ))}
      {asked.drawing && <Sketch {...asked.drawing} />}
      <Choices asked={asked} answer={answer} chosen={chosen} onChoose={choose} />
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
    </section>
  );
}

/** The puzzle of the day, with the length of the streak and today's time. */
export function Daily(): JSX.Element {
  const { streak, done, time } = kept.value;
  return (
    <button type="button" class="button is-large" data-daily data-streak={streak} onClick={() => go("/puzzles")}>
      {t("puzzles")}
      <small>{done ? `✓ ${clockText(time)}` : ""}{streak ? ` ${t("streak", { n: streak })}` : done ? "" : t("puzzles_text")}</small>
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
