// Exercises: the one of the day and all others; the answer, what it costs, and how one is getting on.
import { useEffect, useRef, useState } from "preact/hooks";
import type { JSX } from "preact";
import type { Advised, Answered, Drawing, ExerciseList, ExerciseOut, PageExercisesWord } from "../generated/api";
import { Link } from "../parts/link";
import { Sym } from "../parts/symbols";
import { clockText, kept, note, today } from "../store/exercises";
import { openAdviceAt } from "../store/advice";
import { getJson, sendJson } from "../store/api";
import { go, path } from "../store/session";
import { language, learn, own, t } from "../words";
import { Head } from "./head";
import { Problem, usualBot } from "./opening";

const say = (key: PageExercisesWord, values?: Record<string, string | number>): string => own("page_exercises", key, values);
type Point = readonly [number, number];
/** How wide and high the sketch is drawn: upright where the window is narrow. */
const size = (): Point => (matchMedia("(max-width:600px)").matches ? [350, 460] : [640, 400]);

type Box = readonly [left: number, top: number, width: number, height: number];
const HIGH = 15;
const around = ([x, y]: Point, far: number): Box => [x - far, y - far, 2 * far, 2 * far];
const shared = (a: Box, b: Box): number => Math.max(0, Math.min(a[0] + a[2], b[0] + b[2]) - Math.max(a[0], b[0])) * Math.max(0, Math.min(a[1] + a[3], b[1] + b[3]) - Math.max(a[1], b[1]));

/** Where names stand: each below, above or beside its city, where it covers least of the others, of cities and of costs. */
function placed(names: [Point, string][], costs: Point[], [width, height]: Point): Point[] {
  const frame: Box = [0, 0, width, height];
  const fixed: [Box, number][] = [...names.map(([at]): [Box, number] => [around(at, 8), 3]), ...costs.map((at): [Box, number] => [around(at, 9), 1])];
  const own: Box[] = [];
  // a name over a name is worse than one over a cost, and one that is cut off is worst
  const covers = (box: Box, i: number): number =>
    fixed.reduce((sum, [one, weight]) => sum + weight * shared(box, one), 9 * (box[2] * HIGH - shared(box, frame))) + own.reduce((sum, one, j) => (j === i ? sum : sum + 5 * shared(box, one)), 0);
  // whoever came first gives way later
  for (let pass = 0; pass < 4; pass++) {
    names.forEach(([[x, y], name], i) => {
      const long = name.length * 6.1 + 2;
      const [level, high, low] = [y - HIGH / 2, y - 9 - HIGH, y + 9];
      const corners: Point[] = [[x - long / 2, low], [x - long / 2, high], [x + 10, level], [x - 10 - long, level], [x, low], [x - long, low], [x, high], [x - long, high]];
      const boxes = corners.map(([left, top]): Box => [left, top, long, HIGH]);
      const worst = boxes.map((box) => covers(box, i));
      own[i] = boxes[worst.indexOf(Math.min(...worst))]!;
    });
  }
  return own.map(([left, top, long]) => [left + long / 2, top + HIGH - 3]);
}

/** The cities around one's own: not the board, but all that the question needs of it. */
function Sketch({ cities, connections }: Drawing): JSX.Element {
  const xs = cities.map((one) => one.x);
  const ys = cities.map((one) => one.y);
  const [left, top] = [Math.min(...xs), Math.min(...ys)];
  const wide = Math.max(...xs) - left || 1;
  const high = Math.max(...ys) - top || 1;
  const [width, height] = size();
  const edge = width / 11;
  const at = new Map(cities.map((one) => [one.id, [edge + ((one.x - left) / wide) * (width - 2 * edge), 26 + ((one.y - top) / high) * (height - 60)] as const]));
  const names = new Map(cities.map((one) => [one.id, one.name]));
  const shown = cities.map((one) => (one.mine || !one.place ? one.name : `${one.name} ${one.place}`));
  const middle = ([a, b]: readonly [string, string, ...unknown[]]): Point => [(at.get(a)![0] + at.get(b)![0]) / 2, (at.get(a)![1] + at.get(b)![1]) / 2];
  const spots = placed(cities.map((one, i) => [at.get(one.id)!, shown[i]!]), connections.map(middle), [width, height]);
  const told = connections.map(([a, b, cost]) => `${names.get(a)} – ${names.get(b)} ${cost}`).join("; ");
  return (
    <div class="sketch">
      <svg viewBox={`0 0 ${width} ${height}`} role="img" aria-label={`${say("map")}: ${told}`}>
        {connections.map(([a, b]) => (
          <line key={`${a}${b}`} x1={at.get(a)![0]} y1={at.get(a)![1]} x2={at.get(b)![0]} y2={at.get(b)![1]} />
        ))}
        {connections.map((one) => {
          const [a, b, cost] = one;
          const [x, y] = middle(one);
          return (
            <g key={`${a}-${b}`}>
              <circle cx={x} cy={y} r="9" />
              <text x={x} y={y + 4}>{cost}</text>
            </g>
          );
        })}
        {cities.map((one, i) => {
          const [x, y] = at.get(one.id)!;
          return (
            <g key={one.id} class={one.mine ? "mine" : one.place ? "" : "full"}>
              <rect x={x - 6} y={y - 6} width="12" height="12" rx="2" />
              <text class="n" x={spots[i]![0]} y={spots[i]![1]}>{shown[i]}</text>
            </g>
          );
        })}
      </svg>
    </div>
  );
}

