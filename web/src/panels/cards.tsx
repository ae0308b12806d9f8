// Cards that are no plants, at their owners.
import type { JSX } from "preact";
import type { CardRef, PlayerView, View } from "../generated/api";
import { cardPicture, Sym } from "../parts/symbols";
import { cardName, plantFacts } from "../store/reference";
import { named, type Words } from "../words";

/** How many cities more a plant supplies than is printed on it: what the company's output has beyond its plants'. */
export function extraOf(edition: string, player: PlayerView, plant: CardRef): number {
  if (player.cards.find((held) => held.plant !== null)?.plant !== plant) return 0;
  const printed = player.plants.reduce<number>((sum, one) => sum + (plantFacts(edition, one)?.cities ?? 0), 0);
  return Math.max(0, player.output - printed);
}

export function heldCards({ cardText }: Words, view: View, player: PlayerView): JSX.Element | null {
  if (!player.cards.length) return null;
  return (
    <ul class="held-cards">
      {player.cards.map((held) => (
        <li key={held.card}>
          <Sym id={cardPicture(held.card)} />
          {named(cardName(view.edition, held.card) ?? undefined)}
          {held.plant !== null && <b>{cardText(held.plant)}</b>}
        </li>
      ))}
    </ul>
  );
}
