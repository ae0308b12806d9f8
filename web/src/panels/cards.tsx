// Cards that are no plants, at their owners.
import type { JSX } from "preact";
import type { PlayerView, View } from "../generated/api";
import { Sym } from "../parts/symbols";
import { cardName } from "../store/reference";
import { cardText, named } from "../words";

const DRAWN: Record<string, string> = { "transformer-station": "transformer" };

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
