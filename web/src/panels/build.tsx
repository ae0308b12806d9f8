// Building: cities go into a plan, with what each costs and what the plan leaves; one button builds them all.
import { useEffect } from "preact/hooks";
import type { JSX } from "preact";
import { partsOf } from "../editions/registry";
import type { ConnectOption, GameEvent, Move, PlayerView, View } from "../generated/api";
import { Primary, Quiet, Secondary } from "../parts/controls";
import { House, Sym } from "../parts/symbols";
import { type Table, useTable } from "../store/table";
import { cityName, useWords, type Words } from "../words";
import { Ask, type PanelProps } from "./ask";
import { FromTo, Income, payment, Sums } from "./income";
import { careful } from "./warnings";

export type Connected = Pick<Extract<GameEvent, { kind: "city-connected" }>, "city" | "place_cost" | "connection_cost" | "path">;

/** The cities that can be connected now, on top of the plan. */
export function connectOptions(table: Table): Map<string, Omit<ConnectOption, "kind">> {
  const { live, myTurn, play: { plan, preview }, whatIf: { citiesLater } } = table;
  const own = live.value && partsOf(live.value.edition).map;
  if (own?.builds(table)) return new Map(own.options(table).map((one) => [one.city, one]));
  if (citiesLater.value.length) return new Map(offersLater(table).filter((one) => one.cost <= moneyLater(table)).map((one) => [one.city, one]));
  if (!myTurn.value || live.value?.decision?.kind !== "build") return new Map();
  const from = plan.value.length ? preview.value?.view : live.value;
  const options = from?.decision?.kind === "build" ? (from.decision.options ?? []) : [];
  return new Map(options.filter((one): one is ConnectOption => one.kind === "connect").map((one) => [one.city, one]));
}

/** The planned cities with their prices, as the preview says; while it is not my turn, as the server prices them. */
export function plannedCities({ play: { preview }, prices, whatIf: { citiesLater } }: Table): Connected[] {
  if (citiesLater.value.length) return prices()?.planned ?? [];
  const events = preview.value?.events ?? [];
  return events.filter((one) => "place_cost" in one);
}

/** Whether I can plan cities for my next turn to build, while it is not my turn. */
export function canPlanLater({ due, eyes, live, past, presetTurn }: Table): boolean {
  const [now, seat] = [live.value, eyes.value];
  if (!now || seat === null || past.value || now.result || due.value || presetTurn.value || !now.regions.length) return false;
  if (partsOf(now.edition).PlayerBoard) return false;
  return now.decision?.kind === "build" ? now.next_seats.includes(seat) : now.phase !== "bureaucracy";
}

/** What can be built on top of the plan for later, paid for or not. */
export const offersLater = (table: Table): ConnectOption[] => (table.prices()?.offers ?? []).filter((one): one is ConnectOption => one.kind === "connect");

/** What the plan for later leaves of my money. */
export function moneyLater(table: Table): number {
  const { eyes, live } = table;
  const money = live.value?.players[eyes.value ?? -1]?.money ?? 0;
  return plannedCities(table).reduce((left, one) => left - one.place_cost - one.connection_cost, money);
}

/** Put a city into the plan for later, or take it out. */
export function toggleLater({ whatIf: { citiesLater, cityWish } }: Table, city: string): void {
  const now = citiesLater.value;
  cityWish.value = now.includes(city) ? now.filter((one) => one !== city) : [...now, city];
}

/** The city that a move is about. */
export const cityOf = (move: Move): string | null => ("city" in move ? move.city : null);

export function togglePlan({ play: { plan } }: Table, city: string): void {
  const there = plan.value.findIndex((move) => cityOf(move) === city);
  if (there >= 0) plan.value = plan.value.filter((_, i) => i !== there);
  else plan.value = [...plan.value, { kind: "connect", city }];
}

export function pathText({ t }: Words, view: View, path: string[]): string {
  if (path.length < 2) return t("first_city");
  const [from, ...rest] = path.map((id) => cityName(view.map, id));
  const via = rest.slice(0, -1);
  return via.length ? t("from_via", { from: from!, via: via.join(", ") }) : t("from", { from: from! });
}

/** The cheapest city where none is on offer: the rest of my money does not pay it, or a card is drawn before. */
function cheapestNext({ prices, words: { t } }: Table, view: View, left: number): string {
  const next = prices()?.next[0];
  if (!next) return t("nothing_more");
  const facts = { city: cityName(view.map, next.cities[0]!), cost: next.cost };
  return next.cost > left ? t("cheapest_short", { ...facts, n: next.cost - left }) : t("cheapest_after", facts);
}

/** What is left of the plan where it turns up a card: that is seen before one goes on. */
export const afterCard = (table: Table): Move[] => (table.play.preview.value?.stopped === "draw" ? table.play.plan.value.slice(table.play.preview.value.made) : []);

