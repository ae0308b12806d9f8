// Decisions that take one of a few things: region, scrap, discard fuel, assign, place.
import { useState } from "preact/hooks";
import type { JSX } from "preact";
import type { AssignOption, CardRef, DiscardFuelOption, Move, PlaceOption, ChooseRegionOption, ScrapOption } from "../generated/api";
import { Primary } from "../parts/controls";
import { Mini, spread } from "../parts/plant";
import { boards, cardAbout, cardName } from "../store/reference";
import { useTable } from "../store/table";
import { cityName, named, regionName, useText, useWords } from "../words";
import { Ask, type PanelProps } from "./ask";
import { extraOf } from "./cards";

interface Choice {
  key: string;
  label: string;
  note?: string;
  move: Move;
}

interface ChooseProps {
  title: string;
  note: string;
  choices: Choice[];
  confirm: (choice: Choice) => string;
  empty: string;
}

/** More than these stand closer, and scroll. */
const FEW = 8;

export function Choose({ title, note, choices, confirm, empty }: ChooseProps): JSX.Element {
  const { play: { act, picked } } = useTable();
  const chosen = choices.find((one) => one.key === picked.value) ?? (choices.length === 1 ? choices[0] : undefined);
  return (
    <>
      <div class="action-body">
        <Ask title={title} />
        <div class="note is-calm">{note}</div>
        <div class={`choice-list${choices.length > FEW ? " has-many" : ""}`} role="radiogroup" aria-label={title}>
          {choices.map((one) => (
            <button
              key={one.key}
              type="button"
              role="radio"
              class={`choice${one === chosen ? " is-chosen" : ""}`}
              aria-checked={one === chosen}
              data-choice={one.key}
              onClick={() => (picked.value = one.key)}
            >
              <span>{one.label}</span>
              {one.note && <small>{one.note}</small>}
            </button>
          ))}
        </div>
      </div>
      <div class="button-bar">
        <Primary disabled={!chosen} onClick={() => void act(chosen!.move)}>
          {chosen ? confirm(chosen) : empty}
        </Primary>
      </div>
    </>
  );
}

export function ChooseRegionPanel({ view, options }: PanelProps): JSX.Element {
  const t = useText();
  const board = boards.value[view.map];
  const regions = options.filter((one): one is ChooseRegionOption => one.kind === "choose-region");
  const choices = regions.map(({ region }): Choice => ({
    key: region,
    label: regionName(view.map, region),
    note: t("n_cities", { n: Object.values(board?.cities ?? {}).filter((city) => city.region === region).length }),
    move: { kind: "choose-region", region },
  }));
  return (
    <Choose
      title={t("region_title")}
      note={t("region_note")}
      choices={choices}
      confirm={(one) => t("region_confirm", { region: one.label })}
      empty={t("region_title")}
    />
  );
}

function PlantChoice({ view, me, plants, title, note, confirm, move, scraps }: PanelProps & {
  /** Whether the chosen plant is lost. */
  scraps?: boolean;
  plants: { plant: CardRef; note: string }[];
  title: string;
  note: string;
  confirm: (plant: CardRef) => string;
  move: (plant: CardRef) => Move;
}): JSX.Element {
  const { play: { act } } = useTable();
  const t = useText();
  const [wish, setWish] = useState<CardRef | null>(null);
  const chosen = plants.find((one) => one.plant === wish) ?? (plants.length === 1 ? plants[0] : undefined);
  const lies = spread(view.edition, me);
  return (
    <>
      <div class="action-body">
        <Ask title={title} />
        <div class="note is-calm">{note}</div>
        <div class={`plant-tiles is-selectable ${scraps ? "is-scrapping" : "is-assigning"}${plants.length > 3 ? " has-many" : ""}`} style={{ "--cols": Math.max(3, plants.length) }}>
          {plants.map(({ plant }) => (
            <Mini
              key={plant}
              edition={view.edition}
              plant={plant}
              lies={lies.get(plant)}
              extra={extraOf(view.edition, me, plant)}
              chosen={chosen?.plant === plant}
              onClick={() => setWish(plant)}
            />
          ))}
        </div>
        {chosen?.note && <p class="hint">{chosen.note}</p>}
      </div>
      <div class="button-bar">
        <Primary disabled={!chosen} onClick={() => void act(move(chosen!.plant))}>
          {chosen ? confirm(chosen.plant) : t("choose_plant_short")}
        </Primary>
      </div>
    </>
  );
}

export function ScrapPanel(props: PanelProps): JSX.Element {
  const { cardText, fuelText, t } = useWords();
  const { view, options } = props;
  const plants = options
    .filter((one): one is ScrapOption => one.kind === "scrap")
    .map(({ plant, lost }) => {
      const losses = lost.filter((one) => Object.values(one).some((count) => count > 0));
      const text = losses.map((one) => fuelText(view.edition, one)).join(` ${t("or")} `);
      return { plant, note: text ? t("scrap_loses", { fuel: text }) : t("scrap_keeps") };
    });
  return (
    <PlantChoice
      {...props}
      plants={plants}
      scraps
      title={t("scrap_title")}
      note={t("scrap_note", { n: view.plant_limit ?? 0 })}
      confirm={(plant) => t("scrap_confirm", { plant: cardText(plant) })}
      move={(plant) => ({ kind: "scrap", plant })}
    />
  );
}

export function AssignPanel(props: PanelProps): JSX.Element {
  const { cardText, t } = useWords();
  const { edition } = props.view;
  const offers = props.options.filter((one): one is AssignOption => one.kind === "assign");
  const plants = offers.map(({ plant }) => ({ plant, note: "" }));
  const card = offers[0]?.card ?? "";
  return (
    <PlantChoice
      {...props}
      plants={plants}
      title={t("assign_title")}
      note={`${named(cardName(edition, card) ?? undefined)}: ${named(cardAbout(edition, card))} ${t("assign_note")}`}
      confirm={(plant) => t("assign_confirm", { plant: cardText(plant) })}
      move={(plant) => ({ kind: "assign", plant })}
    />
  );
}

export function DiscardFuelPanel({ view, options }: PanelProps): JSX.Element {
  const { fuelText, t } = useWords();
  const choices = options
    .filter((one): one is DiscardFuelOption => one.kind === "discard-fuel")
    .map(({ fuel }): Choice => ({
      key: JSON.stringify(fuel),
      label: fuelText(view.edition, fuel),
      move: { kind: "discard-fuel", fuel },
    }));
  return (
    <Choose
      title={t("discard_fuel_title")}
      note={t("discard_fuel_note")}
      choices={choices}
      confirm={(one) => t("discard_fuel_confirm", { fuel: one.label })}
      empty={t("discard_fuel_title")}
    />
  );
}

export function PlacePanel({ view, options }: PanelProps): JSX.Element {
  const t = useText();
  const choices = options
    .filter((one): one is PlaceOption => one.kind === "place")
    .map(({ city }): Choice => ({ key: city, label: cityName(view.map, city), move: { kind: "place", city } }));
  return (
    <Choose
      title={t("place_title")}
      note={t("place_note")}
      choices={choices}
      confirm={(one) => t("place_confirm", { city: one.label })}
      empty={t("place_title")}
    />
  );
}
