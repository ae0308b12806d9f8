// A city for companies: its company place, and on a phone what can be built there.
import type { JSX } from "preact";
import type { View } from "../../generated/api";
import { Sym } from "../../parts/symbols";
import { siteSymbol } from "./symbols";
import { useTable } from "../../store/table";
import { cap, cityName, useText, useWords } from "../../words";
import { siteName } from "./words";
import { plannedCities } from "../../panels/build";
import { nameOf } from "../../panels/players";
import { buildOptions, inPlan, siteOf, toggleSite } from "./sites";

/** Who has the company place of a city. */
export function SiteLine({ view, id }: { view: View; id: string }): JSX.Element | null {
  const table = useTable();
  const t = useText();
  const site = siteOf(table, view, id);
  if (!site) return null;
  return (
    <li>
      {site.owner !== null && <Sym id={siteSymbol(table, site.kind, site.owner)} />}
      {t(site.kind === "plant" ? "site_plant" : "site_housing")}: {site.owner === null ? t("free") : nameOf(table, view, site.owner)}
    </li>
  );
}

/** What can be built in a city, each with its price and a button. */
export function SiteCard({ view, id }: { view: View; id: string }): JSX.Element {
  const table = useTable();
  const { eyes } = table;
  const words = useWords();
  const { t } = words;
  const seat = eyes.value ?? 0;
  const kind = siteOf(table, view, id)?.kind;
  const options = buildOptions(table).filter((one) => one.city === id);
  const planned = plannedCities(table).filter((one) => one.city === id);
  const cost = options[0]?.connection_cost ?? 0;
  const owners = (view.houses[id] ?? []).map((one) => nameOf(table, view, one)).join(", ") || t("free");
  return (
    <div class="city-row has-sites">
      <div>
        <b>{cityName(view.map, id)}</b>
        <small>
          {options.length || planned.length ? (cost ? `${t("connection")} ${cost}` : "") : owners}
        </small>
      </div>
      {["house", ...(kind ? [kind] : [])].map((site) => {
        const offer = options.find((one) => one.site === site);
        const there = inPlan(table, site, id);
        if (!offer && !there) return null;
        return (
          <button key={site} type="button" class={`button is-small${there ? " is-active" : ""}`} data-plan-toggle={site} onClick={() => toggleSite(table, site, id)}>
            <Sym id={siteSymbol(table, site, seat)} />
            {there ? t("in_plan") : `${cap(siteName(words, site))} ${offer!.cost}`}
          </button>
        );
      })}
    </div>
  );
}
