// What is said: the words that terminal and log use too, fetched in the player's language.
import { signal } from "@preact/signals";
import { createContext } from "preact";
import { useContext } from "preact/hooks";
import type {
  BacksWord,
  CardRef,
  DecisionsWord,
  GameEvent,
  PageMeetingWord,
  PhasesWord,
  TermsWord,
  WebWord,
} from "./generated/api";
import { getJson } from "./store/api";
import { addStyle } from "./stylesheet";
import { boards, cardName, editions, plantFacts, reloadEditions } from "./store/reference";
import { store, stored } from "./theme";

export const LANGUAGES = ["de", "nl", "en"] as const;
export type Language = (typeof LANGUAGES)[number];
export const LANGUAGE_NAMES: Record<Language, string> = { de: "Deutsch", nl: "Nederlands", en: "English" };

type Sections = Record<string, Record<string, string>>;
type Values = Record<string, string | number>;

function preferred(): Language {
  const wishes = [new URLSearchParams(location.search).get("lang"), stored("language"), ...navigator.languages];
  for (const wish of wishes) {
    const found = LANGUAGES.find((one) => wish?.toLowerCase().startsWith(one));
    if (found) return found;
  }
  return "en";
}

export const language = signal<Language>(preferred());
const common = signal<Sections>({});

/** The pages beside the board whose words were fetched with them. */
const learned = new Set<string>();

async function pageWords(page: string, wanted: Language): Promise<Sections> {
  return { [`page_${page}`]: await getJson<Record<string, string>>(`/api/words/${wanted}/${page}`) };
}

/** Fetch the words of a page beside the board, and how it looks; the words follow the language from then on. */
export async function learn(page: string): Promise<void> {
  if (learned.has(page)) return;
  const [words] = await Promise.all([pageWords(page, language.value), addStyle(BESIDE)]);
  learned.add(page);
  common.value = { ...common.value, ...words };
}

export async function speak(wanted: Language = language.value): Promise<void> {
  const fetched = [getJson<Sections>(`/api/words/${wanted}`), ...[...learned].map((page) => pageWords(page, wanted))];
  const sections = await Promise.all(fetched);
  // read after the wait: learn() may have added the words of a page meanwhile
  common.value = Object.assign({}, common.value, ...sections) as Sections;
  document.documentElement.lang = wanted;
  await reloadEditions();
  language.value = wanted;
}

export async function switchLanguage(wanted: Language): Promise<void> {
  store("language", wanted);
  await speak(wanted);
}

/** A name that comes by language. */
export const named = (names: Record<string, string> | undefined): string =>
  names?.[language.value] ?? names?.en ?? "";

/** A name among other words: in scripts that may run from right to left, it turns nothing around. */
export const isolated = (name: string): string =>
  /[\u0590-\uffff]/.test(name) ? `\u2068${name}\u2069` : name;

/** A date as people write it where the browser is at home: "en" alone would mean America. */
export function dated(ms: number, style: Intl.DateTimeFormatOptions): string {
  const here = navigator.language;
  const spoken = language.value;
  return new Date(ms).toLocaleString(here.startsWith(`${spoken}-`) ? here : spoken === "en" ? "en-GB" : spoken, style);
}

/** A day as the server writes it (2030-03-20), in any time zone the same. */
export const dayText = (day: string): string => dated(new Date(`${day}T12:00`).getTime(), { day: "numeric", month: "short" });

/** A percentage: "43%" in English, "43 %" in the other languages. */
export const percent = (n: number | string): string => `${n}${language.value === "en" ? "" : " "}%`;

export const cap = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

export interface Context {
  edition: string;
  map: string;
  names: string[];
}

export function fuelName(edition: string, id: string): string {
  return named(editions.value[edition]?.fuels.find((one) => one.id === id)?.name) || id;
}

export function cityName(map: string, id: string): string {
  return boards.value[map]?.cities[id]?.name ?? id;
}

export function regionName(map: string, id: string): string {
  return named(boards.value[map]?.regions.find((one) => one.id === id)?.name) || id;
}

/** All that is said, as one edition says it. */
export type Words = ReturnType<typeof createWords>;