/** A table of one's own at this very position, at which a bot says what it would do and why. */
async function advisedAt({ id }: ExerciseOut): Promise<void> {
  const { table } = await sendJson<Advised>(`/api/exercises/${id}/table`, { bot: usualBot() });
  openAdviceAt(table);
  go(`/tables/${table}`);
}

interface ChoicesProps {
  asked: ExerciseOut;
  answer: Answered | null;
  chosen: number | null;
  onChoose: (choice: number) => void;
}

function Choices({ asked, answer, chosen, onChoose }: ChoicesProps): JSX.Element {
  return (
    <ol class="answers" aria-label={say("choices")}>
      {asked.choices.map((text, i) => (
        <li key={text}>
          <button type="button" class={`btn${answer && i === answer.best ? " best" : ""}${i === chosen ? " chosen" : ""}`} data-choice={i} disabled={answer !== null} onClick={() => onChoose(i)}>
            <span>{text}</span>
            {answer?.costs && <small>{say("costs", { n: answer.costs[i]! })}</small>}
            {answer && i === answer.best && <Sym id="check" title={say("answered")} />}
          </button>
        </li>
      ))}
    </ol>
  );
}

function Exercise({ id, daily, onMore }: { id: string; daily: boolean; onMore: () => void }): JSX.Element | null {
  const [asked, setAsked] = useState<ExerciseOut | null>(null);
  const [answer, setAnswer] = useState<Answered | null>(null);
  const [chosen, setChosen] = useState<number | null>(null);
  const [error, setError] = useState<unknown>(null);
  const [spent, setSpent] = useState(0);
  const begun = useRef(Date.now());
  useEffect(() => {
    void getJson<ExerciseOut>(`/api/exercises/${id}?language=${language.value}`).then(setAsked, setError);
  }, [id, language.value]);
  const choose = (choice: number) => {
    setChosen(choice);
    const time = Date.now() - begun.current;
    void sendJson<Answered>(`/api/exercises/${id}/answer?language=${language.value}`, { choice }).then((got) => {
      setSpent(time);
      setAnswer(got);
      note(id, got.right, time, daily);
    }, setError);
  };
  if (!asked) return <Problem error={error} />;
  return (
    <section class="panel exercise" data-exercise={asked.id} data-kind={asked.kind}>
      <p class="mut">{daily ? say("daily") : asked.title}</p>
      <h2>{asked.question}</h2>
      {asked.lines.map((line) => (
        <p key={line}>{line}</p>
      ))}
      {asked.drawing && <Sketch {...asked.drawing} />}
      <Choices asked={asked} answer={answer} chosen={chosen} onChoose={choose} />
      <div role="status">
        {answer && (
          <div class={`note calm${answer.right ? " good" : ""}`} data-answered={answer.right}>
            <p>
              <b>{say(answer.right ? "right" : "wrong")}</b> {answer.text}
            </p>
            <p class="mut">{say("time", { time: clockText(spent) })}</p>
          </div>
        )}
      </div>
      <Problem error={error} />
      {answer && (
        <div class="acts">
          <button type="button" class="btn pri" data-more onClick={onMore}>
            {say("more")}
          </button>
          <button type="button" class="btn" data-advice-table onClick={() => void advisedAt(asked).catch(setError)}>
            <Sym id="bulb" /> {say("advice")}
          </button>
        </div>
      )}
    </section>
  );
}

/** The exercise of the day, with how long one's row is and what today's took. */
export function Daily(): JSX.Element {
  const { streak, done, time } = kept.value;
  return (
    <button type="button" class="btn big" data-daily data-streak={streak} onClick={() => go("/exercises")}>
      {t("exercises")}
      <small>{done ? `✓ ${clockText(time)}` : ""}{streak ? ` ${t("streak", { n: streak })}` : done ? "" : t("exercises_text")}</small>
    </button>
  );
}

export function ExercisesPage(): JSX.Element {
  const [list, setList] = useState<ExerciseList | null>(null);
  const [error, setError] = useState<unknown>(null);
  useEffect(() => {
    void Promise.all([getJson<ExerciseList>(`/api/exercises?day=${today()}`), learn("exercises")]).then(([found]) => setList(found), setError);
  }, []);
  const wanted = path.value.split("/")[2];
  const id = wanted ?? list?.daily;
  const solved = Object.keys(kept.value.solved).length;
  const more = () => {
    const left = list!.ids.filter((one) => one !== id && !kept.value.solved[one]);
    const from = left.length ? left : list!.ids;
    go(`/exercises/${from[Math.floor(Math.random() * from.length)]}`);
  };
  return (
    <div class="page exercises">
      <Head />
      <main>
        <h1>{list && say("title")}</h1>
        <Problem error={error} />
        {list && (
          <>
            <p>{say("text")}</p>
            <p class="mut" data-streak={kept.value.streak}>
              {say("streak", { n: kept.value.streak })} · {say("solved", { n: solved })} · <Link to="/learn">{t("learn_to_play")}</Link>
            </p>
            {id && <Exercise key={id} id={id} daily={id === list.daily && !wanted} onMore={more} />}
            {wanted && (
              <p>
                <Link to="/exercises">{say("daily")}</Link>
              </p>
            )}
          </>
        )}
      </main>
    </div>
  );
}
