// The fuel market: one row a fuel, its spaces, the price of the next, and a stepper that plans.
import type { JSX } from "preact";
import { partsOf } from "../editions/registry";
import type { BuyOption, Move, View } from "../generated/api";
import { Stepper } from "../parts/controls";
import { lazy } from "../parts/lazy";
import { Fuel } from "../parts/symbols";
import { Tip } from "../parts/tip";
import { useForecast } from "../store/forecast";
import { editions, type FuelFacts } from "../store/reference";
import { type Table, useTable } from "../store/table";
import { cap, fuelName, useText } from "../words";

const PresetButton = lazy(() => import("./presetmoves").then((one) => one.PresetButton));

/** How many markers of each fuel I plan to buy. */
export function planned({ play: { plan } }: Table): Record<string, number> {
  const out: Record<string, number> = {};
  for (const move of plan.value) if (move.kind === "buy") out[move.fuel] = move.count;
  return out;
}

export const purchases = (wanted: Record<string, number>): Move[] =>
  Object.entries(wanted)
    .filter(([, count]) => count > 0)
    .map(([fuel, count]): Move => ({ kind: "buy", fuel, count }));

export function setPlanned({ play: { plan } }: Table, wanted: Record<string, number>): void {
  plan.value = purchases(wanted);
}

export function buyOptions(view: View | null): Map<string, BuyOption> {
  const options = view?.decision?.options ?? [];
  return new Map(options.filter((one): one is BuyOption => one.kind === "buy").map((one) => [one.fuel, one]));
}

/** What a number of markers costs, as the decision says. */
export function costOf({ live }: Table, fuel: string, count: number): number {
  return count ? (buyOptions(live.value).get(fuel)?.costs[count - 1] ?? 0) : 0;
}

/** How many can be planned: what the previewed plan buys, which may be one click behind, and what could still be bought then. */
export function mostOf({ eyes, live, play: { preview } }: Table, fuel: string): number {
  const then = preview.value?.view ?? live.value;
  const has = (view: View | null) => (eyes.value === null ? 0 : (view?.players[eyes.value]?.fuel[fuel] ?? 0));
  return has(then) - has(live.value) + (buyOptions(then).get(fuel)?.costs.length ?? 0);
}

function spacesFilled(facts: FuelFacts, inMarket: number): Map<number, { size: number; empty: number }> {
  const total = facts.spaces.reduce((sum, [, size]) => sum + size, 0);
  let empty = total - inMarket;
  const out = new Map<number, { size: number; empty: number }>();
  for (const [price, size] of facts.spaces) {
    const gone = Math.max(0, Math.min(size, empty));
    empty -= gone;
    const before = out.get(price);
    out.set(price, { size: (before?.size ?? 0) + size, empty: (before?.empty ?? 0) + gone });
  }
  return out;
}

/** What the steppers plan, and how far: a purchase in its phase, at other times a thought that the server prices. */
function usePlan(view: View): { wants: Record<string, number>; sum: number; cost: (fuel: string) => number; most: (fuel: string) => number } | null {
  const table = useTable();
  const { eyes, myTurn, past, whatIf: { fuelWish, prospect } } = table;
  const seat = eyes.value;
  const buying = myTurn.value && view.decision?.kind === "fuel";
  const plans = seat !== null && past.value === null && view.result === null && !buying && !partsOf(view.edition).PlayerBoard;
  const wants = buying ? planned(table) : fuelWish.value;
  const card = prospect.value;
  const outlook = useForecast(plans ? { seat, buy: wants, ...(card !== null && { card }) } : null);
  if (buying) return { wants, sum: 0, cost: (fuel) => costOf(table, fuel, wants[fuel] ?? 0), most: (fuel) => mostOf(table, fuel) };
  if (!plans) return null;
  return {
    wants,
    sum: Object.keys(wants).length ? (outlook?.cost ?? 0) : 0,
    cost: (fuel) => outlook?.costs[fuel] ?? 0,
    most: (fuel) => {
      const wish = wants[fuel] ?? 0;
      return Math.min(view.fuels[fuel]?.in_market ?? 0, wish + (outlook?.room[fuel] ?? 0));
    },
  };
}

function change(table: Table, view: View, wants: Record<string, number>): void {
  const { myTurn, whatIf: { fuelWish } } = table;
  if (myTurn.value && view.decision?.kind === "fuel") setPlanned(table, wants);
  else fuelWish.value = Object.fromEntries(Object.entries(wants).filter(([, count]) => count > 0));
}

