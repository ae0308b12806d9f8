// What can a company supply: any of its plants and of the market's, fuel on top of its own, any number of cities.
import { useState } from "preact/hooks";
import type { JSX } from "preact";
import type { CardRef, PlayerView, View } from "../generated/api";
import { Dialog, Stepper } from "../parts/controls";
import { Mini, spread } from "../parts/plant";
import { Fuel, House } from "../parts/symbols";
import { useForecast } from "../store/forecast";
import { editions, plantFacts } from "../store/reference";
import { useTable } from "../store/table";
import { cap, fuelName, useText, useWords } from "../words";
import { extraOf } from "./cards";
import { FromTo, Income, Sums } from "./income";
import { nameOf } from "./players";

function Inside({ view, player }: { view: View; player: PlayerView }): JSX.Element {
  const { cardText, fuelText, t, term } = useWords();
  const [plants, setPlants] = useState<CardRef[] | null>(null);
  const [buy, setBuy] = useState<Record<string, number>>({});
  const [cities, setCities] = useState<number | null>(null);
  const out = useForecast({ seat: player.seat, buy, ...(plants && { plants }), ...(cities !== null && { cities }) });
  const fuels = editions.value[view.edition]?.fuels.filter((one) => view.fuels[one.id]) ?? [];
  const mine = plants ?? player.plants;
  const offered = [...view.current, ...view.future].filter((one) => plantFacts(view.edition, one));
  const toggle = (plant: CardRef) =>
    setPlants(mine.includes(plant) ? mine.filter((one) => one !== plant) : [...mine, plant]);
  const lies = spread(view.edition, player);
  const mini = (plant: CardRef) => (
    <Mini
      key={plant}
      edition={view.edition}
      plant={plant}
      lies={lies.get(plant)}
      extra={extraOf(view.edition, player, plant)}
      chosen={mine.includes(plant)}
      onClick={() => toggle(plant)}
    />
  );
  return (
    <>
      {player.plants.length > 0 && (
        <>
          <h3>{t("calc_plants")}</h3>
          <div class="plant-tiles is-selectable" style={{ "--cols": 4 }}>
            {player.plants.map(mini)}
          </div>
        </>
      )}
      {offered.length > 0 && (
        <>
          <h3>{t("calc_offer")}</h3>
          <div class="plant-tiles is-selectable" style={{ "--cols": 4 }}>
            {offered.map(mini)}
          </div>
        </>
      )}
      <h3>{t("calc_fuel")}</h3>
      <ul class="purchase-list">
        {fuels.map(({ id }) => (
          <li key={id}>
            <Fuel id={id} />
            <span class="name">
              {cap(fuelName(view.edition, id))}
              <small>{t("calc_has", { n: player.fuel[id] ?? 0 })}</small>
            </span>
            <Stepper
              value={buy[id] ?? 0}
              most={Math.min(view.fuels[id]!.in_market, (buy[id] ?? 0) + (out?.room[id] ?? 0))}
              label={cap(fuelName(view.edition, id))}
              onChange={(n) => setBuy({ ...buy, [id]: n })}
            />
            <b>{out?.costs[id] ?? "–"}</b>
          </li>
        ))}
        <li>
          <House seat={player.seat} />
          <span class="name">{term("cities")}</span>
          <Stepper value={cities ?? player.cities} most={99} label={term("cities")} onChange={setCities} />
          <b />
        </li>
      </ul>
      {out && (
        <>
          <Sums
            items={[
              [t("supplies"), <FromTo key="s" from={player.supplies} to={out.supplies} />],
              [cap(t("income")), out.income],
              [t("plan_costs"), out.cost],
            ]}
          />
          {out.run && (
            <p class="hint" data-calculated>
              {out.run.length
                ? t("calc_runs", { plants: out.run.map(cardText).join(", "), fuel: fuelText(view.edition, out.burn ?? {}) })
                : t("calc_runs_none")}
              {!out.fits && ` ${t("calc_unfit")}`}
            </p>
          )}
          <Income edition={view.edition} now={player.supplies} then={out.supplies} />
        </>
      )}
    </>
  );
}

export function Calculator({ view }: { view: View }): JSX.Element | null {
  const table = useTable();
  const { whatIf: { calculated } } = table;
  const t = useText();
  const player = calculated.value === null ? undefined : view.players[calculated.value];
  if (!player || player.neutral) return null;
  const close = () => (calculated.value = null);
  return (
    <Dialog title={t("calc_of", { name: nameOf(table, view, player.seat) })} onClose={close}>
      <Inside key={player.seat} view={view} player={player} />
    </Dialog>
  );
}
