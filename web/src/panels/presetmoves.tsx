// My pre-set moves, while somebody else is to act: shown, changed and cancelled here, and visible to nobody else.
import { useEffect, useState } from "preact/hooks";
import type { JSX } from "preact";
import { partsOf } from "../editions/registry";
import type { PresetMovesOut, CardRef, PlayerView, View } from "../generated/api";
import { Switch } from "../parts/controls";
import { House } from "../parts/symbols";
import { type Change, createPresetMoves } from "../store/presetmoves";
import { offered } from "../store/api";
import { useForecast } from "../store/forecast";
import { useTable } from "../store/table";
import { cityName, useText, useWords } from "../words";
import { canPlanLater, offersLater, PlannedCities, plannedCities, toggleLater } from "./build";

type ChangePresets = (change: Change) => void;
type Scope = PresetMovesOut["run"];

interface PartProps {
  view: View;
  me: PlayerView;
  now: PresetMovesOut;
  change: ChangePresets;
}

interface MostProps {
  label: string;
  most: number;
  start: number;
  onSay: (most: number) => void;
}

/** So much at most, and a button that says so. */
function AtMost({ label, most, start, onSay }: MostProps): JSX.Element {
  const t = useText();
  const [typed, setTyped] = useState<string | null>(null);
  const value = Math.max(0, Math.min(most, Number.parseInt(typed ?? String(start), 10) || 0));
  return (
    <form
      class="limit-form"
      onSubmit={(event) => {
        event.preventDefault();
        onSay(value);
        setTyped(null);
      }}
    >
      <label>
        {label} <input inputMode="numeric" value={typed ?? start} onInput={(event) => setTyped(event.currentTarget.value)} />
      </label>
      <button type="submit" class="button is-small">
        {t("preset")}
      </button>
    </form>
  );
}

function PresetLine({ text, onRevoke, what }: { text: string; onRevoke: () => void; what: string }): JSX.Element {
  const t = useText();
  return (
    <p class="preset-line" data-preset={what}>
      <span>{text}</span>
      <button type="button" class="button is-small" onClick={onRevoke}>
        {t("revoke")}
      </button>
    </p>
  );
}

function Bids({ view, me, now, change }: PartProps): JSX.Element | null {
  const { cardText, t } = useWords();
  const [chosen, setChosen] = useState<string | null>(null);
  const still = view.auction?.bidders.includes(me.seat);
  const cards = view.auction ? (still ? [view.auction.card] : []) : view.current;
  if (me.bought || me.sat_out || !view.phase.endsWith("auctions")) return null;
  const card = cards.find((one) => String(one) === chosen) ?? cards[0];
  const bid = (plant: CardRef, ...own: { plant: CardRef; most: number }[]) =>
    change(({ bids }) => ({ bids: [...(bids ?? []).filter((one) => one.plant !== plant), ...own] }));
  return (
    <section>
      {now.bids.map(({ plant, most }) => (
        <PresetLine
          key={plant}
          what="bid"
          text={most ? t("preset_bid", { plant: cardText(plant), most }) : t("preset_pass", { plant: cardText(plant) })}
          onRevoke={() => bid(plant)}
        />
      ))}
      {card !== undefined && (
        <>
          {cards.length > 1 && (
            <select aria-label={t("plant_market")} value={String(card)} onChange={(event) => setChosen(event.currentTarget.value)}>
              {cards.map((one) => (
                <option key={one} value={String(one)}>
                  {t("plant_n", { plant: cardText(one) })}
                </option>
              ))}
            </select>
          )}
          <AtMost
            key={String(card)}
            label={t("bid_up_to", { plant: cardText(card) })}
            most={me.money ?? 9999}
            start={(view.auction?.bid ?? view.minimum_bids[view.current.indexOf(card)] ?? 0) + 1}
            onSay={(most) => bid(card, { plant: card, most })}
          />
          <button type="button" class="button is-small" data-pass-plant onClick={() => bid(card, { plant: card, most: 0 })}>
            {t("pass_plant", { plant: cardText(card) })}
          </button>
        </>
      )}
      {!view.must_buy && <Switch label={t("pass_phase")} on={now.pass_phase} onChange={(on) => change(() => ({ pass_phase: on }))} />}
    </section>
  );
}

