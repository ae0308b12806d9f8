// What people decide for a robot: where it starts, what that is worth to them, where it builds.
import { useState } from "preact/hooks";
import type { ComponentType, JSX } from "preact";
import type { BidOption, ConnectOption, Move, Option, View } from "../../generated/api";
import { Ask, type PanelProps } from "../../panels/ask";
import { BidBar } from "../../panels/bidbar";
import { Choose } from "../../panels/choices";
import { nameOf } from "../../panels/players";
import { BidField } from "../../parts/controls";
import { cityName, t } from "../../words";
import { robotOf, Tiles } from "./tiles";

type CityOption = Extract<Option, { city: string }>;

/** The robot that it is about: its name, its money, its tiles with the one that asks lit. */
function Subject({ view }: { view: View }): JSX.Element | null {
  const deciding = view.modules.robots?.deciding;
  const robot = deciding && robotOf(view, deciding.seat);
  if (!robot) return null;
  return (
    <div class="robot-subject">
      <p>
        <b>{nameOf(view, robot.seat)}</b> <span>{t("money_n", { n: view.players[robot.seat]?.money ?? 0 })}</span>
      </p>
      <Tiles tiles={robot.tiles} lit={deciding.tile} />
    </div>
  );
}

const nameOfRobot = (view: View): string => nameOf(view, view.modules.robots?.deciding?.seat ?? 0);

interface Words {
  title: (name: string) => string;
  note: (view: View) => string;
  confirm: (city: string, name: string, cost: number | null) => string;
  move: (city: string) => Move;
}

/** A city out of those on offer, in the list or on the map. */
function CityPanel({ view, options, words }: PanelProps & { words: Words }): JSX.Element {
  const name = nameOfRobot(view);
  const cities = options.filter((one): one is CityOption => "city" in one);
  const costs = new Map(cities.filter((one): one is ConnectOption => "cost" in one).map((one) => [one.city, one.cost]));
  const choices = cities.map(({ city }) => {
    const cost = costs.get(city);
    return { key: city, label: cityName(view.map, city), ...(cost !== undefined && { note: String(cost) }), move: words.move(city) };
  });
  return (
    <>
      <Subject view={view} />
      <Choose
        title={words.title(name)}
        note={words.note(view)}
        choices={choices}
        confirm={(one) => words.confirm(one.label, name, costs.get(one.key) ?? null)}
        empty={t("robot_choose_city")}
      />
    </>
  );
}

/** The cities that others have named or struck already. */
function marked(view: View): string {
  const cities = view.modules.robots?.deciding?.cities ?? [];
  return cities.map((city) => cityName(view.map, city)).join(", ");
}

const start: Words = {
  title: (name) => t("robot_start_title", { name }),
  note: () => t("robot_start_note"),
  confirm: (city, name) => t("robot_start_confirm", { city, name }),
  move: (city) => ({ kind: "connect", city }),
};
const build: Words = {
  title: (name) => t("robot_build_title", { name }),
  note: () => t("robot_build_note"),
  confirm: (city, _, cost) => t("robot_build_confirm", { city, n: cost ?? 0 }),
  move: (city) => ({ kind: "connect", city }),
};
const suggest: Words = {
  title: (name) => t("robot_name_title", { name }),
  note: (view) => [t("robot_name_note"), marked(view) && t("robot_named", { cities: marked(view) })].filter(Boolean).join(" "),
  confirm: (city) => t("robot_name_confirm", { city }),
  move: (city) => ({ kind: "suggest", city }),
};
const strike: Words = {
  title: (name) => t("robot_strike_title", { name }),
  note: (view) => [t("robot_strike_note"), marked(view) && t("robot_struck", { cities: marked(view) })].filter(Boolean).join(" "),
  confirm: (city) => t("robot_strike_confirm", { city }),
  move: (city) => ({ kind: "strike", city }),
};

const cityPanel = (words: Words): ComponentType<PanelProps> =>
  function RobotCityPanel(props: PanelProps) {
    return <CityPanel {...props} words={words} />;
  };

function ChoiceBidPanel({ view, me, options }: PanelProps): JSX.Element {
  const option = options.find((one): one is BidOption => one.kind === "bid") ?? null;
  const pass = options.some((one) => one.kind === "pass");
  const [bids, setBids] = useState<Record<number, number>>({});
  const bid = option ? Math.max(option.minimum, Math.min(option.maximum, bids[view.version] ?? option.minimum)) : 0;
  return (
    <>
      <Subject view={view} />
      <div class="action-body">
        <Ask title={t("robot_bid_title", { name: nameOfRobot(view) })} side={t("money_n", { n: me.money ?? 0 })} />
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
