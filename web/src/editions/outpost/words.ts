// What only this edition has words for.
import { boards } from "../../store/reference";
import { cardWords, cityName, own } from "../../words";

export const siteName = (site: string): string => own("sites", site);
export const effectText = (effect: string): string => own("effects", effect);

/** Where a company builds: a city, or a card in the place of one. */
export function boardPlace(view: { edition: string; map: string }, id: string): string {
  if (boards.value[view.map]?.cities[id]) return cityName(view.map, id);
  return cardWords(view.edition, /^\d+$/.test(id) ? Number(id) : id);
}
