// The decisions that only companies with boards and workers are asked.
import type { ComponentType, JSX } from "preact";
import type { PlaceOption } from "../../generated/api";
import { Primary, Secondary } from "../../parts/controls";
import { Sym } from "../../parts/symbols";
import { companyOf } from "./company";
import { siteKind } from "./facts";
import { useTable } from "../../store/table";
import { cap, cityName, useText, useWords } from "../../words";
import { siteName } from "./words";
import { Ask, type PanelProps } from "../../panels/ask";
import { Choose } from "../../panels/choices";
import { FromTo, Sums } from "../../panels/income";
import { nameOf } from "../../panels/players";
import { ArrangePanel } from "./arrange";
import { HirePanel } from "./hire";
import { NetworkPanel } from "./network";

function RobotPanel({ view, me }: PanelProps): JSX.Element {
  const { play: { act } } = useTable();
  const t = useText();
  const company = companyOf(view, me.seat);
  if (!company) return <></>;
  return (
    <>
      <div class="action-body">
        <Ask title={t("robot_title")} />
        <div class="production">
          <Sym id="fuel-workers" />
          <Sym id="arrow" />
          <Sym id="robot" />
          <p>{t("robot_note")}</p>
        </div>
        <Sums
          items={[
            [t("workers_of"), company.permanent + company.seasonal],
            [t("robots"), <FromTo key="r" from={company.robots} to={company.robots + 1} />],
            [t("supplies"), me.supplies],
          ]}
        />
      </div>
      <div class="button-bar">
        <Primary onClick={() => void act({ kind: "make-robot" })}>{t("robot_confirm", { n: company.robots + 1 })}</Primary>
        <Secondary onClick={() => void act({ kind: "done" })}>{t("robot_no")}</Secondary>
      </div>
    </>
  );
}

/** The company that nobody plays builds; where is left to a player. */
function TrustSitePanel({ view, options }: PanelProps): JSX.Element {
  const table = useTable();
  const words = useWords();
  const { t } = words;
  const places = options.filter((one): one is PlaceOption => one.kind === "place");
  const neutral = view.players.find((one) => one.neutral);
  const site = siteKind(view.map, places[0]?.city ?? "") ?? "plant";
  return (
    <Choose
      title={t("site_title")}
      note={cap(t("site_note", { name: neutral ? nameOf(table, view, neutral.seat) : "", site: siteName(words, site) }))}
      choices={places.map(({ city }) => ({ key: city, label: cityName(view.map, city), move: { kind: "place", city } }))}
      confirm={(one) => t("site_confirm", { city: one.label })}
      empty={t("site_title")}
    />
  );
}

export const COMPANY_PANELS: Record<string, ComponentType<PanelProps>> = {
  network: NetworkPanel,
  company: ArrangePanel,
  workers: HirePanel,
  robot: RobotPanel,
  "trust-site": TrustSitePanel,
};