/** What the coming refill brings: what is sure, and where more is likely also that. */
function Refill({ sure, likely }: { sure: number | null; likely: number | null }): JSX.Element {
  const t = useText();
  if (sure === null || likely === null) return <>–</>;
  const text = sure === likely ? t("refill_sure", { n: sure }) : t("refill_likely", { n: sure, most: likely });
  return (
    <Tip text={text}>
      +{sure}
      {likely !== sure && <span class="likely">–{likely}</span>}
    </Tip>
  );
}

interface SpacesProps {
  facts: FuelFacts;
  /** Markers in the market. */
  left: number;
  prices: number[];
  /** The price of the next marker. */
  next: number | null;
  /** How many of the next markers are planned to be bought. */
  wish?: number;
}

/** The spaces of a fuel, as cells of the row of its market. */
export function FuelSpaces({ facts, left, prices, next, wish = 0 }: SpacesProps): JSX.Element {
  const spaces = spacesFilled(facts, left);
  let picked = wish;
  return (
    <>
      {prices.map((price) => {
        const space = spaces.get(price);
        if (!space) return <td key={price} class="space" />;
        return (
          <td key={price} class={`space${price === next ? " is-next-price" : ""}`}>
            <span class="fuel-pieces">
              {Array.from({ length: space.size }, (_, i) => {
                if (i < space.empty) return <u key={i} />;
                const mine = picked-- > 0;
                return (
                  <span key={i} class={mine ? "is-planned" : ""}>
                    <Fuel id={facts.id} />
                  </span>
                );
              })}
            </span>
          </td>
        );
      })}
    </>
  );
}

export function FuelMarket({ view }: { view: View }): JSX.Element | null {
  const table = useTable();
  const { myTurn, presets: { offered: presetsOffered, mine }, whatIf: { canBuyLater } } = table;
  const t = useText();
  const edition = editions.value[view.edition];
  const thought = usePlan(view);
  if (!edition) return null;
  const Own = partsOf(view.edition).FuelMarket;
  if (Own) return <Own view={view} />;
  const prices = [...new Set(edition.fuels.flatMap((one) => one.spaces.map(([price]) => price)))].sort((a, b) => a - b);
  const buying = myTurn.value && view.decision?.kind === "fuel";
  const wants = thought?.wants ?? {};
  const canPreset = !buying && thought?.sum && mine.value && presetsOffered.value && canBuyLater(view);
  const single = new Set(prices.filter((p) => edition.fuels.every((f) => f.spaces.filter(([q]) => q === p).every(([, n]) => n <= 1))));
  return (
    <section class="fuel">
      <table>
        <thead>
          <tr>
            <th>
              <h2>{t("fuel")}</h2>
            </th>
            {prices.map((price) => (
              <th key={price} class={`space${single.has(price) ? " is-narrow" : ""}`}>{price}</th>
            ))}
            <th>{t("next")}</th>
            {thought && <th class="stepper-cell">{canPreset ? <PresetButton view={view} buy={wants} cost={thought.sum} /> : t(buying ? "buy" : "plan")}</th>}
            {thought && <th class="fuel-cost">{t("cost")}</th>}
            <th class="refill">{t("refill")}</th>
          </tr>
        </thead>
        <tbody>
          {edition.fuels.map((facts) => {
            const state = view.fuels[facts.id];
            if (!state) return null;
            const wish = wants[facts.id] ?? 0;
            const cost = thought?.cost(facts.id) ?? 0;
            return (
              <tr key={facts.id} data-fuel={facts.id}>
                <td>
                  <span class="name">
                    <Fuel id={facts.id} />
                    <span>{cap(fuelName(view.edition, facts.id))}</span>
                    <small>{t("on_sale", { n: state.in_market })}</small>
                  </span>
                </td>
                <FuelSpaces facts={facts} left={state.in_market} prices={prices} next={state.price} wish={wish} />
                <td class="next-price">{state.price ?? "–"}</td>
                {thought && (
                  <td class="stepper-cell">
                    <Stepper
                      value={wish}
                      most={thought.most(facts.id)}
                      label={cap(fuelName(view.edition, facts.id))}
                      onChange={(value) => change(table, view, { ...wants, [facts.id]: value })}
                    />
                  </td>
                )}
                {thought && <td class={`fuel-cost${cost ? "" : " is-zero"}`}>{cost}</td>}
                <td class="refill">
                  <Refill sure={state.refill} likely={state.expected_refill} />
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </section>
  );
}
