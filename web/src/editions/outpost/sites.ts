// Buildings of companies: what can be built where on top of the plan, and what the map shows of it.
import { signal } from "@preact/signals";
import type { BuildOption, GameEvent, Move, View } from "../../generated/api";
import type { SiteState } from "../../board/city";
import { companies } from "./company";
import { OUTLINES, siteSymbol } from "./symbols";
import { editionFacts, siteKind } from "./facts";
import type { Table } from "../../store/table";

/** What a choice on the map builds: a house, a plant or a housing. */
export const createBuilding = () => signal("house");

/** Whether I am to expand my network now. */
export const networking = (table: Table): boolean => table.myTurn.value && table.live.value?.decision?.kind === "network";

/** What can be built now, on top of the plan; on cards too. */
export function buildOptions(table: Table): BuildOption[] {
  const { live, play: { plan, preview } } = table;
  if (!networking(table)) return [];
  const from = plan.value.length ? preview.value?.view : live.value;
  const options = from?.decision?.kind === "network" ? (from.decision.options ?? []) : [];
  return options.filter((one): one is BuildOption => one.kind === "build");
}

/** The cheapest first. */
export function siteOptions(table: Table, site: string): BuildOption[] {
  return buildOptions(table)
    .filter((one) => one.site === site)
    .sort((a, b) => a.cost - b.cost);
}

export type Planned = Extract<GameEvent, { kind: "city-connected" | "building-built" | "built-on-card" }>;

/** What the plan builds, as the preview says. */
export function plannedBuildings({ play: { preview } }: Table): Planned[] {
  return (preview.value?.events ?? []).filter(
    (one): one is Planned => one.kind === "city-connected" || one.kind === "building-built" || one.kind === "built-on-card",
  );
}

export const siteOfEvent = (event: Planned): string => (event.kind === "city-connected" ? "house" : event.site);

const builds = (move: Move, site: string, place: string) => move.kind === "build" && move.site === site && move.city === place;

export function inPlan({ play: { plan } }: Table, site: string, place: string): boolean {
  return plan.value.some((move) => builds(move, site, place));
}

/** Put a building into the plan or take it out. One that is not on offer too: the server says which rule forbids it. */
export function toggleSite(table: Table, site: string, place: string): void {
  const { play: { plan } } = table;
  if (inPlan(table, site, place)) plan.value = plan.value.filter((move) => !builds(move, site, place));
  else plan.value = [...plan.value, { kind: "build", site, city: place }];
}

/** What is chosen in a city that does not offer it; one seasonal worker more than can be hired. */
export function notOffered(table: Table, target: Element): Move[] | null {
  const { live, play: { plan } } = table;
  const building = table.own(createBuilding);
  const at = target.closest<SVGElement | HTMLElement>("[data-site], [data-city]")?.dataset;
  const city = at?.site ?? at?.city;
  if (city) {
    const site = at?.site ? siteKind(live.value?.map ?? "", city) : building.value;
    if (!site || !networking(table) || inPlan(table, site, city) || buildOptions(table).some((one) => one.site === site && one.city === city)) return null;
    return [...plan.value, { kind: "build", site, city }];
  }
  const more = target.closest<HTMLElement>(".hire-list [data-hired] [aria-disabled]:last-child");
  return more ? [{ kind: "hire", count: Number(more.closest<HTMLElement>("[data-hired]")!.dataset.hired) + 1 }] : null;
}

/** The company place of a city, where the board has such. */
export function siteOf(table: Table, view: View, city: string): SiteState | undefined {
  const building = table.own(createBuilding);
  const kind = siteKind(view.map, city);
  const cost = editionFacts(view.edition).site_cost;
  if (!kind || cost === undefined) return undefined;
  const owner = companies(view)?.sites[city] ?? null;
  return {
    kind,
    cost,
    owner,
    planned: inPlan(table, kind, city),
    outline: OUTLINES[kind] ?? "",
    symbol: owner === null ? "" : siteSymbol(table, kind, owner),
    onChoose: () => {
      if (!networking(table)) return;
      building.value = kind;
      toggleSite(table, kind, city);
    },
  };
}
