// Cards that are no plants, at their owners.
import type { JSX } from "preact";
import type { CardRef, PlayerView, View } from "../generated/api";
import { Sym } from "../parts/symbols";
import { cardName, editions } from "../store/reference";
import { cardText, named } from "../words";

const DRAWN: Record<string, string> = { "transformer-station": "transformer" };

/** How many cities more a plant supplies by the cards that lie on it. */
export function extraOf(edition: string, player: PlayerView, plant: CardRef): number {
  const facts = editions.value[edition];
  return player.cards
    .filter((held) => held.plant === plant)
    .reduce((sum, { card }) => {
      const found = facts?.promo_cards[String(card)] ?? facts?.cards.special.find((one) => one.id === card);
      return sum + (found?.output ?? 0);
    }, 0);
}

export function heldCards(view: View, player: PlayerView): JSX.Element | null {
  if (!player.cards.length) return null;
  return (
    <ul class="held">
      {player.cards.map((held) => (
        <li key={held.card}>
          <Sym id={DRAWN[String(held.card)] ?? "discount"} />
          {named(cardName(view.edition, held.card) ?? undefined)}
          {held.plant !== null && <b>{cardText(held.plant)}</b>}
        </li>
      ))}
    </ul>
  );
}