export function createWords(edition: () => string | null) {
  function word(section: string, key: string): string | undefined {
    const own = editions.value[edition() ?? ""]?.words?.[language.value];
    return own?.[section]?.[key] ?? common.value[section]?.[key];
  }

  function say(section: string, key: string, values?: Values): string {
    const sentence = word(section, key) ?? key;
    return values ? sentence.replace(/\{(\w+)(?::([^|}]*)\|([^}]*))?\}/g, (_, name: string, one?: string, many?: string) => {
      const value = String(values[name] ?? "");
      // {n:city|cities} is "1 city" or "2 cities"
      return one === undefined ? value : `${value} ${value === "1" ? one : many}`;
    }) : sentence;
  }

  const t = (key: WebWord, values?: Values): string => say("web", key, values);
  const term = (key: TermsWord): string => say("terms", key);
  const phaseName = (key: string): string => say("phases", key as PhasesWord);
  const decisionText = (key: string): string => say("decisions", key as DecisionsWord);
  /** A word of a section that only some editions have. */
  const own = (section: string, key: string, values?: Values): string => say(section, key, values);
  const backName = (key: string): string => say("backs", key as BacksWord);
  /** A word of the web section whose key is made of a name; empty where there is none. */
  function maybe(key: string, values?: Values): string {
    return word("web", key) === undefined ? "" : say("web", key, values);
  }

  /** A card: the number printed on it, or its name. */
  function cardText(ref: CardRef): string {
    if (typeof ref === "number") return String(ref).padStart(2, "0");
    const played = edition() ?? "";
    const facts = plantFacts(played, ref);
    // the letter that tells cards of one number apart is not printed
    if (facts) return facts.printed ?? ref.replace(/^(\d+)[a-z]$/, "$1");
    return named(cardName(played, ref) ?? undefined) || ref;
  }

  function fuelText(played: string, amounts: Record<string, number>): string {
    const parts = Object.entries(amounts).filter(([, count]) => count);
    return parts.map(([id, count]) => `${count} ${fuelName(played, id)}`).join(", ") || term("empty");
  }

  function cardWords(played: string, ref: CardRef): string {
    const name = cardName(played, ref);
    return name ? named(name) : `${say("terms", plantFacts(played, ref)?.type ?? "plant")} ${cardText(ref)}`;
  }

  /** A sentence that says what happened, as the terminal says it. */
  function eventText(event: GameEvent, where: Context): string {
    const values: Values = {};
    for (const [name, value] of Object.entries(event)) values[name] = valueText(name, value, where);
    return say("events", event.kind, values);
  }

  function valueText(name: string, value: unknown, where: Context): string {
    if (value === null || value === undefined) return "";
    const list = (one: string) =>
      (value as unknown[]).map((inner) => valueText(one, inner, where)).join(", ") || term("empty");
    switch (name) {
      case "fuel":
      case "burn":
        return typeof value === "string"
          ? fuelName(where.edition, value)
          : fuelText(where.edition, value as Record<string, number>);
      case "order":
        return list("seat");
      case "supplied":
        return Array.isArray(value)
          ? value.map((count: number, seat) => `${where.names[seat]} ${count}`).join(", ")
          : String(value);
      case "regions":
        return list("region");
      case "path":
        return list("city");
      case "plants":
      case "cards":
        return list("ref");
      case "seat":
        return where.names[value as number] ?? String(value);
      case "city":
        return cityName(where.map, value as string);
      case "region":
        return regionName(where.map, value as string);
      case "card":
        return cardWords(where.edition, value as CardRef);
      case "plant": {
        const name = cardName(where.edition, value as CardRef);
        const kind = plantFacts(where.edition, value as CardRef)?.type ?? "plant";
        return name ? named(name) : `${say("in_text", kind)} ${cardText(value as CardRef)}`;
      }
      case "on":
      case "ref":
        return cardText(value as CardRef);
      case "phase":
        return phaseName(value as string);
      case "to":
        return say("fuel_moves", value as string);
      default: {
        // the table `facts` names the section that says it
        const section = word("facts", name);
        return section ? say(section, String(value)) : String(value);
      }
    }
  }

  return { t, term, phaseName, decisionText, own, maybe, backName, cardText, cardWords, fuelText, eventText };
}

/** The words of pages that belong to no edition. */
export const plainWords = createWords(() => null);
export const { t, maybe, own, cardWords } = plainWords;

/** A word of a page beside the board; no edition says it in another way. */
export const pageText = (section: `page_${string}`, key: string, values?: Values): string => plainWords.own(section, key, values);

/** The words of the pages on which people find each other. */
export const m = (key: PageMeetingWord, values?: Values): string => pageText("page_meeting", key, values);

/** Whose words a part of the page speaks: those of its table, of the edition that is chosen, or the plain ones. */
export const WordsContext = createContext(plainWords);
export const useWords = (): Words => useContext(WordsContext);
export const useText = (): Words["t"] => useWords().t;
