// What people decide for a robot: where it starts, what that is worth to them, where it builds.
import { useState } from "preact/hooks";
import type { ComponentType, JSX } from "preact";
import type { BidOption, ConnectOption, Move, Option, View } from "../../generated/api";
import { Ask, type PanelProps } from "../../panels/ask";
import { BidBar } from "../../panels/bidbar";
import { Choose } from "../../panels/choices";
import { nameOf } from "../../panels/players";
import { BidField } from "../../parts/controls";
import { type Table, useTable } from "../../store/table";
import { cityName, useText, useWords, type Words } from "../../words";
import { robotOf, Tiles } from "./tiles";

type CityOption = Extract<Option, { city: string }>;

/** The robot that it is about: its name, its money, its tiles with the one that asks lit. */
function Subject({ view }: { view: View }): JSX.Element | null {
  const table = useTable();
  const t = useText();
  const deciding = view.modules.robots?.deciding;
  const robot = deciding && robotOf(view, deciding.seat);
  if (!robot) return null;
  return (
    <div class="robot-subject">
      <p>
        <b>{nameOf(table, view, robot.seat)}</b> <span>{t("money_n", { n: view.players[robot.seat]?.money ?? 0 })}</span>
      </p>
      <Tiles tiles={robot.tiles} lit={deciding.tile} />
    </div>
  );
}

const nameOfRobot = (table: Table, view: View): string => nameOf(table, view, view.modules.robots?.deciding?.seat ?? 0);

/** What is said around a choice of cities. */
interface Sayings {
  title: (words: Words, name: string) => string;
  note: (words: Words, view: View) => string;
  confirm: (words: Words, city: string, name: string, cost: number | null) => string;
  move: (city: string) => Move;
}

/** A city out of those on offer, in the list or on the map. */
function CityPanel({ view, options, sayings }: PanelProps & { sayings: Sayings }): JSX.Element {
  const table = useTable();
  const words = useWords();
  const name = nameOfRobot(table, view);
  const cities = options.filter((one): one is CityOption => "city" in one);
  const costs = new Map(cities.filter((one): one is ConnectOption => "cost" in one).map((one) => [one.city, one.cost]));
  const choices = cities.map(({ city }) => {
    const cost = costs.get(city);
    return { key: city, label: cityName(view.map, city), ...(cost !== undefined && { note: String(cost) }), move: sayings.move(city) };
  });
  return (
    <>
      <Subject view={view} />
      <Choose
        title={sayings.title(words, name)}
        note={sayings.note(words, view)}
        choices={choices}
        confirm={(one) => sayings.confirm(words, one.label, name, costs.get(one.key) ?? null)}
        empty={words.t("robot_choose_city")}
      />
    </>
  );
}

/** The cities that others have named or struck already. */
function marked(view: View): string {
  const cities = view.modules.robots?.deciding?.cities ?? [];
  return cities.map((city) => cityName(view.map, city)).join(", ");
}

const start: Sayings = {
  title: ({ t }, name) => t("robot_start_title", { name }),
  note: ({ t }) => t("robot_start_note"),
  confirm: ({ t }, city, name) => t("robot_start_confirm", { city, name }),
  move: (city) => ({ kind: "connect", city }),
};
const build: Sayings = {
  title: ({ t }, name) => t("robot_build_title", { name }),
  note: ({ t }) => t("robot_build_note"),
  confirm: ({ t }, city, _, cost) => t("robot_build_confirm", { city, n: cost ?? 0 }),
  move: (city) => ({ kind: "connect", city }),
};
const suggest: Sayings = {
  title: ({ t }, name) => t("robot_name_title", { name }),
  note: ({ t }, view) => [t("robot_name_note"), marked(view) && t("robot_named", { cities: marked(view) })].filter(Boolean).join(" "),
  confirm: ({ t }, city) => t("robot_name_confirm", { city }),
  move: (city) => ({ kind: "suggest", city }),
};
const strike: Sayings = {
  title: ({ t }, name) => t("robot_strike_title", { name }),
  note: ({ t }, view) => [t("robot_strike_note"), marked(view) && t("robot_struck", { cities: marked(view) })].filter(Boolean).join(" "),
  confirm: ({ t }, city) => t("robot_strike_confirm", { city }),
  move: (city) => ({ kind: "strike", city }),
};

const cityPanel = (sayings: Sayings): ComponentType<PanelProps> =>
  function RobotCityPanel(props: PanelProps) {
    return <CityPanel {...props} sayings={sayings} />;
  };

function ChoiceBidPanel({ view, me, options }: PanelProps): JSX.Element {
  const table = useTable();
  const t = useText();
  const option = options.find((one): one is BidOption => one.kind === "bid") ?? null;
  const pass = options.some((one) => one.kind === "pass");
  const [bids, setBids] = useState<Record<number, number>>({});
  const bid = option ? Math.max(option.minimum, Math.min(option.maximum, bids[view.version] ?? option.minimum)) : 0;
  return (
    <>
      <Subject view={view} />
      <div class="action-body">
        <Ask title={t("robot_bid_title", { name: nameOfRobot(table, view) })} side={t("money_n", { n: me.money ?? 0 })} />
        <div class="note is-calm">{t("robot_bid_note")}</div>
        {option && <BidField value={bid} least={option.minimum} most={option.maximum} onChange={(value) => setBids({ [view.version]: value })} />}
      </div>
      <BidBar option={option} bid={bid} pass={pass} />
    </>
  );
}

export const PANELS: Record<string, ComponentType<PanelProps>> = {
  "robot-start": cityPanel(start),
  "robot-build": cityPanel(build),
  "robot-name": cityPanel(suggest),
  "robot-strike": cityPanel(strike),
  "robot-bid": ChoiceBidPanel,
};
