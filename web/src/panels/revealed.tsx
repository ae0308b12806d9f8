// A card that was turned up and is no power plant: shown for a moment, in nobody's way.
import { useEffect } from "preact/hooks";
import type { JSX } from "preact";
import type { CardRef } from "../generated/api";
import { cardPicture, Sym } from "../parts/symbols";
import { cardAbout } from "../store/reference";
import { useTable } from "../store/table";
import { cap, named, useWords } from "../words";

const SHOWN_MS = 2600;

export function Revealed({ card }: { card: CardRef }): JSX.Element {
  const { edition, ui: { revealed } } = useTable();
  const { cardWords, t } = useWords();
  const played = edition.value ?? "";
  useEffect(() => {
    const timer = setTimeout(() => (revealed.value = null), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [card]);
  return (
    <div class="table-offer revealed-card" role="status" data-revealed={card}>
      <Sym id={cardPicture(card)} />
      <p>
        {t("card_revealed")}: <b>{cap(cardWords(played, card))}</b>. {named(cardAbout(played, card))}
      </p>
    </div>
  );
}
