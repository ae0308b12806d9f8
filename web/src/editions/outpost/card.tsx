// What a card of a company says: workers and cities, places, or what a technology does.
import type { JSX } from "preact";
import type { CardRef } from "../../generated/api";
import { type Card, cardFacts } from "./facts";
import { cap, useWords, type Words } from "../../words";
import { cardKind } from "./symbols";
import { effectText } from "./words";
import { Count, Fuel, Sym } from "../../parts/symbols";

export function companyCardTitle(words: Words, ref: CardRef, facts: Card): string {
  const { cardText, t } = words;
  const plant = cardText(ref);
  if (facts.type === "housing") return t("housing_title", { plant, n: facts.places ?? 0 });
  if (facts.type === "plant") return t("works_title", { plant, n: facts.workers ?? 0, cities: facts.cities ?? 0 });
  return `${facts.name ?? ""} (${plant}): ${effectText(words, facts.effect ?? "")}`;
}

/** So many workers; more than three close together. */
export function Workers({ n, cls = "" }: { n: number; cls?: string }): JSX.Element {
  return (
    <span class={`fuel-icons worker-icons${n > 3 ? " has-many" : ""} ${cls}`}>
      {Array.from({ length: n }, (_, i) => (
        <Fuel key={i} id="workers" />
      ))}
    </span>
  );
}

/** The symbol in which a number of places stands. */
export function Places({ n }: { n: number }): JSX.Element {
  return (
    <span class="capacity-badge">
      <Sym id="homes" />
      <b>{n}</b>
    </span>
  );
}

/** The foot of a card of the market. */
export function CompanyFoot({ facts }: { facts: Card }): JSX.Element {
  const words = useWords();
  if (facts.type === "technology") {
    return (
      <span class="card-footer is-technology">
        <b>{facts.name}</b>{" "}
        <small>{effectText(words, facts.effect ?? "")}</small>
      </span>
    );
  }
  if (facts.type === "housing") {
    return (
      <span class="card-footer">
        <Workers n={facts.places ?? 0} />
        <Places n={facts.places ?? 0} />
      </span>
    );
  }
  return (
    <span class="card-footer">
      <Workers n={facts.workers ?? 0} />
      <Sym id="arrow" cls="arrow" />
      <Count n={facts.cities ?? 0} />
    </span>
  );
}

/** The same where there is hardly room: workers as dots. */
export function CompanyShort({ facts }: { facts: Card }): JSX.Element {
  const works = (facts.cities ?? 0) > 0;
  if (!works && !facts.places) {
    return (
      <>
        <span class="pips" />
        <Sym id="bolt" cls="technology-icon" />
      </>
    );
  }
  return (
    <>
      <span class="pips">
        {Array.from({ length: facts.workers ?? 0 }, (_, i) => (
          <i key={i} />
        ))}
      </span>
      {works ? <Count n={facts.cities!} /> : <Places n={facts.places!} />}
    </>
  );
}

interface TileProps {
  edition: string;
  card: CardRef;
  /** What it is worth to its owner, where that differs from what is printed. */
  worth?: { cities: number; places: number } | undefined;
  chosen?: boolean;
  marked?: boolean;
  onClick?: (() => void) | undefined;
}

/** A card on a company board or beside it. */
export function Tile({ edition, card, worth, chosen, marked, onClick }: TileProps): JSX.Element {
  const words = useWords();
  const { cardText } = words;
  const printed = cardFacts(edition, card);
  const facts = printed && worth ? { ...printed, cities: worth.cities, places: worth.places } : printed;
  const title = facts ? cap(companyCardTitle(words, card, facts)) : cardText(card);
  const cls = `tile kind-${cardKind(facts)}${chosen ? " is-chosen" : ""}${marked ? " is-new" : ""}`;
  const inside = (
    <>
      <b class="tile-number">{cardText(card)}</b>{" "}
      {facts && <CompanyShort facts={facts} />}
    </>
  );
  return onClick ? (
    <button type="button" class={cls} title={title} aria-pressed={chosen} data-card={card} onClick={onClick}>
      <span class="visually-hidden">{title} </span>
      {inside}
    </button>
  ) : (
    <span class={cls} title={title} data-plant={card}>
      {inside}
    </span>
  );
}
