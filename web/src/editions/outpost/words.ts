// What only this edition has words for.
import { boards } from "../../store/reference";
import { cityName, type Words } from "../../words";

export const siteName = (words: Words, site: string): string => words.own("sites", site);
export const effectText = (words: Words, effect: string): string => words.own("effects", effect);

/** Where a company builds: a city, or a card in the place of one. */
export function boardPlace({ cardWords }: Words, view: { edition: string; map: string }, id: string): string {
  if (boards.value[view.map]?.cities[id]) return cityName(view.map, id);
  return cardWords(view.edition, /^\d+$/.test(id) ? Number(id) : id);
}
