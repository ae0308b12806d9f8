// The map with this game on it: who owns what, what the plan lights up, the card of the city that is looked at.
import { signal } from "@preact/signals";
import { useLayoutEffect, useRef } from "preact/hooks";
import type { JSX } from "preact";
import type { Option, RegionOption, View } from "../generated/api";
import { arts } from "../board/art";
import type { CityState } from "../board/city";
import { BoardMap } from "../board/map";
import type { Draft } from "../board/ground";
import { covered, dock, fixed, rest, taken, undock } from "../board/seen";
import { laidOut } from "../board/tiles";
import { type MapParts, modulesOf, partsOf } from "../editions/registry";
import { layout } from "../layout";
import { boards, connectionCost, editions } from "../store/reference";
import { picked, plan, preview } from "../store/play";
import { prices } from "../store/prices";
import { eyes, live, myTurn } from "../store/table";
import { citiesLater } from "../store/whatif";
import { cityName, regionName, t } from "../words";
import { canPlanLater, cityOf, connectOptions, moneyLater, offersLater, pathText, plannedCities, toggleLater, togglePlan } from "./build";
import { nameOf } from "./players";
import { House } from "../parts/symbols";

/** The city that is looked at: by mouse, by keyboard, or tapped. */
export const looked = signal<string | null>(null);
export const tapped = signal<string | null>(null);

/** What the edition of the table builds besides houses. */
const ownMap = (): MapParts | undefined => (live.value ? partsOf(live.value.edition).map : undefined);

function citiesOf(view: View): Map<string, CityState> {
  const board = boards.value[view.map];
  const out = new Map<string, CityState>();
  if (!board) return out;
  const options = connectOptions();
  const own = partsOf(view.edition).map;
  const offered = placeOffers(view);
  const chosen = new Set([...plan.value.filter((move) => own?.house(move) ?? true).map(cityOf), ...citiesLater.value]);
  const drafting = view.regions.length === 0 || view.decision?.kind === "region";
  for (const [id, city] of Object.entries(board.cities)) {
    if (!drafting && !view.regions.includes(city.region)) continue;
    const owners = view.houses[id] ?? [];
    const price = options.get(id)?.cost ?? null;
    const site = own?.site(view, id);
    out.set(id, {
      id,
      name: city.name,
      owners,
      places: editions.value[view.edition]?.place_costs ?? [],
      open: view.step,
      mine: eyes.value !== null && (owners.includes(eyes.value) || site?.owner === eyes.value),
      // for a moment it is built and still planned: a house does not stand there twice
      planned: chosen.has(id) && !(eyes.value !== null && owners.includes(eyes.value)),
      price,
      offered: offered.has(id),
      picked: picked.value === id,
      lit: looked.value === id || tapped.value === id || picked.value === id,
      label: cityLabel(view, id, owners, price ?? costWhenLooked(id)),
      site,
    });
  }
  return out;
}

/** What a city would cost me, in any phase; asked of the server only for the one that is looked at. */
function costWhenLooked(id: string): number | null {
  const offer = looked.value === id ? offerOf(id) : null;
  return offer && offer.connection + offer.place;
}

/** A city for those who cannot see it: region, owners, free places, and what it would cost. */
function cityLabel(view: View, id: string, owners: number[], price: number | null): string {
  const region = boards.value[view.map]?.cities[id]?.region;
  const open = Math.min(view.step, editions.value[view.edition]?.place_costs.length ?? 0);
  const facts = [
    ...(region ? [regionName(view.map, region)] : []),
    ...owners.map((seat) => nameOf(view, seat)),
    t("city_free", { n: Math.max(0, open - owners.length) }),
    ...(price === null ? [] : [t("city_price", { n: price })]),
  ];
  return facts.join(", ");
}

/** A city was chosen. Where there is a sheet its card opens, with a button; elsewhere it goes into the plan at once. */
export function choose(id: string): void {
  const wide = layout.value === "wide";
  const byMouse = matchMedia("(hover: hover)").matches;
  tapped.value = (wide && byMouse) || tapped.value === id ? null : id;
  const now = live.value;
  // what is no use in a plan, as a city of my own, is only looked at
  if (wide && canPlanLater() && (citiesLater.value.includes(id) || offersLater().some((one) => one.city === id))) toggleLater(id);
  if (!myTurn.value || !now) return;
  if (now.decision?.kind === "region") {
    const region = boards.value[now.map]?.cities[id]?.region;
    if (region && regionOffers(now).has(region)) picked.value = region;
  }
  if (placeOffers(now).has(id)) picked.value = id;
  const own = partsOf(now.edition).map;
  if (wide && own?.builds()) own.choose(id);
  if (!wide || now.decision?.kind !== "build") return;
  // one that is not on offer too: the server says which rule forbids it
  togglePlan(id);
}

