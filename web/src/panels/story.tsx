// At the end of a game: what decided it, in a few sentences that lead to their positions, and a celebration.
import { useEffect, useRef } from "preact/hooks";
import type { JSX } from "preact";
import type { View } from "../generated/api";
import { colour, House } from "../parts/symbols";
import { moves } from "../settings";
import { type Table, useTable } from "../store/table";
import { pageText, useWords } from "../words";
import { nameOf } from "./players";
import { type Fact, turningPoints } from "./turningpoints";

const SECTION = "page_story";

export function Story({ view }: { view: View }): JSX.Element | null {
  const table = useTable();
  const { rows, showVersion, standing } = table;
  const { cardText } = useWords();
  // a long log comes in several parts
  const facts = rows.value.length > view.version ? turningPoints(view, standing.value) : [];
  if (!facts.length) return null;
  const text = ({ key, seats, plant, values }: Fact) => {
    const names = Object.fromEntries(Object.entries(seats).map(([name, seat]) => [name, nameOf(table, view, seat)]));
    return pageText(SECTION, key, { ...values, ...names, ...(plant !== undefined && { plant: cardText(plant) }) });
  };
  return (
    <section class="story" data-story>
      <h2>{pageText(SECTION, "title")}</h2>
      <ol>
        {facts.map((fact) => (
          <li key={fact.key}>
            <button type="button" data-fact={fact.key} data-at={fact.version} title={pageText(SECTION, "show")} onClick={() => void showVersion(fact.version)}>
              <House seat={fact.seats.name!} />
              <span>{text(fact)}</span>
            </button>
          </li>
        ))}
      </ol>
    </section>
  );
}

const PIECES = 48;
/** Milliseconds: how long one falls, and how much later the last one begins. */
const FALL = 1900;
const SPREAD = 700;

const createCelebrated = () => ({ done: false });

/** Let houses in the colours of the winners and coins rain once, over everything and in nobody's way. */
function celebrate(table: Table, winners: number[], box: HTMLElement): void {
  const symbols = [...winners.map((seat) => `house-${colour(table, seat)}`), ...winners.map((seat) => `dot-${colour(table, seat)}`), "coin"];
  for (let i = 0; i < PIECES; i++) {
    const piece = document.createElementNS("http://www.w3.org/2000/svg", "svg");
    const use = document.createElementNS("http://www.w3.org/2000/svg", "use");
    use.setAttribute("href", `#${symbols[i % symbols.length]}`);
    piece.append(use);
    piece.style.left = `${Math.random() * 100}%`;
    box.append(piece);
    const turn = (Math.random() - 0.5) * 720;
    const aside = (Math.random() - 0.5) * 160;
    const fall = piece.animate(
      [{ transform: "translate(0,-40px)" }, { transform: `translate(${aside}px,105vh) rotate(${turn}deg)` }],
      { duration: FALL * (0.7 + Math.random() * 0.6), delay: Math.random() * SPREAD, easing: "cubic-bezier(.3,.2,.7,.9)", fill: "both" },
    );
    fall.onfinish = () => piece.remove();
  }
}

/** The cities that the winner powers, which light up one by one; without motion they are lit at once. */
export function Celebration({ winners, cities, rain }: { winners: number[]; cities: number; rain: boolean }): JSX.Element {
  const table = useTable();
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const before = table.own(createCelebrated);
    if (!rain || before.done || !moves()) return;
    before.done = true;
    celebrate(table, winners, box.current!);
  }, []);
  return (
    <>
      <p class="powered-cities" aria-hidden="true" data-celebration>
        {Array.from({ length: cities }, (_, i) => (
          <span key={i} style={{ "--i": i }}>
            <House seat={winners[i % winners.length]!} />
          </span>
        ))}
      </p>
      <div ref={box} class="celebration" aria-hidden="true" />
    </>
  );
}