/** Build all that is planned; or up to a card, and keep the rest. */
export const buildPlan = (table: Table): Promise<void> => table.play.withPlan(() => void build(table));

async function build(table: Table): Promise<void> {
  const { myTurn, play: { act, plan } } = table;
  const rest = afterCard(table);
  const now = plan.value.slice(0, plan.value.length - rest.length);
  if ((await act(...now, ...(rest.length ? [] : [{ kind: "done" } as const]))) && myTurn.value) plan.value = rest;
}

/** The planned cities, each with its price and a button that takes it out. */
export function PlannedCities({ view, me, onRemove }: { view: View; me: PlayerView; onRemove: (city: string) => void }): JSX.Element {
  const table = useTable();
  const words = useWords();
  const { t } = words;
  return (
    <ul class="plan-list">
      {plannedCities(table).map((one) => (
        <li key={one.city}>
          <House seat={me.seat} />
          <span class="plan-city">
            {cityName(view.map, one.city)}
            <small>
              {pathText(words, view, one.path)}: {one.connection_cost} + {t("place_n", { n: one.place_cost })}
            </small>
          </span>
          <span class="plan-cost">{one.place_cost + one.connection_cost}</span>
          <button type="button" class="remove-button" aria-label={t("remove_city", { city: cityName(view.map, one.city) })} onClick={() => onRemove(one.city)}>
            <Sym id="x" />
          </button>
        </li>
      ))}
    </ul>
  );
}

/** Building nothing is a slip for a company without cities that could pay for one and power it. */
function withoutCity({ t }: Words, view: View, me: PlayerView): string | null {
  return me.cities === 0 && me.powered_now > 0 ? t("warn_build", { n: payment(view.edition, 0), income: payment(view.edition, 1) }) : null;
}

export function BuildPanel({ view, me }: PanelProps): JSX.Element {
  const table = useTable();
  const { play: { act, plan, preview }, whatIf: { cityWish } } = table;
  const words = useWords();
  const { t } = words;
  useEffect(() => {
    // what I thought of before my turn is my plan now
    if (cityWish.value?.length && !plan.value.length) plan.value = cityWish.value.map((city) => ({ kind: "connect", city }));
    cityWish.value = null;
  }, []);
  const cities = plannedCities(table);
  const waiting = plan.value.length > 0 && !preview.value;
  const cost = cities.reduce((sum, one) => sum + one.place_cost + one.connection_cost, 0);
  const after = preview.value?.view.players[me.seat] ?? me;
  const open = [...connectOptions(table).values()].sort((a, b) => a.cost - b.cost);
  const cheapest = open[0];
  const left = (me.money ?? 0) - cost;
  const now = Math.min(me.supplies, me.cities);
  return (
    <>
      <div class="action-body">
        <Ask title={t("build_title")} side={t("money_n", { n: me.money ?? 0 })} />
        {cities.length > 0 ? (
          <PlannedCities view={view} me={me} onRemove={(city) => togglePlan(table, city)} />
        ) : (
          <div class="note is-calm">{open.length ? t("choose_cities") : t("no_city_affordable")}</div>
        )}
        {cities.length === 0 && open.length > 0 && (
          <ul class="nearby-cities">
            {open.slice(0, 4).map((one) => (
              <li key={one.city}>
                <button type="button" data-city-offer={one.city} onClick={() => togglePlan(table, one.city)}>
                  <span>{cityName(view.map, one.city)}</span>
                  <small>
                    {one.connection_cost} + {one.place_cost}
                  </small>
                  <b>{one.cost}</b>
                </button>
              </li>
            ))}
          </ul>
        )}
        <Sums
          items={[
            [t("plan_costs"), cost],
            [t("money_left"), left],
            [t("cities"), <FromTo key="c" from={me.cities} to={after.cities} />],
          ]}
        />
        <Income edition={view.edition} now={now} then={Math.min(after.supplies, after.cities)} />
        {afterCard(table).length > 0 ? <p class="note is-calm">{t("card_first")}</p> : cities.length > 0 && (
          <p class="hint">
            {cheapest ? t("cheapest_after", { city: cityName(view.map, cheapest.city), cost: cheapest.cost }) : cheapestNext(table, view, left)}
          </p>
        )}
      </div>
      <div class="button-bar">
        {plan.value.length > 0 ? (
          <>
            <Primary disabled={waiting} onClick={() => void buildPlan(table)}>
              {t("build_n", { n: cities.length, cost })}
            </Primary>
            <Secondary onClick={() => (plan.value = [])}>{t("clear")}</Secondary>
          </>
        ) : (
          <Quiet onClick={() => careful(table, "build", open.length ? withoutCity(words, view, me) : null, () => void act({ kind: "done" }))}>{t("pass")}</Quiet>
        )}
      </div>
    </>
  );
}