type CityOption = Extract<Option, { city: string }>;

/** The cities of which I choose one, not to build there myself but for a company that nobody plays. */
function placeOffers(view: View): Map<string, CityOption> {
  const kind = view.decision?.kind;
  const options = myTurn.value && kind !== "build" && !ownMap()?.builds() ? (view.decision?.options ?? []) : [];
  return new Map(options.filter((one): one is CityOption => "city" in one).map((one) => [one.city, one]));
}

/** The regions that I may choose now. */
function regionOffers(view: View): Set<string> {
  const options = myTurn.value && view.decision?.kind === "region" ? (view.decision.options ?? []) : [];
  return new Set(options.filter((one): one is RegionOption => one.kind === "region").map((one) => one.region));
}

interface Offer {
  path: string[];
  connection: number;
  place: number;
  /** Who pays. */
  seat: number | null;
}

/** What connecting a city costs: as planned, or as offered. */
export function offerOf(id: string): Offer | null {
  const planned = plannedCities().find((one) => one.city === id);
  if (planned) return { path: planned.path, connection: planned.connection_cost, place: planned.place_cost, seat: eyes.value };
  const placed = live.value && placeOffers(live.value).get(id);
  if (placed) {
    const seat = modulesOf(live.value!).map((one) => one.payer?.(live.value!) ?? null).find((one) => one !== null) ?? null;
    return "cost" in placed ? { path: placed.path, connection: placed.connection_cost, place: placed.place_cost, seat } : null;
  }
  const own = ownMap();
  const priced = prices()?.offers.find((one) => one.city === id && (own?.meant(one) ?? true));
  const option = connectOptions().get(id) ?? priced;
  return option ? { path: option.path, connection: option.connection_cost, place: option.place_cost, seat: eyes.value } : null;
}

/** Whether I am to build now: else a price is only good to know. */
const buildsNow = (): boolean => (ownMap()?.builds() ?? false) || (myTurn.value && live.value?.decision?.kind === "build");

/** What it leaves, or by how much it is more than I have. */
const leavesText = (left: number): string => (left < 0 ? t("short_by", { n: -left }) : t("leaves", { n: left }));

const inPlan = (id: string): boolean => plan.value.some((move) => cityOf(move) === id) || citiesLater.value.includes(id);

/** The money that connecting a city would leave whoever pays, where it can be seen. */
function moneyLeft(view: View, id: string, offer: Offer): number | null {
  const payer = offer.seat === null ? null : (preview.value?.view ?? view).players[offer.seat];
  if (payer?.money === null || payer?.money === undefined) return null;
  const left = citiesLater.value.length ? moneyLater() : payer.money;
  // a planned city is paid already
  return inPlan(id) ? left : left - offer.connection - offer.place;
}

export function CityCard({ view, id }: { view: View; id: string }): JSX.Element {
  const offer = offerOf(id);
  const owners = view.houses[id] ?? [];
  const board = boards.value[view.map];
  const Own = partsOf(view.edition).map;
  const region = board?.cities[id]?.region;
  const hop = (a: string, b: string) => connectionCost(view.map, view.tiles, a, b);
  const left = offer && moneyLeft(view, id, offer);
  const box = useRef<HTMLDivElement>(null);
  const around = [rest.value, taken.value, fixed.value];
  useLayoutEffect(() => {
    // its own plate and those of the path stay in sight
    const path = offer?.path ?? [id];
    const frame = document.querySelector(".map")?.getBoundingClientRect();
    const shown = path.map((city) => document.querySelector(`[data-city="${city}"] .city-plate`)?.getBoundingClientRect());
    dock("city", box.current!, ["full", "slim"], frame ? shown.flatMap((one) => (one ? [{ x: one.x - frame.x, y: one.y - frame.y, w: one.width, h: one.height }] : [])) : []);
  }, [id, offer?.path.join(), ...around]);
  useLayoutEffect(() => () => undock("city"), []);
  return (
    <div ref={box} class={`city-popup${offer && buildsNow() ? " is-buyable" : ""}`} role="status">
      <div class="panel-header">
        <h3>{cityName(view.map, id)}</h3>
        <span class="region-name">{region ? regionName(view.map, region) : ""}</span>
        {offer && (
          <span class="total">
            {offer.connection} + {offer.place} = <b>{offer.connection + offer.place}</b>
            {left !== null && <small>{leavesText(left)}</small>}
          </span>
        )}
      </div>
      {offer ? (
        <table>
          <tbody>
            {offer.path.slice(1).map((to, i) => (
              <tr key={to}>
                <td>{t(i === 0 ? "hop_from" : "hop_on", { from: cityName(view.map, offer.path[i]!), to: cityName(view.map, to) })}</td>
                <td>{hop(offer.path[i]!, to)}</td>
              </tr>
            ))}
            <tr>
              <td>{t("place_word")}</td>
              <td>{offer.place}</td>
            </tr>
            <tr class="total-row">
              <td>
                {t("in_all")}
                {left !== null && <small>{leavesText(left)}</small>}
              </td>
              <td>{offer.connection + offer.place}</td>
            </tr>
          </tbody>
        </table>
      ) : (
        <ul>
          {owners.map((seat) => (
            <li key={seat}>
              <House seat={seat} />
              {nameOf(view, seat)}
            </li>
          ))}
          {owners.length === 0 && <li>{t("free")}</li>}
          {owners.length >= view.step && <li class="text-muted">{t("no_place_open")}</li>}
          {Own && <Own.SiteLine view={view} id={id} />}
        </ul>
      )}
    </div>
  );
}

