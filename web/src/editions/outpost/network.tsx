// Expanding the network: houses, plants and housings go into a plan; one button builds them all.
import type { JSX } from "preact";
import type { BuildOption, CardRef, CompanyBoardView, View } from "../../generated/api";
import { Primary, Quiet, Secondary } from "../../parts/controls";
import { Sym } from "../../parts/symbols";
import { siteSymbol } from "./symbols";
import { companies, companyOf, slotKind } from "./company";
import { cardFacts } from "./facts";
import { useTable } from "../../store/table";
import { cap, useWords, type Words } from "../../words";
import { boardPlace, siteName } from "./words";
import { Ask, type PanelProps } from "../../panels/ask";
import { buildPlan, pathText } from "../../panels/build";
import { FromTo, Sums } from "../../panels/income";
import { createBuilding, type Planned, plannedBuildings, siteOfEvent, siteOptions, toggleSite } from "./sites";

const SITES = ["house", "plant", "housing"] as const;

/** The cards of a kind that lie beside the board while none of the unlocked slots is free for them. */
function waitingFor(view: View, cards: CardRef[], company: CompanyBoardView, kind: string): CardRef[] {
  const all = cards.filter((card) => slotKind(cardFacts(view.edition, card)) === kind);
  const slots = kind === "plant" ? company.plant_slots : company.housing_slots;
  return all.length > slots ? all.filter((card) => !company.placed.includes(card)) : [];
}

function Kinds({ seat, waits }: { seat: number; waits: Record<string, CardRef[]> }): JSX.Element {
  const table = useTable();
  const building = table.own(createBuilding);
  const words = useWords();
  const { t } = words;
  return (
    <div class="site-kinds" role="radiogroup" aria-label={t("what_to_build")}>
      {SITES.map((site) => {
        const cheapest = siteOptions(table, site)[0];
        const chosen = building.value === site;
        return (
          <button
            key={site}
            type="button"
            role="radio"
            aria-checked={chosen}
            class={chosen ? "is-chosen" : ""}
            data-kind={site}
            data-waits={waits[site]?.length ? true : undefined}
            onClick={() => (building.value = site)}
          >
            <Sym id={siteSymbol(table, site, seat)} />
            <b>{cap(siteName(words, site))}</b>
            <small>{cheapest ? t("from_n", { n: cheapest.cost }) : "–"}</small>
          </button>
        );
      })}
    </div>
  );
}

function offerText(words: Words, view: View, one: BuildOption): string {
  const { t } = words;
  return one.path.length ? `${one.connection_cost} + ${one.place_cost}` : t("on_card", { card: boardPlace(words, view, one.city) });
}

/** From where a building is connected; what is built where I am already needs no connection. */
function from(words: Words, view: View, seat: number, path: string[], first: boolean): string {
  const { t } = words;
  const there = [...(view.players[seat]?.network ?? []), ...Object.values(companies(view)?.sites ?? {}).filter((one) => one === seat)];
  return path.length < 2 && !(first && !there.length) ? t("same_city") : pathText(words, view, path);
}

function PlannedLine({ view, seat, event, first }: { view: View; seat: number; event: Planned; first: boolean }): JSX.Element {
  const table = useTable();
  const words = useWords();
  const { t } = words;
  const site = siteOfEvent(event);
  const place = event.kind === "built-on-card" ? String(event.card) : event.city;
  const cost = event.kind === "built-on-card" ? 0 : event.place_cost + event.connection_cost;
  const where = boardPlace(words, view, place);
  return (
    <li>
      <Sym id={siteSymbol(table, site, seat)} />
      <span class="plan-city">
        {where}
        <small>
          {event.kind === "built-on-card"
            ? cap(siteName(words, site))
            : `${cap(siteName(words, site))}, ${from(words, view, seat, event.path, first)}: ${event.connection_cost} + ${t("place_n", { n: event.place_cost })}`}
        </small>
      </span>
      <span class="plan-cost">{cost}</span>
      <button type="button" class="remove-button" aria-label={t("remove_city", { city: where })} onClick={() => toggleSite(table, site, place)}>
        <Sym id="x" />
      </button>
    </li>
  );
}

export function NetworkPanel({ view, me }: PanelProps): JSX.Element {
  const table = useTable();
  const { play: { plan, preview }, ui: { tapped } } = table;
  const building = table.own(createBuilding);
  const words = useWords();
  const { cardText, t, term } = words;
  const planned = plannedBuildings(table);
  const waiting = plan.value.length > 0 && !preview.value;
  const then = preview.value?.view ?? view;
  const after = then.players[me.seat] ?? me;
  const now = companyOf(view, me.seat);
  const company = companyOf(then, me.seat);
  const left = after.money ?? 0;
  const cost = (me.money ?? 0) - left;
  const offers = siteOptions(table, building.value);
  if (!now || !company) return <></>;
  const waits = {
    plant: waitingFor(then, after.plants, company, "plant"),
    housing: waitingFor(then, after.plants, company, "housing"),
  };
  const build = () => {
    tapped.value = null;
    void buildPlan(table);
  };
  const price = Object.values(then.fuels)[0]?.price ?? null;
  const stuck = [...waits.plant, ...waits.housing].map(cardText);
  return (
    <>
      <div class="action-body">
        <Ask title={t("network_title")} side={t("money_n", { n: me.money ?? 0 })} />
        <Kinds seat={me.seat} waits={waits} />
        {planned.length > 0 && (
          <ul class="plan-list">
            {planned.map((event, i) => (
              <PlannedLine key={i} view={view} seat={me.seat} event={event} first={i === 0} />
            ))}
          </ul>
        )}
        {offers.length > 0 ? (
          <ul class="nearby-cities">
            {offers.slice(0, planned.length > 1 ? 2 : 4).map((one) => (
              <li key={one.city}>
                <button type="button" data-city-offer={one.city} onClick={() => toggleSite(table, one.site, one.city)}>
                  <span>{boardPlace(words, view, one.city)}</span>
                  <small>{offerText(words, view, one)}</small>
                  <b>{one.cost}</b>
                </button>
              </li>
            ))}
          </ul>
        ) : (
          !waiting && <div class="note is-calm">{planned.length ? t("nothing_more") : t("nothing_affordable")}</div>
        )}
        {planned.length === 0 && offers.length > 0 && <p class="hint">{t("choose_sites")}</p>}
        <Sums
          items={[
            [t("plan_costs"), cost],
            [t("money_left"), left],
            [t("cities"), <FromTo key="c" from={me.cities} to={after.cities} />],
            [t("plant_slots"), <FromTo key="p" from={now.plant_slots} to={company.plant_slots} />],
            [t("housing_slots"), <FromTo key="h" from={now.housing_slots} to={company.housing_slots} />],
            [term("capacity"), me.output],
          ]}
        />
        {company.need > company.places && price !== null && (
          <p class="hint">{t("wages_ahead", { need: company.need, places: company.places, price })}</p>
        )}
        {stuck.length > 0 && <p class="hint">{t("card_waits", { cards: stuck.join(", ") })}</p>}
      </div>
      <div class="button-bar">
        {plan.value.length > 0 ? (
          <>
            <Primary disabled={waiting} onClick={build}>
              {t("build_things", { n: planned.length, cost })}
            </Primary>
            <Secondary onClick={() => (plan.value = [])}>{t("clear")}</Secondary>
          </>
        ) : (
          <Quiet onClick={build}>{t("pass")}</Quiet>
        )}
      </div>
    </>
  );
}
