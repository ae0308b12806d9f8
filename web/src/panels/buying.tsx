// Buying fuel: a plan over all fuels, then one confirmation.
import { useEffect } from "preact/hooks";
import type { JSX } from "preact";
import type { BuyOption, PlayerView } from "../generated/api";
import { Primary, Quiet, Secondary, Stepper } from "../parts/controls";
import { spread } from "../parts/plant";
import { Fuel } from "../parts/symbols";
import { plantFacts, plantFuels } from "../store/reference";
import { type Table, useTable } from "../store/table";
import { cap, fuelName, useText } from "../words";
import { Ask, type PanelProps } from "./ask";
import { buyOptions, costOf, mostOf, planned, setPlanned } from "./fuel";
import { FromTo, Income, Sums } from "./income";
import { careful } from "./warnings";

/** A plan that gives every plant fuel for so many runs, the cheaper fuel where a plant takes several. */
function fillUp(table: Table, { view, me }: PanelProps, runs: number): Record<string, number> {
  const { live } = table;
  const lies = spread(view.edition, me);
  const options = buyOptions(live.value);
  const out: Record<string, number> = {};
  const price = (fuel: string) => {
    const costs = options.get(fuel)?.costs ?? [];
    const have = out[fuel] ?? 0;
    return have < costs.length ? costs[have]! - (have ? costs[have - 1]! : 0) : Infinity;
  };
  for (const plant of me.plants) {
    const facts = plantFacts(view.edition, plant);
    if (!facts?.burns) continue;
    const fuels = plantFuels(view.edition, facts);
    for (let need = facts.burns * runs - (lies.get(plant)?.length ?? 0); need > 0; need--) {
      const best = fuels.reduce((a, b) => (price(b) < price(a) ? b : a), fuels[0]!);
      if (price(best) === Infinity) break;
      out[best] = (out[best] ?? 0) + 1;
    }
  }
  return affordable(table, out, me.money ?? 0);
}

function affordable(table: Table, wanted: Record<string, number>, money: number): Record<string, number> {
  const total = () => Object.entries(wanted).reduce((sum, [fuel, count]) => sum + costOf(table, fuel, count), 0);
  while (total() > money) {
    const last = Object.keys(wanted)
      .filter((fuel) => wanted[fuel]! > 0)
      .reduce((a, b) => (costOf(table, b, wanted[b]!) > costOf(table, a, wanted[a]!) ? b : a));
    wanted[last]!--;
  }
  return wanted;
}

/** What one more than planned would cost; nothing where there is no more to be had. */
function nextPrice({ costs }: BuyOption, planned: number): number | null {
  const then = costs[planned];
  return then === undefined ? null : then - (costs[planned - 1] ?? 0);
}

/** Whether to buy this, or nothing, looks like a slip: cities go without, or a plant that could have fuel stands still. */
function slipOf({ play: { plan }, words: { cardText, t } }: Table, { view, me }: PanelProps, after: PlayerView): string | null {
  const options = buyOptions(view);
  if (!options.size) return null;
  if (after.supplies < Math.min(me.cities, me.output)) return t("warn_fuel", { n: after.supplies, cities: me.cities });
  const idle = after.idle.filter((plant) => {
    const facts = plantFacts(view.edition, plant);
    return facts && plantFuels(view.edition, facts).some((fuel) => options.has(fuel));
  });
  return idle.length && !plan.value.length ? t("warn_idle", { plants: idle.map(cardText).join(", ") }) : null;
}

const afterPlan = (table: Table, me: PlayerView): PlayerView => table.play.preview.value?.view.players[me.seat] ?? me;

export function BuyPanel(props: PanelProps): JSX.Element {
  const table = useTable();
  const { play: { act, plan, withPlan }, whatIf: { fuelWish } } = table;
  const t = useText();
  const { view, me } = props;
  const wants = planned(table);
  const options = buyOptions(view);
  useEffect(() => {
    // what I thought of before my turn is my plan now, as far as it is still on offer
    const thought = Object.entries(fuelWish.value).map(([fuel, n]) => [fuel, Math.min(n, options.get(fuel)?.costs.length ?? 0)]);
    if (thought.length) setPlanned(table, affordable(table, Object.fromEntries(thought), me.money ?? 0));
    fuelWish.value = {};
  }, []);
  const cost = Object.entries(wants).reduce((sum, [fuel, count]) => sum + costOf(table, fuel, count), 0);
  const count = Object.values(wants).reduce((sum, one) => sum + one, 0);
  const after = afterPlan(table, me);
  const finish = () => void withPlan(() => careful(table, "fuel", slipOf(table, props, afterPlan(table, me)), () => void act(...plan.value, { kind: "done" })));
  return (
    <>
      <div class="action-body">
        <Ask title={t("buy_title")} side={t("money_n", { n: me.money ?? 0 })} />
        {options.size > 0 ? (
          <>
            <p class="hint only-wide">{t("buy_below")}</p>
            <ul class="purchase-list only-compact">
              {[...options.values()].map((option) => {
                const wish = wants[option.fuel] ?? 0;
                return (
                  <li key={option.fuel} data-buy={option.fuel}>
                    <Fuel id={option.fuel} />
                    <span class="name">
                      {cap(fuelName(view.edition, option.fuel))}
                      <small>{t("holds_room", { has: me.fuel[option.fuel] ?? 0, room: option.room })}</small>
                    </span>
                    <span class="next-price">
                      <small>{t("next")}</small>
                      {nextPrice(option, wish) ?? "–"}
                    </span>
                    <Stepper
                      value={wish}
                      most={mostOf(table, option.fuel)}
                      label={cap(fuelName(view.edition, option.fuel))}
                      onChange={(value) => setPlanned(table, { ...wants, [option.fuel]: value })}
                    />
                    <b>{costOf(table, option.fuel, wish) || "–"}</b>
                  </li>
                );
              })}
            </ul>
            <div class="fill-buttons">
              <button type="button" class="quick-button" data-fill onClick={() => setPlanned(table, fillUp(table, props, 1))}>
                {t("fill_once")}
              </button>
              <button type="button" class="quick-button" onClick={() => setPlanned(table, fillUp(table, props, 2))}>
                {t("fill_all")}
              </button>
            </div>
          </>
        ) : (
          <div class="note is-calm">{t("nothing_to_buy")}</div>
        )}
        <Sums
          items={[
            [t("plan_costs"), cost],
            [t("money_left"), (me.money ?? 0) - cost],
            me.cities
              ? [t("supplies"), <FromTo key="s" from={me.supplies} to={after.supplies} />]
              : [t("enough_for"), t("n_cities", { n: after.powered_now })],
          ]}
        />
        <Income edition={view.edition} now={me.supplies} then={after.supplies} />
        <p class="hint" data-enough>
          {me.cities > 0 && after.powered_now > after.supplies && t("enough_hint", { n: after.powered_now })}{" "}
          {after.powered_now < me.output && t("could_supply", { n: me.output })}
        </p>
      </div>
      <div class="button-bar">
        {count > 0 ? (
          <>
            <Primary onClick={finish}>{t("buy_n", { n: count, cost })}</Primary>
            <Secondary onClick={() => setPlanned(table, {})}>{t("clear")}</Secondary>
          </>
        ) : (
          <Quiet onClick={finish}>{t("pass")}</Quiet>
        )}
      </div>
    </>
  );
}