/** The same for the sheet: one line and one button. */
export function CityLine({ view, id }: { view: View; id: string }): JSX.Element {
  const Own = partsOf(view.edition).map;
  if (Own?.builds()) return <Own.CityLine view={view} id={id} />;
  const offer = offerOf(id);
  const later = canPlanLater();
  const planned = inPlan(id);
  const owners = (view.houses[id] ?? []).map((seat) => nameOf(view, seat)).join(", ") || t("free");
  const left = offer && moneyLeft(view, id, offer);
  return (
    <div class={`city-row${buildsNow() ? "" : " is-calm"}`}>
      <div>
        <b>{cityName(view.map, id)}</b>
        <small>
          {offer ? `${pathText(view, offer.path)}: ${offer.connection} + ${t("place_n", { n: offer.place })}` : owners}
          {left !== null && `, ${leavesText(left)}`}
        </small>
      </div>
      <span class="condensed">{offer ? offer.connection + offer.place : ""}</span>
      {(planned || connectOptions().has(id) || (later && offer) || preview.value?.stopped === "draw") && (
        <button type="button" class={`button is-small${planned ? " is-active" : ""}`} data-plan-toggle onClick={() => (later ? toggleLater(id) : togglePlan(id))}>
          {planned ? t("in_plan") : t("plan_it")}
        </button>
      )}
    </div>
  );
}

export function MapView({ view, small }: { view: View; small: boolean }): JSX.Element | null {
  const art = laidOut(arts.value[view.map], view.tiles);
  if (!art) return null;
  const planned = plannedCities();
  const focus = looked.value ?? tapped.value;
  const offer = focus ? offerOf(focus) : null;
  const lit = [...planned.map((one) => one.path), ...(offer ? [offer.path] : [])];
  const sums = new Map<string, number>();
  for (const one of planned) sums.set(one.city, (sums.get(one.city) ?? 0) + one.place_cost + one.connection_cost);
  const tags = [...sums].map(([city, sum]) => ({ city, text: String(sum) }));
  if (focus && offer && !planned.some((one) => one.city === focus)) {
    tags.push({ city: focus, text: String(offer.connection + offer.place) });
  }
  const me = eyes.value === null ? null : view.players[eyes.value];
  const drafting = view.decision?.kind === "region" || view.regions.length === 0;
  const regions = drafting ? (boards.value[view.map]?.regions.map((one) => one.id) ?? []) : view.regions;
  const draft: Draft | null = drafting
    ? { offered: regionOffers(view), taken: new Set(view.regions), picked: picked.value, onPick: (region) => (picked.value = region) }
    : null;
  return (
    <>
      <BoardMap
        art={art}
        cities={citiesOf(view)}
        regions={new Set(regions)}
        lit={lit}
        calm={!buildsNow() && !citiesLater.value.length}
        tags={tags}
        seat={eyes.value}
        draft={draft}
        small={small}
        reveal={small ? (planned.at(-1)?.city ?? tapped.value ?? (covered.value ? looked.value : null)) : null}
        focus={me?.network.at(-1) ?? null}
        onChoose={choose}
        onLook={(id) => (looked.value = id)}
      />
      {!small && focus && <CityCard view={view} id={focus} />}
    </>
  );
}
