// The map with this game on it: who owns what, what the plan lights up, the card of the city that is looked at.
import { useLayoutEffect, useMemo, useRef } from "preact/hooks";
import type { JSX } from "preact";
import type { Option, ChooseRegionOption, View } from "../generated/api";
import type { CityState } from "../board/city";
import { BoardMap } from "../board/map";
import type { Draft } from "../board/ground";
import { laidOut } from "../board/tiles";
import { type MapParts, modulesOf, partsOf } from "../editions/registry";
import { layout, touch } from "../layout";
import { colour, House } from "../parts/symbols";
import { arts } from "../store/art";
import { boards, connectionCost, editions } from "../store/reference";
import { type Table, useTable } from "../store/table";
import { cityName, language, regionName, useText, useWords, type Words } from "../words";
import { canPlanLater, cityOf, connectOptions, moneyLater, offersLater, pathText, plannedCities, toggleLater, togglePlan } from "./build";
import { networksOf } from "./networks";
import { nameOf } from "./players";

/** What the edition of the table builds besides houses. */
const ownMap = (table: Table): MapParts | undefined => (table.live.value ? partsOf(table.live.value.edition).map : undefined);

function citiesOf(table: Table, view: View): Map<string, CityState> {
  const { eyes, play: { picked, plan }, ui: { looked, tapped }, whatIf: { citiesLater } } = table;
  const board = boards.value[view.map];
  const out = new Map<string, CityState>();
  if (!board) return out;
  const options = connectOptions(table);
  const own = partsOf(view.edition).map;
  const offered = placeOffers(table, view);
  const chosen = new Set([...plan.value.filter((move) => own?.house(move) ?? true).map(cityOf), ...citiesLater.value]);
  const drafting = view.regions.length === 0 || view.decision?.kind === "region";
  for (const [id, city] of Object.entries(board.cities)) {
    if (!drafting && !view.regions.includes(city.region)) continue;
    const owners = view.houses[id] ?? [];
    const price = options.get(id)?.cost ?? null;
    const site = own?.site(table, view, id);
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
      label: cityLabel(table, view, id, owners, price ?? costWhenLooked(table, id)),
      site,
    });
  }
  return out;
}

/** What a city would cost me, in any phase; asked of the server only for the one that is looked at. */
function costWhenLooked(table: Table, id: string): number | null {
  const { ui: { looked } } = table;
  const offer = looked.value === id ? offerOf(table, id) : null;
  return offer && offer.connection + offer.place;
}

/** A city for those who cannot see it: region, owners, free places, and what it would cost. */
function cityLabel(table: Table, view: View, id: string, owners: number[], price: number | null): string {
  const { words: { t } } = table;
  const region = boards.value[view.map]?.cities[id]?.region;
  const open = Math.min(view.step, editions.value[view.edition]?.place_costs.length ?? 0);
  const facts = [
    ...(region ? [regionName(view.map, region)] : []),
    ...owners.map((seat) => nameOf(table, view, seat)),
    t("city_free", { n: Math.max(0, open - owners.length) }),
    ...(price === null ? [] : [t("city_price", { n: price })]),
  ];
  return facts.join(", ");
}

/** A city was chosen. Where there is a sheet its card opens, with a button; elsewhere it goes into the plan at once. */
export function choose(table: Table, id: string): void {
  const { live, myTurn, play: { picked }, ui: { tapped }, whatIf: { citiesLater } } = table;
  const wide = layout.value === "wide";
  const byMouse = matchMedia("(hover: hover)").matches;
  tapped.value = (wide && byMouse) || tapped.value === id ? null : id;
  const now = live.value;
  // what is no use in a plan, as a city of my own, is only looked at
  if (wide && canPlanLater(table) && (citiesLater.value.includes(id) || offersLater(table).some((one) => one.city === id))) toggleLater(table, id);
  if (!myTurn.value || !now) return;
  if (now.decision?.kind === "region") {
    const region = boards.value[now.map]?.cities[id]?.region;
    if (region && regionOffers(table, now).has(region)) picked.value = region;
  }
  if (placeOffers(table, now).has(id)) picked.value = id;
  const own = partsOf(now.edition).map;
  if (wide && own?.builds(table)) own.choose(table, id);
  if (!wide || now.decision?.kind !== "build") return;
  // one that is not on offer too: the server says which rule forbids it
  togglePlan(table, id);
}

type CityOption = Extract<Option, { city: string }>;

