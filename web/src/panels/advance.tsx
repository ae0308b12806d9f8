// Answers in advance, while somebody else is to act: shown, changed and revoked here, and seen by nobody else.
import { useEffect, useState } from "preact/hooks";
import type { JSX } from "preact";
import { partsOf } from "../editions/registry";
import type { AnswersBody, AnswersOut, CardRef, ConnectOption, PlayerView, View } from "../generated/api";
import { Switch } from "../parts/controls";
import { askAnswers, said, sayInAdvance, toldAnswers } from "../store/answers";
import { offered } from "../store/api";
import { prices } from "../store/prices";
import { status, table } from "../store/table";
import { fuelWish, useForecast } from "../store/whatif";
import { cardText, cityName, fuelText, t } from "../words";

/** When it is too late for fuel, and for cities. */
const LATE = ["building", "bureaucracy"];

type Say = (change: (before: AnswersBody) => Partial<AnswersBody>) => void;

interface PartProps {
  view: View;
  me: PlayerView;
  now: AnswersOut;
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
  const [typed, setTyped] = useState<string | null>(null);
  const value = Math.max(0, Math.min(most, Number.parseInt(typed ?? String(start), 10) || 0));
  return (
    <form
      class="atmost"
      onSubmit={(event) => {
        event.preventDefault();
        onSay(value);
        setTyped(null);
      }}
    >
      <label>
        {label} <input inputMode="numeric" value={typed ?? start} onInput={(event) => setTyped(event.currentTarget.value)} />
      </label>
      <button type="submit" class="btn sm">
        {t("say")}
      </button>
    </form>
  );
}

function Said({ text, onRevoke, what }: { text: string; onRevoke: () => void; what: string }): JSX.Element {
  return (
    <p class="saidline" data-said={what}>
      <span>{text}</span>
      <button type="button" class="btn sm" onClick={onRevoke}>
        {t("revoke")}
      </button>
    </p>
  );
}

function Bids({ view, me, now, say }: PartProps): JSX.Element | null {
  const [chosen, setChosen] = useState<string | null>(null);
  const still = view.auction?.still_in.includes(me.seat);
  const cards = view.auction ? (still ? [view.auction.card] : []) : view.current;
  if (me.bought || me.left || !view.phase.endsWith("auctions")) return null;
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
          <button type="button" class="btn sm" data-pass-plant onClick={() => bid(card, { plant: card, most: 0 })}>
            {t("pass_plant", { plant: cardText(card) })}
          </button>
        </>
      )}
      {!view.must_buy && <Switch label={t("pass_phase")} on={now.pass_phase} onChange={(on) => say(() => ({ pass_phase: on }))} />}
    </section>
  );
}

function FuelPlan({ view, me, now, say }: PartProps): JSX.Element {
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
          most={9999}
          start={then?.cost ?? 0}
          onSay={(most) => say(() => ({ fuel: { buy, most } }))}
        />
      ) : (
        !now.fuel && <p class="mut">{t("buy_hint")}</p>
      )}
    </section>
  );
}

function BuildPlan({ view, now, say }: PartProps): JSX.Element {
  const [cities, setCities] = useState<string[]>([]);
  const offers = (prices()?.offers ?? []).filter((one): one is ConnectOption => one.kind === "connect");
  const costs = new Map(offers.map((one) => [one.city, one.place_cost + one.connection_cost]));
  const names = (list: string[]) => list.map((city) => cityName(view.map, city)).join(", ");
  const sum = cities.reduce((total, city) => total + (costs.get(city) ?? 0), 0);
  const sorted = [...costs].filter(([city]) => !cities.includes(city)).sort((a, b) => a[1] - b[1]);
  return (
    <section>
      {now.build && (
        <Said what="build" text={t("said_buy", { what: names(now.build.cities), most: now.build.most })} onRevoke={() => say(() => ({ build: null }))} />
      )}
      <select aria-label={t("add_city")} value="" data-add-city onChange={(event) => setCities([...cities, event.currentTarget.value])}>
        <option value="">{t("add_city")}</option>
        {sorted.map(([city, cost]) => (
          <option key={city} value={city}>
            {cityName(view.map, city)} {cost}
          </option>
        ))}
      </select>
      {cities.length > 0 && (
        <AtMost
          key={cities.join()}
          label={t("buy_up_to", { what: names(cities) })}
          most={9999}
          start={sum}
          onSay={(most) => {
            say(() => ({ build: { cities, most } }));
            setCities([]);
          }}
        />
      )}
    </section>
  );
}

/** What a seat has said, asked of the server whenever it may have changed, and how to say something else. */
function useAnswers(view: View, seat: number): [AnswersOut | null, Say] {
  const path = `/api/tables/${table.value?.id}/seats/${seat}/answers`;
  useEffect(() => void askAnswers(path), [path, view.round, toldAnswers.value]);
  const now = said.value?.round === view.round ? said.value : null;
  return [now, (change) => now && sayInAdvance(path, now, change)];
}

/** At my own turn: what I had said could not be done. */
export function Dropped({ view, me }: { view: View; me: PlayerView }): JSX.Element | null {
  const [now, say] = useAnswers(view, me.seat);
  if (!now?.dropped.length) return null;
  return (
    <div class="note dropped" role="status" data-dropped>
      <span>{t("dropped")}</span>
      <button type="button" class="btn sm" onClick={() => say(() => ({}))}>
        {t("close")}
      </button>
    </div>
  );
}

export function Advance({ view, me }: { view: View; me: PlayerView }): JSX.Element | null {
  const [there, setThere] = useState(false);
  useEffect(() => {
    if (status.value === "live") offered((one) => setThere(one.answers));
  }, [status.value]);
  const [now, say] = useAnswers(view, me.seat);
  if (!there || !now) return null;
  const props = { view, me, now, say };
  const board = partsOf(view.edition).PlayerBoard !== undefined;
  const count = now.bids.length + Number(now.pass_phase) + Number(now.fuel !== null) + Number(now.build !== null);
  return (
    <details class="advance" data-advance open={count > 0}>
      <summary>
        {t("in_advance")} {count > 0 && <b>{count}</b>}
      </summary>
      <p class="mut">{t("in_advance_text")}</p>
      <Bids {...props} />
      {!board && !LATE.includes(view.phase) && <FuelPlan {...props} />}
      {!board && view.phase !== LATE[1] && view.regions.length > 0 && <BuildPlan {...props} />}
    </details>
  );
}
