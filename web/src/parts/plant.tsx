// A plant: as a card of the market, as a strip while an auction runs, and small in a company.
import type { JSX } from "preact";
import { partsOf } from "../editions/registry";
import type { CardRef, PlayerView } from "../generated/api";
import { cardName, type PlantFacts, plantFacts, plantFuels } from "../store/reference";
import { cap, fuelName, named, useText, useWords, type Words } from "../words";
import { cardDrawing, cardPicture, Count, Fuel, isSplit, plantKind, Sym } from "./symbols";

export function plantTitle(words: Words, edition: string, ref: CardRef): string {
  const { cardText, t } = words;
  const facts = plantFacts(edition, ref);
  if (!facts) return named(cardName(edition, ref) ?? undefined) || cardText(ref);
  const own = partsOf(edition).cards;
  if (own) return cap(own.title(words, ref, facts));
  const burns = facts.burns ? burnText(words, edition, facts) : t("no_fuel");
  return t("plant_title", { plant: cardText(ref), burns, cities: facts.cities ?? 0 });
}

/** What one run burns, in words. */
export function burnText({ t }: Words, edition: string, facts: PlantFacts): string {
  const fuels = plantFuels(edition, facts).map((id) => fuelName(edition, id));
  return `${facts.burns} ${takesAny(facts) ? t("any_fuel") : fuels.join(` ${t("or")} `)}`;
}

const takesAny = (facts: PlantFacts): boolean => facts.fuels === "any";

/** What a plant burns, as symbols. */
export function Burns({ edition, plant }: { edition: string; plant: CardRef }): JSX.Element {
  const t = useText();
  const facts = plantFacts(edition, plant);
  if (!facts?.burns) return <span class="no-fuel">{t("no_fuel_short")}</span>;
  const fuels = takesAny(facts) ? ["any"] : plantFuels(edition, facts);
  // a hybrid shows its fuels in turn, one symbol for each marker that it burns
  const count = Math.max(facts.burns, fuels.length > 1 ? Math.min(fuels.length, 2) : 1);
  return (
    <span class="fuel-icons">
      {fuels.length > 1 && facts.burns < 2 ? (
        <>
          <Fuel id={fuels[0]!} />
          <span class="separator">/</span>
          <Fuel id={fuels[1]!} />
        </>
      ) : (
        Array.from({ length: count }, (_, i) => <Fuel key={i} id={fuels[i % Math.min(fuels.length, 2)]!} />)
      )}
    </span>
  );
}

interface CardProps {
  edition: string;
  plant: CardRef;
  price?: number;
  chosen?: boolean;
  off?: boolean;
  /** Cards that lie under it. */
  under?: number;
  discount?: number;
  onClick?: () => void;
}

export function PlantCard({ edition, plant, price, chosen, off, under = 0, discount = 0, onClick }: CardProps): JSX.Element {
  const words = useWords();
  const { cardText, t } = words;
  const facts = plantFacts(edition, plant);
  const kind = plantKind(edition, plant);
  const Own = partsOf(edition).cards;
  const title = plantTitle(words, edition, plant);
  const cls = `plant-card kind-${kind}${chosen ? " is-chosen" : ""}${off ? " is-disabled" : ""}${under ? " is-pile" : ""}`;
  if (!facts) {
    return (
      <div class={`${cls} is-special`} title={title}>
        <Sym id={cardPicture(plant)} />
        <span>{title}</span>
      </div>
    );
  }
  const inside = (
    <>
      <span class="illustration">
        <svg viewBox="0 0 120 64" preserveAspectRatio="xMidYMax slice" aria-hidden="true">
          <use href={`#${cardDrawing(edition, plant)}`} width="120" height="64" />
        </svg>
        <span class="card-number">{cardText(plant)}</span>{" "}
        {price !== undefined && price !== facts.number && <span class="discount">{price}</span>}{" "}
        {price === undefined && discount > 0 && <span class="discount" title={t("discount_n", { n: discount })}>−{discount}</span>}{" "}
        {under > 0 && <span class="pile-count" title={t("under_it", { n: under })}>+{under}</span>}
      </span>
      {" "}
      {Own ? (
        <Own.Foot facts={facts} />
      ) : (
        <span class="card-footer">
          <Burns edition={edition} plant={plant} />{" "}
          {facts.burns > 0 && <Sym id="arrow" cls="arrow" />}
          <Count n={facts.cities ?? 0} />
        </span>
      )}
    </>
  );
  if (!onClick) {
    return (
      <div class={cls} title={title} data-plant={plant}>
        {inside}
      </div>
    );
  }
  return (
    <button type="button" class={cls} title={title} aria-pressed={chosen} data-plant={plant} onClick={onClick}>
      <span class="visually-hidden">{title} </span>
      {inside}
    </button>
  );
}