/** The cities of which I choose one, not to build there myself but for a company that nobody plays. */
function placeOffers(table: Table, view: View): Map<string, CityOption> {
  const { myTurn } = table;
  const kind = view.decision?.kind;
  const options = myTurn.value && kind !== "build" && !ownMap(table)?.builds(table) ? (view.decision?.options ?? []) : [];
  return new Map(options.filter((one): one is CityOption => "city" in one).map((one) => [one.city, one]));
}

/** The regions that I may choose now. */
function regionOffers({ myTurn }: Table, view: View): Set<string> {
  const options = myTurn.value && view.decision?.kind === "region" ? (view.decision.options ?? []) : [];
  return new Set(options.filter((one): one is ChooseRegionOption => one.kind === "choose-region").map((one) => one.region));
}

interface Offer {
  path: string[];
  connection: number;
  place: number;
  /** Who pays. */
  seat: number | null;
}

/** What connecting a city costs: as planned, or as offered. */
export function offerOf(table: Table, id: string): Offer | null {
  const { eyes, live, prices } = table;
  const planned = plannedCities(table).find((one) => one.city === id);
  if (planned) return { path: planned.path, connection: planned.connection_cost, place: planned.place_cost, seat: eyes.value };
  const placed = live.value && placeOffers(table, live.value).get(id);
  if (placed) {
    const seat = modulesOf(live.value!).map((one) => one.payer?.(live.value!) ?? null).find((one) => one !== null) ?? null;
    return "cost" in placed ? { path: placed.path, connection: placed.connection_cost, place: placed.place_cost, seat } : null;
  }
  const own = ownMap(table);
  const priced = prices()?.offers.find((one) => one.city === id && (own?.meant(table, one) ?? true));
  const option = connectOptions(table).get(id) ?? priced;
  return option ? { path: option.path, connection: option.connection_cost, place: option.place_cost, seat: eyes.value } : null;
}

/** Whether I am to build now: else a price is only good to know. */
const buildsNow = (table: Table): boolean => (ownMap(table)?.builds(table) ?? false) || (table.myTurn.value && table.live.value?.decision?.kind === "build");

/** What it leaves, or by how much it is more than I have. */
const leavesText = (words: Words, left: number): string => (left < 0 ? words.t("short_by", { n: -left }) : words.t("leaves", { n: left }));

const inPlan = (table: Table, id: string): boolean => table.play.plan.value.some((move) => cityOf(move) === id) || table.whatIf.citiesLater.value.includes(id);

/** The money that connecting a city would leave whoever pays, where it can be seen. */
function moneyLeft(table: Table, view: View, id: string, offer: Offer): number | null {
  const { play: { preview }, whatIf: { citiesLater } } = table;
  const payer = offer.seat === null ? null : (preview.value?.view ?? view).players[offer.seat];
  if (payer?.money === null || payer?.money === undefined) return null;
  const left = citiesLater.value.length ? moneyLater(table) : payer.money;
  // a planned city is paid already
  return inPlan(table, id) ? left : left - offer.connection - offer.place;
}

