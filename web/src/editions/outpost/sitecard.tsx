// A city for companies: its company place, and on a phone what can be built there.
import type { JSX } from "preact";
import type { View } from "../../generated/api";
import { Sym } from "../../parts/symbols";
import { siteSymbol } from "./symbols";
import { eyes } from "../../store/table";
import { cap, cityName, t } from "../../words";
import { siteName } from "./words";
import { plannedCities } from "../../panels/build";
import { nameOf } from "../../panels/players";
import { buildOptions, inPlan, siteOf, toggleSite } from "./sites";

/** Who has the company place of a city. */
export function SiteLine({ view, id }: { view: View; id: string }): JSX.Element | null {
  const site = siteOf(view, id);
  if (!site) return null;
  return (
    <li>
      {site.owner !== null && <Sym id={siteSymbol(site.kind, site.owner)} />}
      {t(site.kind === "plant" ? "site_plant" : "site_housing")}: {site.owner === null ? t("free") : nameOf(view, site.owner)}
    </li>
  );
}

/** What can be built in a city, each with its price and a button. */
export function SiteCard({ view, id }: { view: View; id: string }): JSX.Element {
  const seat = eyes.value ?? 0;
  const kind = siteOf(view, id)?.kind;
  const options = buildOptions().filter((one) => one.city === id);
  const planned = plannedCities().filter((one) => one.city === id);
  const cost = options[0]?.connection_cost ?? 0;
  const owners = (view.houses[id] ?? []).map((one) => nameOf(view, one)).join(", ") || t("free");
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
        const there = inPlan(site, id);
        if (!offer && !there) return null;
        return (
          <button key={site} type="button" class={`button is-small${there ? " is-active" : ""}`} data-plan-toggle={site} onClick={() => toggleSite(site, id)}>
            <Sym id={siteSymbol(site, seat)} />
            {there ? t("in_plan") : `${cap(siteName(site))} ${offer!.cost}`}
          </button>
        );
      })}
    </div>
  );
}
