// Answers in advance, while somebody else is to act: shown, changed and revoked here, and seen by nobody else.
import { useEffect, useState } from "preact/hooks";
import type { JSX } from "preact";
import { partsOf } from "../editions/registry";
import type { PresetMovesOut, CardRef, PlayerView, View } from "../generated/api";
import { Switch } from "../parts/controls";
import { House } from "../parts/symbols";
import { type Change, createAnswers } from "../store/answers";
import { offered } from "../store/api";
import { useForecast } from "../store/forecast";
import { useTable } from "../store/table";
import { cityName, useText, useWords } from "../words";
import { canPlanLater, offersLater, PlannedCities, plannedCities, toggleLater } from "./build";

type Say = (change: Change) => void;
type Scope = PresetMovesOut["run"];

interface PartProps {
  view: View;
  me: PlayerView;
  now: PresetMovesOut;
  say: Say;
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
        {t("say")}
      </button>
    </form>
  );
}

function Said({ text, onRevoke, what }: { text: string; onRevoke: () => void; what: string }): JSX.Element {
  const t = useText();
  return (
    <p class="preset-line" data-said={what}>
      <span>{text}</span>
      <button type="button" class="button is-small" onClick={onRevoke}>
        {t("revoke")}
      </button>
    </p>
  );
}

function Bids({ view, me, now, say }: PartProps): JSX.Element | null {
  const { cardText, t } = useWords();
  const [chosen, setChosen] = useState<string | null>(null);
  const still = view.auction?.bidders.includes(me.seat);
  const cards = view.auction ? (still ? [view.auction.card] : []) : view.current;
  if (me.bought || me.sat_out || !view.phase.endsWith("auctions")) return null;
  const card = cards.find((one) => String(one) === chosen) ?? cards[0];
  const bid = (plant: CardRef, ...own: { plant: CardRef; most: number }[]) =>
    say(({ bids }) => ({ bids: [...(bids ?? []).filter((one) => one.plant !== plant), ...own] }));
  return (
    <section>
      {now.bids.map(({ plant, most }) => (
        <Said
          key={plant}
          what="bid"
          text={most ? t("said_bid", { plant: cardText(plant), most }) : t("said_pass", { plant: cardText(plant) })}
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
      {!view.must_buy && <Switch label={t("pass_phase")} on={now.pass_phase} onChange={(on) => say(() => ({ pass_phase: on }))} />}
    </section>
  );
}

function FuelPlan({ view, me, now, say }: PartProps): JSX.Element {
  const table = useTable();
  const { whatIf: { fuelWish } } = table;
  const { presetFuel } = table.own(createAnswers);
  const { fuelText, t } = useWords();
  const buy = fuelWish.value;
  const some = Object.keys(buy).length > 0;
  const then = useForecast(some ? { seat: me.seat, buy } : null);
  return (
    <section>
      {now.fuel && (
        <Said what="fuel" text={t("said_buy", { what: fuelText(view.edition, now.fuel.buy), most: now.fuel.most })} onRevoke={() => say(() => ({ fuel: null }))} />
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

function BuildPlan({ view, me, now, say }: PartProps): JSX.Element {
  const table = useTable();
  const { whatIf: { citiesLater, cityWish } } = table;
  const { presetCities } = table.own(createAnswers);
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
        <Said
          what="build"
          text={t("said_buy", { what: names(now.build.cities), most: now.build.most })}
          onRevoke={() => {
            cityWish.value = null;
            say(() => ({ build: null }));
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
function Standing({ view, me, now, say }: PartProps): JSX.Element {
  const table = useTable();
  const { whatIf: { canBuyLater } } = table;
  const t = useText();
  const late = { buy_nothing: !canBuyLater(view), build_nothing: !canPlanLater(table), run: view.decision?.kind === "run" && !view.next_seats.includes(me.seat) };
  const plans = { buy_nothing: { fuel: null }, build_nothing: { build: null }, run: {} };
  const set = (what: keyof typeof plans, scope: Scope) => say(() => ({ [what]: scope, ...(scope && plans[what]) }));
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

/** What a seat has said, asked of the server whenever it may have changed, and how to say something else. */
function useAnswers(view: View, seat: number): [PresetMovesOut | null, Say] {
  const table = useTable();
  const { id, presets: { said, told: toldAnswers } } = table;
  const { askAnswers, sayInAdvance } = table.own(createAnswers);
  const path = `/api/tables/${id}/seats/${seat}/preset-moves`;
  useEffect(() => void askAnswers(path), [path, view.round, toldAnswers.value]);
  const now = said.value?.round === view.round ? said.value : null;
  return [now, (change) => now && void sayInAdvance(path, now, change)];
}

/** What became of pre-set moves that could not be made, or not as a whole. */
function Outcome({ now, mine, say }: { now: PresetMovesOut; mine: boolean; say: Say }): JSX.Element | null {
  const t = useText();
  const texts = now.dropped.map((what) => t(`dropped_${what}` as "dropped_fuel"));
  if (now.bought_less) texts.push(t("bought_less"));
  if (!texts.length) return null;
  if (mine && now.dropped.length) texts.push(t("dropped"));
  return (
    <div class="note is-dropped" role="status" data-dropped>
      <span>{texts.join(" ")}</span>
      <button type="button" class="button is-small" onClick={() => say(() => ({}))}>
        {t("close")}
      </button>
    </div>
  );
}

/** The server makes my pre-set move in a moment; until then I can still decide myself. */
export function PresetComing({ seat }: { seat: number }): JSX.Element {
  const { cancelPreset } = useTable().own(createAnswers);
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
  const { presetFuel } = useTable().own(createAnswers);
  const { fuelText, t } = useWords();
  const what = t("said_buy", { what: fuelText(view.edition, buy), most: cost });
  return (
    <button type="button" class="button is-small" data-preset-fuel title={what} aria-label={`${t("say")}: ${what}`} onClick={() => void presetFuel(buy, cost)}>
      {t("say")}
    </button>
  );
}

/** At my own turn: what I had said could not be done. */
export function Dropped({ view, me }: { view: View; me: PlayerView }): JSX.Element | null {
  const [now, say] = useAnswers(view, me.seat);
  return now && <Outcome now={now} mine say={say} />;
}

export function Advance({ view, me }: { view: View; me: PlayerView }): JSX.Element | null {
  const table = useTable();
  const { presets: { offered: presetsOffered }, status, whatIf: { canBuyLater, cityWish } } = table;
  const t = useText();
  useEffect(() => {
    if (status.value === "live") offered((one) => (presetsOffered.value = one.preset_moves));
  }, [status.value]);
  const [now, say] = useAnswers(view, me.seat);
  if (!presetsOffered.value || !now) return null;
  const props = { view, me, now, say };
  const board = partsOf(view.edition).PlayerBoard !== undefined;
  const count = [...now.bids, now.pass_phase, now.fuel, now.build, now.buy_nothing, now.build_nothing, now.run].filter(Boolean).length;
  return (
    <>
      <Outcome now={now} mine={false} say={say} />
      <details class="preset-moves" data-advance open={count > 0 || cityWish.value !== null}>
        <summary>
          {t("in_advance")} {count > 0 && <b>{count}</b>}
        </summary>
        <p class="text-muted">{t("in_advance_text")}</p>
        <Bids {...props} />
        {!board && canBuyLater(view) && <FuelPlan {...props} />}
        {!board && canPlanLater(table) && <BuildPlan {...props} />}
        {!board && <Standing {...props} />}
      </details>
    </>
  );
}