export function StripCard({ edition, plant, up, future }: { edition: string; plant: CardRef; up: boolean; future: boolean }): JSX.Element {
  const words = useWords();
  const { cardText } = words;
  const facts = plantFacts(edition, plant);
  const kind = plantKind(edition, plant);
  const Own = partsOf(edition).cards;
  const cls = `strip-card kind-${kind}${isSplit(kind) ? " is-split" : ""}${up ? " is-auctioned" : ""}${future ? " is-future" : ""}`;
  if (!facts) {
    return (
      <div class={`${cls} is-special`} title={plantTitle(words, edition, plant)}>
        <Sym id={cardPicture(plant)} />
      </div>
    );
  }
  return (
    <div class={cls} title={plantTitle(words, edition, plant)} data-plant={plant}>
      {cardText(plant)}
      {Own ? (
        <Own.Short facts={facts} />
      ) : (
        <>
          <div class="strip-fuel">{facts.burns ? <Burns edition={edition} plant={plant} /> : <Sym id="fuel-eco" />}</div>
          <Count n={facts.cities ?? 0} />
        </>
      )}
    </div>
  );
}

/** How a company's fuel lies on its plants: shown only, any spread that fits is as good. */
export function spread(edition: string, player: PlayerView): Map<CardRef, string[]> {
  const left = { ...player.fuel };
  const out = new Map<CardRef, string[]>();
  const plants = player.plants
    .map((plant) => ({ plant, facts: plantFacts(edition, plant) }))
    .filter((one) => one.facts !== null)
    .map(({ plant, facts }) => ({ plant, fuels: plantFuels(edition, facts!), burns: facts!.burns, cities: facts!.cities ?? 0 }))
    .sort((a, b) => a.fuels.length - b.fuels.length || b.cities - a.cities);
  // first what each burns in one run, then the rest
  for (const runs of [1, 2]) {
    for (const { plant, fuels, burns } of plants) {
      const lies = out.get(plant) ?? [];
      for (const fuel of fuels) {
        while (lies.length < burns * runs && (left[fuel] ?? 0) > 0) {
          lies.push(fuel);
          left[fuel] = left[fuel]! - 1;
        }
      }
      out.set(plant, lies);
    }
  }
  return out;
}

interface MiniProps {
  edition: string;
  plant: CardRef;
  lies?: string[];
  extra?: number;
  onClick?: () => void;
  chosen?: boolean;
}

/** A plant of a company with the fuel on it. */
export function Mini({ edition, plant, lies = [], extra = 0, onClick, chosen }: MiniProps): JSX.Element {
  const words = useWords();
  const { cardText, t } = words;
  const facts = plantFacts(edition, plant);
  const kind = plantKind(edition, plant);
  const most = (facts?.burns ?? 0) * 2;
  const empty = Math.max(0, most - lies.length);
  const cls = `plant-tile kind-${kind}${isSplit(kind) ? " is-split" : ""}${chosen ? " is-chosen" : ""}`;
  const inside = (
    <>
      <div class="tile-header">
        <span>{cardText(plant)}</span>
        <Count n={(facts?.cities ?? 0) + extra} />
      </div>
      <div class={`fuel-storage${most > 4 ? " is-tight" : ""}`}>
        {most === 0 ? (
          <>
            <Sym id={`fuel-${kind === "fusion" ? "fusion" : "eco"}`} />
            <em>{t("no_fuel_short")}</em>
          </>
        ) : (
          <>
            {lies.map((fuel, i) => (
              <Fuel key={i} id={fuel} />
            ))}
            {Array.from({ length: empty }, (_, i) => (
              <u key={i} />
            ))}
          </>
        )}
      </div>
    </>
  );
  const title = cap(plantTitle(words, edition, plant));
  return onClick ? (
    <button type="button" class={cls} title={title} aria-pressed={chosen} data-plant={plant} onClick={onClick}>
      {inside}
    </button>
  ) : (
    <div class={cls} title={title} data-plant={plant}>
      {inside}
    </div>
  );
}
