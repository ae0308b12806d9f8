// Running plants: which, with which fuel where a hybrid leaves a choice; what it supplies and pays.
import { useState } from "preact/hooks";
import type { JSX } from "preact";
import type { CardRef, RunOption } from "../generated/api";
import { Primary } from "../parts/controls";
import { Mini, spread } from "../parts/plant";
import { useTable } from "../store/table";
import { cap, useWords } from "../words";
import { Ask, type PanelProps } from "./ask";
import { extraOf } from "./cards";
import { Income, Sums } from "./income";
import { careful } from "./warnings";

const burnt = (option: RunOption): number => Object.values(option.burn).reduce((sum, one) => sum + one, 0);
const same = (a: CardRef[], b: CardRef[]): boolean => a.length === b.length && a.every((one) => b.includes(one));

/** The offer that pays most, and of those the one that burns least. */
function best(options: RunOption[]): RunOption | undefined {
  return [...options].sort(
    (a, b) => b.income - a.income || burnt(a) - burnt(b) || a.plants.length - b.plants.length,
  )[0];
}

export function RunPanel({ view, me, options }: PanelProps): JSX.Element {
  const table = useTable();
  const { play: { act } } = table;
  const { fuelText, t } = useWords();
  const runs = options.filter((one): one is RunOption => one.kind === "run");
  const proposed = best(runs);
  const [wished, setWished] = useState<{ version: number; plants: CardRef[]; burn: string | null } | null>(null);
  const mine = wished?.version === view.version ? wished : null;
  const plants = mine?.plants ?? proposed?.plants ?? [];
  const ways = runs.filter((one) => same(one.plants, plants)).sort((a, b) => burnt(a) - burnt(b));
  const chosen =
    ways.find((one) => JSON.stringify(one.burn) === mine?.burn) ??
    (mine ? ways[0] : ways.find((one) => JSON.stringify(one.burn) === JSON.stringify(proposed?.burn)));
  const toggle = (plant: CardRef) => {
    const next = plants.includes(plant) ? plants.filter((one) => one !== plant) : [...plants, plant];
    setWished({ version: view.version, plants: next, burn: null });
  };
  const lies = spread(view.edition, me);
  const slip =
    chosen && proposed && proposed.income > chosen.income
      ? t("warn_income", { n: proposed.income - chosen.income })
      : null;
  return (
    <>
      <div class="action-body">
        <Ask title={t("run_title")} side={t("run_side", { n: me.cities })} />
        <div class="plant-tiles is-selectable" style={{ "--cols": Math.max(3, me.plants.length) }}>
          {me.plants.map((plant) => (
            <Mini
              key={plant}
              edition={view.edition}
              plant={plant}
              lies={lies.get(plant)}
              extra={extraOf(view.edition, me, plant)}
              chosen={plants.includes(plant)}
              onClick={() => toggle(plant)}
            />
          ))}
        </div>
        {ways.length > 1 && (
          <fieldset class="burn-options">
            <legend>{t("which_fuel")}</legend>
            {ways.map((one) => (
              <label key={JSON.stringify(one.burn)}>
                <input
                  type="radio"
                  name="burn"
                  data-burn={JSON.stringify(one.burn)}
                  checked={one === chosen}
                  onChange={() => setWished({ version: view.version, plants, burn: JSON.stringify(one.burn) })}
                />
                {fuelText(view.edition, one.burn)}
              </label>
            ))}
          </fieldset>
        )}
        {chosen ? (
          <>
            <p class="hint">{burnt(chosen) ? t("burns", { fuel: fuelText(view.edition, chosen.burn) }) : t("burns_nothing")}</p>
            <Sums
              items={[
                [t("supplies"), `${chosen.supplied}/${me.cities}`],
                [cap(t("income")), chosen.income],
                [t("money_then"), (me.money ?? 0) + chosen.income],
              ]}
            />
            <Income edition={view.edition} now={chosen.supplied} then={null} />
          </>
        ) : (
          <div class="note is-calm">{t("not_enough_fuel")}</div>
        )}
      </div>
      <div class="button-bar">
        <Primary
          disabled={!chosen}
          onClick={() => careful(table, "income", slip, () => void act({ kind: "run", plants: chosen!.plants, burn: chosen!.burn }))}
        >
          {chosen ? t("run_for", { n: chosen.supplied, income: chosen.income }) : t("not_enough_fuel")}
        </Primary>
      </div>
    </>
  );
}
