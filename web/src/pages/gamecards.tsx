// What is played at a new table, as cards: the edition, the board, and cards that are shuffled in.
import type { JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { Thumbnail } from "../board/thumbnail";
import { Sym } from "../parts/icon";
import { cardPicture, plantKind } from "../parts/symbols";
import { boardList, type EditionFacts, type EditionShort } from "../store/reference";
import { drawings } from "../store/thumbnails";
import { named } from "../words";

/** The drawings of the editions, in the order of the list. */
const KINDS = ["coal", "oil", "gas", "uranium", "fusion", "eco", "garbage", "coal-oil", "gas-oil", "any"];

function Plant({ drawing }: { drawing: string }): JSX.Element {
  return (
    <svg viewBox="0 0 120 64" preserveAspectRatio="xMidYMax slice" aria-hidden="true">
      <use href={`#plant-${drawing}`} width="120" height="64" />
    </svg>
  );
}

const MARGIN = 16;

/** In a row that is wider than the window, the card that is chosen comes into sight. */
function useChosenInSight(value: string) {
  const row = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const box = row.current?.getBoundingClientRect();
    const card = row.current?.querySelector(".is-active")?.getBoundingClientRect();
    if (!box || !card) return;
    if (card.left < box.left) row.current!.scrollLeft -= box.left - card.left + MARGIN;
    else if (card.right > box.right) row.current!.scrollLeft += card.right - box.right + MARGIN;
  }, [value]);
  return row;
}

interface EditionProps {
  label: string;
  list: EditionShort[];
  value: string;
  onPick: (id: string) => void;
}

export function EditionCards({ label, list, value, onPick }: EditionProps): JSX.Element {
  const row = useChosenInSight(value);
  return (
    <div ref={row} class="card-row" role="radiogroup" aria-label={label}>
      {list.map((one, i) => {
        const kind = KINDS[i % KINDS.length]!;
        const name = named(one.name);
        return (
          <button
            key={one.id}
            type="button"
            role="radio"
            aria-checked={one.id === value}
            aria-label={name}
            class={`choice-card kind-${kind}${one.id === value ? " is-active" : ""}`}
            data-value={one.id}
            onClick={() => onPick(one.id)}
          >
            <span class="card-picture">
              <Plant drawing={kind} />
              <em>{one.year}</em>
            </span>
            <b>{name.replace(` (${one.year})`, "")}</b>
            {one.id === value && <Sym id="check" cls="chosen-mark" />}
          </button>
        );
      })}
    </div>
  );
}

interface BoardProps {
  label: string;
  list: string[];
  value: string;
  onPick: (id: string) => void;
}

export function BoardCards({ label, list, value, onPick }: BoardProps): JSX.Element {
  const row = useChosenInSight(value);
  return (
    <div ref={row} class="card-row board-row" role="radiogroup" aria-label={label}>
      {list.map((id) => (
        <button
          key={id}
          type="button"
          role="radio"
          aria-checked={id === value}
          class={`choice-card${id === value ? " is-active" : ""}`}
          data-value={id}
          onClick={() => onPick(id)}
        >
          <span class="card-picture">
            {drawings.value[id] && <Thumbnail art={drawings.value[id]} />}
          </span>
          <b>{named(boardList.value.find((one) => one.id === id)?.name) || id}</b>
          {id === value && <Sym id="check" cls="chosen-mark" />}
        </button>
      ))}
    </div>
  );
}

/** What stands for the cards that are no plants. */
const SIGNS: Record<string, string> = {
  taxes: "coin",
  warehouse: "fuel-any",
  shortage: "minus",
  surplus: "plus",
  "theme-park": "house-count",
  "supply-contract": "arrow-left",
  "industrial-espionage": "eye",
};
const TINTS = ["garbage", "gas", "eco", "uranium", "oil", "fusion"];

interface PromoProps {
  edition: string;
  facts: EditionFacts | undefined;
  cards: string[];
  chosen: string[];
  change: (chosen: string[]) => void;
}

export function PromoCards({ edition, facts, cards, chosen, change }: PromoProps): JSX.Element {
  return (
    <div class="promo-cards">
      {cards.map((card, i) => {
        const known = facts?.promo_cards[card];
        const active = chosen.includes(card);
        const kind = known?.plant ? plantKind(edition, card) : TINTS[i % TINTS.length]!;
        return (
          <button
            key={card}
            data-card={card}
            type="button"
            aria-pressed={active}
            class={`choice-card kind-${kind}${active ? " is-active" : ""}`}
            onClick={() => change(active ? chosen.filter((one) => one !== card) : [...chosen, card])}
          >
            <span class="card-picture">
              {known?.plant ? <Plant drawing={kind} /> : <Sym id={SIGNS[card] ?? cardPicture(card)} />}
            </span>
            <span>
              <b>{named(known?.name) || card}</b>
              <small>{named(known?.about)}</small>
            </span>
            {active && <Sym id="check" cls="chosen-mark" />}
          </button>
        );
      })}
    </div>
  );
}