export function CityCard({ view, id }: { view: View; id: string }): JSX.Element {
  const table = useTable();
  const { find, sight: { dock, fixed, rest, taken, undock } } = table;
  const words = useWords();
  const { t } = words;
  const offer = offerOf(table, id);
  const owners = view.houses[id] ?? [];
  const board = boards.value[view.map];
  const Own = partsOf(view.edition).map;
  const region = board?.cities[id]?.region;
  const hop = (a: string, b: string) => connectionCost(view.map, view.tiles, a, b);
  const left = offer && moneyLeft(table, view, id, offer);
  const box = useRef<HTMLDivElement>(null);
  const around = [rest.value, taken.value, fixed.value];
  useLayoutEffect(() => {
    // its own plate and those of the path stay in sight
    const path = offer?.path ?? [id];
    const frame = find(".map")?.getBoundingClientRect();
    const shown = path.map((city) => find(`[data-city="${city}"] .city-plate`)?.getBoundingClientRect());
    dock("city", box.current!, ["full", "slim"], frame ? shown.flatMap((one) => (one ? [{ x: one.x - frame.x, y: one.y - frame.y, w: one.width, h: one.height }] : [])) : []);
  }, [id, offer?.path.join(), ...around]);
  useLayoutEffect(() => () => undock("city"), []);
  return (
    <div ref={box} class={`city-popup${offer && buildsNow(table) ? " is-buyable" : ""}`} role="status">
      <div class="panel-header">
        <h3>{cityName(view.map, id)}</h3>
        <span class="region-name">{region ? regionName(view.map, region) : ""}</span>
        {offer && (
          <span class="total">
            {offer.connection} + {offer.place} = <b>{offer.connection + offer.place}</b>
            {left !== null && <small>{leavesText(words, left)}</small>}
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
                {left !== null && <small>{leavesText(words, left)}</small>}
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
              {nameOf(table, view, seat)}
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
  const table = useTable();
  const { play: { preview } } = table;
  const words = useWords();
  const { t } = words;
  const Own = partsOf(view.edition).map;
  if (Own?.builds(table)) return <Own.CityLine view={view} id={id} />;
  const offer = offerOf(table, id);
  const later = canPlanLater(table);
  const planned = inPlan(table, id);
  const owners = (view.houses[id] ?? []).map((seat) => nameOf(table, view, seat)).join(", ") || t("free");
  const left = offer && moneyLeft(table, view, id, offer);
  return (
    <div class={`city-row${buildsNow(table) ? "" : " is-calm"}`}>
      <div>
        <b>{cityName(view.map, id)}</b>
        <small>
          {offer ? `${pathText(words, view, offer.path)}: ${offer.connection} + ${t("place_n", { n: offer.place })}` : owners}
          {left !== null && `, ${leavesText(words, left)}`}
        </small>
      </div>
      <span class="condensed">{offer ? offer.connection + offer.place : ""}</span>
      {(planned || connectOptions(table).has(id) || (later && offer) || preview.value?.stopped === "draw") && (
        <button type="button" class={`button is-small${planned ? " is-active" : ""}`} data-plan-toggle onClick={() => (later ? toggleLater(table, id) : togglePlan(table, id))}>
          {planned ? t("in_plan") : t("plan_it")}
        </button>
      )}
    </div>
  );
}

export function MapView({ view, small }: { view: View; small: boolean }): JSX.Element | null {
  const table = useTable();
  const { eyes, play: { picked }, sight, standing, ui: { allNetworks, looked, tapped }, whatIf: { citiesLater } } = table;
  const t = useText();
  const drawn = arts.value[view.map];
  const board = boards.value[view.map];
  const art = useMemo(() => laidOut(drawn, view.tiles, board?.connections ?? []), [drawn, board, view.tiles.join()]);
  const shownSeats = allNetworks.value ? view.order : eyes.value === null ? [] : [eyes.value];
  const networks = useMemo(() => networksOf(view, standing.value, board, shownSeats), [view, standing.value, board, shownSeats.join()]);
  if (!art) return null;
  const planned = plannedCities(table);
  const focus = looked.value ?? tapped.value;
  const offer = focus ? offerOf(table, focus) : null;
  const lit = [...planned.map((one) => one.path), ...(offer ? [offer.path] : [])];
  const sums = new Map<string, number>();
  for (const one of planned) sums.set(one.city, (sums.get(one.city) ?? 0) + one.place_cost + one.connection_cost);
  const tags = [...sums].map(([city, sum]) => ({ city, text: String(sum) }));
  if (focus && offer && !planned.some((one) => one.city === focus)) {
    tags.push({ city: focus, text: String(offer.connection + offer.place) });
  }
  const me = eyes.value === null ? null : view.players[eyes.value];
  const drafting = view.decision?.kind === "region" || view.regions.length === 0;
  const regions = drafting ? (board?.regions.map((one) => one.id) ?? []) : view.regions;
  const draft: Draft | null = drafting
    ? { offered: regionOffers(table, view), taken: new Set(view.regions), picked: picked.value, onPick: (region) => (picked.value = region) }
    : null;
  return (
    <>
      <BoardMap
        art={art}
        cities={citiesOf(table, view)}
        regions={new Set(regions)}
        lit={lit}
        networks={networks}
        calm={!buildsNow(table) && !citiesLater.value.length}
        tags={tags}
        seat={eyes.value}
        colour={(seat) => colour(table, seat)}
        language={language.value}
        labels={{ map: t("map_label"), zoomIn: t("zoom_in"), zoomOut: t("zoom_out"), fit: t("zoom_fit") }}
        finger={touch.value}
        sight={sight}
        draft={draft}
        small={small}
        reveal={small ? (planned.at(-1)?.city ?? tapped.value ?? (sight.covered.value ? looked.value : null)) : null}
        focus={me?.network.at(-1) ?? null}
        onChoose={(id) => choose(table, id)}
        onLook={(id) => (looked.value = id)}
      />
      {!small && focus && <CityCard view={view} id={focus} />}
    </>
  );
}