function FuelPlan({ view, me, now, change }: PartProps): JSX.Element {
  const table = useTable();
  const { whatIf: { fuelWish } } = table;
  const { presetFuel } = table.own(createPresetMoves);
  const { fuelText, t } = useWords();
  const buy = fuelWish.value;
  const some = Object.keys(buy).length > 0;
  const then = useForecast(some ? { seat: me.seat, buy } : null);
  return (
    <section>
      {now.fuel && (
        <PresetLine what="fuel" text={t("preset_buy", { what: fuelText(view.edition, now.fuel.buy), most: now.fuel.most })} onRevoke={() => change(() => ({ fuel: null }))} />
      )}
      {some ? (
        <AtMost
          key={JSON.stringify(buy)}
          label={t("buy_up_to", { what: fuelText(view.edition, buy) })}
          most={me.money ?? 9999}
          start={then?.cost ?? 0}
          onSay={(most) => void presetFuel(buy, most)}
        />
      ) : (
        !now.fuel && <p class="text-muted">{t("buy_hint")}</p>
      )}
    </section>
  );
}

function BuildPlan({ view, me, now, change }: PartProps): JSX.Element {
  const table = useTable();
  const { whatIf: { citiesLater, cityWish } } = table;
  const { presetCities } = table.own(createPresetMoves);
  const t = useText();
  const cities = citiesLater.value;
  const wish = cityWish.value !== null && cities.length > 0;
  const names = (list: string[]) => list.map((city) => cityName(view.map, city)).join(", ");
  const priced = plannedCities(table);
  const sum = priced.reduce((total, one) => total + one.place_cost + one.connection_cost, 0);
  const short = sum - (me.money ?? sum);
  const sorted = [...offersLater(table)].filter((one) => !cities.includes(one.city)).sort((a, b) => a.cost - b.cost);
  return (
    <section>
      {now.build && !wish && (
        <PresetLine
          what="build"
          text={t("preset_buy", { what: names(now.build.cities), most: now.build.most })}
          onRevoke={() => {
            cityWish.value = null;
            change(() => ({ build: null }));
          }}
        />
      )}
      {wish ? (
        <>
          <PlannedCities view={view} me={me} onRemove={(city) => toggleLater(table, city)} />
          {short > 0 && <p class="note is-calm">{t("plan_short", { cost: sum, n: short })}</p>}
          <AtMost key={cities.join()} label={t("build_up_to", { n: cities.length })} most={me.money ?? 9999} start={sum} onSay={(most) => void presetCities(cities, most)} />
          <button type="button" class="button is-small" data-clear-cities onClick={() => (cityWish.value = null)}>
            {t("clear")}
          </button>
        </>
      ) : (
        !now.build && <p class="text-muted">{t("build_hint")}</p>
      )}
      <select aria-label={t("add_city")} value="" data-add-city onChange={(event) => toggleLater(table, event.currentTarget.value)}>
        <option value="">{t("add_city")}</option>
        {sorted.map(({ city, cost }) => (
          <option key={city} value={city}>
            {cityName(view.map, city)} {cost}
          </option>
        ))}
      </select>
    </section>
  );
}

const SCOPES = ["round", "always"] as const;

/** What is to happen at every turn of a kind: in this round, or until it is cancelled. */
function Standing({ view, me, now, change }: PartProps): JSX.Element {
  const table = useTable();
  const { whatIf: { canBuyLater } } = table;
  const t = useText();
  const late = { buy_nothing: !canBuyLater(view), build_nothing: !canPlanLater(table), run: view.decision?.kind === "run" && !view.next_seats.includes(me.seat) };
  const plans = { buy_nothing: { fuel: null }, build_nothing: { build: null }, run: {} };
  const set = (what: keyof typeof plans, scope: Scope) => change(() => ({ [what]: scope, ...(scope && plans[what]) }));
  return (
    <section class="standing-presets">
      {(["buy_nothing", "build_nothing", "run"] as const).map((what) => (
        <label key={what}>
          {t(`preset_${what}`)}
          <select data-standing={what} class={now[what] ? "is-active" : ""} value={now[what] ?? ""} onChange={(event) => set(what, (event.currentTarget.value || null) as Scope)}>
            <option value="">{t("preset_ask_me")}</option>
            {SCOPES.map((scope) => (
              <option key={scope} value={scope} disabled={scope === "round" && late[what]}>
                {t(`preset_${what}_${scope}`)}
              </option>
            ))}
          </select>
        </label>
      ))}
    </section>
  );
}

