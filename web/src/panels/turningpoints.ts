// The story of a game: a few facts that decided it, read from the log, each with the position to look at.
import type { CardRef, PageStoryWord, Row, View } from "../generated/api";
import { plantFacts } from "../store/reference";
import { bidOf, saleOf } from "./bids";

export interface Fact {
  key: PageStoryWord;
  /** The players of the sentence, by the name of the value. */
  seats: Record<string, number>;
  plant?: CardRef;
  values: Record<string, number>;
  /** The position after it. */
  version: number;
}

interface Sale {
  card: CardRef;
  price: number;
  seat: number;
  /** The last other bidder. */
  rival: number | null;
  round: number;
  version: number;
}

interface RoundEnd {
  round: number;
  version: number;
  /** Cities of each seat. */
  cities: number[];
  /** Cities that each seat has connected in this round. */
  built: number[];
}

interface Course {
  rounds: RoundEnd[];
  sales: Sale[];
  /** Who was the first to reach the number of cities that ends the game. */
  ender: { seat: number; version: number } | null;
}

const MAX_FACTS = 5;
/** So many cities behind is worth telling, in a game that was won. */
const FAR_BEHIND = 3;

/** Whose network an event adds a city to, with a house, wherever it stands. */
function cityOf(event: NonNullable<Row["events"]>[number]): number | null {
  if (event.kind === "city-connected") return event.seat;
  return event.kind === "built-on-card" && event.site === "house" ? event.seat : null;
}

/** What was bought and connected, round by round. What is missing at the start of a loaded position was there before. */
function courseOf(view: View, rows: Row[]): Course {
  // a company that nobody plays is no rival
  const cities = view.players.filter((one) => !one.neutral).map((one) => one.cities);
  for (const event of rows.flatMap((row) => row.events ?? [])) {
    const seat = cityOf(event);
    if (seat !== null && seat < cities.length) cities[seat]!--;
  }
  const rounds: RoundEnd[] = [];
  const sales: Sale[] = [];
  let ender: Course["ender"] = null;
  let bids: number[] = [];
  let built = cities.map(() => 0);
  let round = 0;
  const close = (version: number) => {
    if (round) rounds.push({ round, version, cities: [...cities], built });
    built = cities.map(() => 0);
  };
  for (const row of rows) {
    for (const event of row.events ?? []) {
      if (event.kind === "round-began") {
        close(row.seq);
        ({ round } = event);
      }
      if (event.kind === "auction-opened" || event.kind === "extra-auction-began") bids = [];
      const bid = bidOf(event);
      if (bid) bids.push(bid.seat);
      const sale = saleOf(event);
      if (sale) {
        const rival = bids.filter((seat) => seat !== sale.seat).at(-1) ?? null;
        sales.push({ card: sale.card, price: sale.bid, seat: sale.seat, rival, round, version: row.seq });
        bids = [];
      }
      const seat = cityOf(event);
      if (seat === null || seat >= cities.length) continue;
      cities[seat]!++;
      built[seat]!++;
      if (!ender && cities[seat]! >= view.end_at) ender = { seat, version: row.seq };
    }
  }
  close(rows.at(-1)?.seq ?? 0);
  return { rounds, sales, ender };
}

/** Who alone has the most of something; null where several have. */
function leader(counts: number[]): number | null {
  const most = Math.max(...counts);
  return counts.filter((one) => one === most).length === 1 ? counts.indexOf(most) : null;
}

/** Who led in cities, and since when. */
function leadFact({ rounds }: Course, view: View, winner: number): Fact | null {
  const leaders = rounds.map((one) => leader(one.cities));
  const others = leaders.filter((one) => one !== null && one !== winner);
  const last = leaders.findLastIndex((one) => one !== null && one !== winner);
  if (leaders.at(-1) === winner) {
    const first = leaders.findIndex((one, i) => i > last && one === winner);
    const { round, version } = rounds[first]!;
    if (last < 0) return first < rounds.length - 1 ? { key: "lead_kept", seats: { name: winner }, values: { round }, version } : null;
    return { key: "lead_taken", seats: { name: winner, other: leaders[last]! }, values: { round }, version };
  }
  if (!others.length) return null;
  const counts = rounds[0]!.cities.map((_, seat) => others.filter((one) => one === seat).length);
  const other = counts.indexOf(Math.max(...counts));
  const [mine, theirs] = [winner, other].map((seat) => view.result?.ranking.find((one) => one.seat === seat));
  if (!mine || !theirs || (mine.supplied === theirs.supplied && mine.money <= theirs.money)) return null;
  const key = mine.supplied > theirs.supplied ? "lead_lost" : "lead_lost_money";
  return { key, seats: { name: winner, other }, values: { n: counts[other]! }, version: rounds[leaders.lastIndexOf(other)]!.version };
}

