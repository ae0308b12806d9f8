// The labour market: one box a space, with its price and the workers that still stand there.
import type { JSX } from "preact";
import type { View } from "../../generated/api";
import { Fuel } from "../../parts/symbols";
import { editions, spacesOf } from "../../store/reference";
import { type Table, useTable } from "../../store/table";
import { cap, fuelName, useText } from "../../words";
import { hireOption, wanted } from "./hire";

/** How many workers the plan takes from the market: seasonal ones first, then those that cost nothing. */
function takes(table: Table, view: View): [number, number] {
  const { myTurn } = table;
  const option = myTurn.value && view.decision?.kind === "workers" ? hireOption(view.decision.options ?? []) : null;
  if (!option) return [0, 0];
  const count = wanted(table, view, option);
  return [count, option.permanent[count] ?? 0];
}

export function LabourMarket({ view }: { view: View }): JSX.Element {
  const table = useTable();
  const { info } = table;
  const t = useText();
  const [seasonal, free] = takes(table, view);
  const players = info.value?.settings.players ?? view.players.filter((one) => !one.neutral).length;
  return (
    <section class="fuel labour">
      {editions.value[view.edition]!.fuels.map((facts) => {
        const state = view.fuels[facts.id];
        if (!state) return null;
        const spaces = spacesOf(facts, players);
        let empty = spaces.reduce((sum, [, size]) => sum + size, 0) - state.in_market;
        let taken = 0;
        const rows = (spaces[0]?.[1] ?? 1) > 4 ? 2 : 1;
        return (
          <div key={facts.id} data-fuel={facts.id}>
            <div class="panel-header">
              <h2>{t("fuel")}</h2>
              <span>
                {state.price === null ? t("labour_empty") : t("labour_left", { n: state.in_market, price: state.price })}
              </span>
            </div>
            <ol aria-label={cap(fuelName(view.edition, facts.id))}>
              {spaces.map(([price, size]) => {
                const gone = Math.max(0, Math.min(size, empty));
                empty -= gone;
                return (
                  <li key={price} class={`${price === state.price ? "is-next-price" : ""}${gone === size ? " is-empty" : ""}`} style={{ "--n": size, "--c": Math.ceil(size / rows), "--c2": Math.ceil(size / 2) }}>
                    <b>{price}</b>
                    <span class="fuel-pieces">
                      {Array.from({ length: size }, (_, i) => {
                        if (i < gone) return <u key={i} />;
                        const at = taken++;
                        return (
                          <span key={i} class={at < seasonal ? "is-planned" : at < seasonal + free ? "is-planned is-free" : ""}>
                            <Fuel id={facts.id} />
                          </span>
                        );
                      })}
                    </span>
                  </li>
                );
              })}
            </ol>
          </div>
        );
      })}
    </section>
  );
}