/** The pre-set moves of a seat, loaded whenever they may have changed, and how to change them. */
function usePresetMoves(view: View, seat: number): [PresetMovesOut | null, ChangePresets] {
  const table = useTable();
  const { id, presets: { mine, changes } } = table;
  const { loadPresetMoves, savePresetMoves } = table.own(createPresetMoves);
  const path = `/api/tables/${id}/seats/${seat}/preset-moves`;
  useEffect(() => void loadPresetMoves(path), [path, view.round, changes.value]);
  const now = mine.value?.round === view.round ? mine.value : null;
  return [now, (change) => now && void savePresetMoves(path, now, change)];
}

/** What became of pre-set moves that could not be made, or not as a whole. */
function Outcome({ now, mine, change }: { now: PresetMovesOut; mine: boolean; change: ChangePresets }): JSX.Element | null {
  const t = useText();
  const texts = now.dropped.map((what) => t(`dropped_${what}` as "dropped_fuel"));
  if (now.bought_less) texts.push(t("bought_less"));
  if (!texts.length) return null;
  if (mine && now.dropped.length) texts.push(t("dropped"));
  return (
    <div class="note is-dropped" role="status" data-dropped>
      <span>{texts.join(" ")}</span>
      <button type="button" class="button is-small" onClick={() => change(() => ({}))}>
        {t("close")}
      </button>
    </div>
  );
}

/** The server makes my pre-set move in a moment; until then I can still decide myself. */
export function PresetComing({ seat }: { seat: number }): JSX.Element {
  const { cancelPreset } = useTable().own(createPresetMoves);
  const t = useText();
  return (
    <div class="waiting-note" data-preset-coming>
      <House seat={seat} />
      <div>
        <h2>{t("preset_coming")}</h2>
        <button type="button" class="button is-small" onClick={cancelPreset}>
          {t("preset_decide")}
        </button>
      </div>
    </div>
  );
}

/** Pre-set what the steppers plan, for what it costs now. */
export function PresetButton({ view, buy, cost }: { view: View; buy: Record<string, number>; cost: number }): JSX.Element {
  const { presetFuel } = useTable().own(createPresetMoves);
  const { fuelText, t } = useWords();
  const what = t("preset_buy", { what: fuelText(view.edition, buy), most: cost });
  return (
    <button type="button" class="button is-small" data-preset-fuel title={what} aria-label={`${t("preset")}: ${what}`} onClick={() => void presetFuel(buy, cost)}>
      {t("preset")}
    </button>
  );
}

/** At my own turn: a pre-set move was dropped. */
export function Dropped({ view, me }: { view: View; me: PlayerView }): JSX.Element | null {
  const [now, change] = usePresetMoves(view, me.seat);
  return now && <Outcome now={now} mine change={change} />;
}

export function PresetMoves({ view, me }: { view: View; me: PlayerView }): JSX.Element | null {
  const table = useTable();
  const { presets: { offered: presetsOffered }, status, whatIf: { canBuyLater, cityWish } } = table;
  const t = useText();
  useEffect(() => {
    if (status.value === "live") offered((one) => (presetsOffered.value = one.preset_moves));
  }, [status.value]);
  const [now, change] = usePresetMoves(view, me.seat);
  if (!presetsOffered.value || !now) return null;
  const props = { view, me, now, change };
  const board = partsOf(view.edition).PlayerBoard !== undefined;
  const count = [...now.bids, now.pass_phase, now.fuel, now.build, now.buy_nothing, now.build_nothing, now.run].filter(Boolean).length;
  return (
    <>
      <Outcome now={now} mine={false} change={change} />
      <details class="preset-moves" data-preset-moves open={count > 0 || cityWish.value !== null}>
        <summary>
          {t("preset_moves")} {count > 0 && <b>{count}</b>}
        </summary>
        <p class="text-muted">{t("preset_moves_text")}</p>
        <Bids {...props} />
        {!board && canBuyLater(view) && <FuelPlan {...props} />}
        {!board && canPlanLater(table) && <BuildPlan {...props} />}
        {!board && <Standing {...props} />}
      </details>
    </>
  );
}
