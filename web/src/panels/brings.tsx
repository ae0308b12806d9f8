// What a plant would bring me, in a sentence: how many cities for which fuel, and which of mine would go for it.
import type { JSX } from "preact";
import type { CardRef, View } from "../generated/api";
import { burnText } from "../parts/plant";
import { useForecast } from "../store/forecast";
import { plantFacts } from "../store/reference";
import { useTable } from "../store/table";
import { useWords } from "../words";

export function Brings({ view, seat, card }: { view: View; seat: number; card: CardRef }): JSX.Element | null {
  const { whatIf: { prospect } } = useTable();
  const words = useWords();
  const { cardText, t } = words;
  const out = useForecast(prospect.value === card ? { seat, card } : null);
  const facts = plantFacts(view.edition, card);
  if (!out || !facts) return null;
  const n = facts.cities ?? 0;
  const what = facts.burns ? t("cities_for", { n, fuel: burnText(words, view.edition, facts) }) : t("cities_free", { n });
  return <span data-brings>{out.replaces === null ? t("joins", { what }) : t("replaces", { plant: cardText(out.replaces), what })}</span>;
}