/** The purchase that powers most of the winner's cities. */
function purchaseFact({ sales }: Course, view: View, winner: number): Fact | null {
  const own = view.players[winner]!.plants;
  const power = (card: CardRef) => plantFacts(view.edition, card)?.cities ?? 0;
  const kept = sales.filter((one) => one.seat === winner && own.includes(one.card) && power(one.card) > 0);
  const best = kept.reduce<Sale | null>((most, one) => (most && power(most.card) > power(one.card) ? most : one), null);
  if (!best) return null;
  const { card, price, rival, round, version } = best;
  const values = { round, price, n: power(card) };
  if (rival === null) return { key: "bought", seats: { name: winner }, plant: card, values, version };
  return { key: "outbid", seats: { name: winner, other: rival }, plant: card, values, version };
}

/** The round in which the winner gained most on everybody else. */
function roundFact({ rounds }: Course, winner: number): Fact | null {
  const gain = ({ built }: RoundEnd) => built[winner]! - Math.max(0, ...built.filter((_, seat) => seat !== winner));
  const best = rounds.reduce<RoundEnd | null>((most, one) => (most && gain(most) > gain(one) ? most : one), null);
  if (!best || gain(best) < 1 || best.built[winner]! < 2) return null;
  return { key: "best_round", seats: { name: winner }, values: { round: best.round, n: best.built[winner]! }, version: best.version };
}

/** How far behind the winner once was. */
function behindFact({ rounds }: Course, winner: number): Fact | null {
  const gap = ({ cities }: RoundEnd) => Math.max(...cities) - cities[winner]!;
  const worst = rounds.reduce<RoundEnd | null>((most, one) => (most && gap(most) >= gap(one) ? most : one), null);
  if (!worst || gap(worst) < FAR_BEHIND) return null;
  const other = worst.cities.indexOf(Math.max(...worst.cities));
  return { key: "behind", seats: { name: winner, other }, values: { round: worst.round, n: gap(worst) }, version: worst.version };
}

/** A player who had the cities or the plants to win, but not both. */
function missedFact(view: View, winner: number, version: number): Fact | null {
  const ranking = view.result?.ranking ?? [];
  const enough = ranking.find((one) => one.seat === winner)?.supplied ?? 0;
  for (const { seat, cities, supplied } of ranking) {
    if (seat === winner) continue;
    if (cities >= enough && supplied < cities) return { key: "missed_power", seats: { name: seat }, values: { cities, n: supplied }, version };
    const { output } = view.players[seat]!;
    if (output > enough && cities < enough) return { key: "missed_cities", seats: { name: seat }, values: { cities, n: output }, version };
  }
  return null;
}

function endFact({ ender, rounds }: Course, view: View): Fact | null {
  const last = rounds.at(-1);
  if (!ender || !last) return null;
  return { key: "ended", seats: { name: ender.seat }, values: { round: last.round, n: view.players[ender.seat]!.cities }, version: ender.version };
}

/** At most five facts about how somebody won, in the order of the game; none where several share the win. */
export function turningPoints(view: View, rows: Row[]): Fact[] {
  const [winner, another] = view.result?.winners ?? [];
  if (winner === undefined || another !== undefined) return [];
  const course = courseOf(view, rows);
  // games with other ways to get cities tell nothing wrong
  const whole = course.rounds.length > 1 && course.rounds[0]!.cities.every((n) => n >= 0);
  const end = rows.at(-1)?.seq ?? 0;
  const found = [
    whole ? leadFact(course, view, winner) : null,
    purchaseFact(course, view, winner),
    whole ? roundFact(course, winner) : null,
    missedFact(view, winner, end),
    whole ? behindFact(course, winner) : null,
    endFact(course, view),
  ];
  return found
    .filter((one) => one !== null)
    .slice(0, MAX_FACTS)
    .sort((a, b) => a.version - b.version);
}
