// Opening an auction and bidding: what a bid leaves, what the plant brings.
import { useEffect, useRef, useState } from "preact/hooks";
import type { JSX } from "preact";
import { partsOf } from "../editions/registry";
import type { BidOption, CardRef, OpenOption, PlayerView, View } from "../generated/api";
import { BidField, Primary, Secondary } from "../parts/controls";
import { useForecast } from "../store/forecast";
import { plantFacts } from "../store/reference";
import { type Table, useTable } from "../store/table";
import { useText, useWords, type Words } from "../words";
import { Ask, type PanelProps } from "./ask";
import { BidBar } from "./bidbar";
import { payment } from "./income";
import { nameOf } from "./players";
import { Brings } from "./brings";
import { NextCities } from "./nextcities";
import { careful } from "./warnings";

function Calc(props: { view: View; me: PlayerView; card: CardRef; bid: number; most: number }): JSX.Element {
  const facts = plantFacts(props.view.edition, props.card);
  const Own = partsOf(props.view.edition).cards?.Calc;
  return facts && Own ? <Own {...props} facts={facts} /> : <PlantCalc {...props} />;
}

function Change({ from, to }: { from: number; to: number }): JSX.Element {
  const t = useText();
  if (from === to) return <>{to}</>;
  return (
    <>
      {from} <small>{t("to")}</small> {to}
    </>
  );
}

function PlantCalc({ view, me, card, bid }: { view: View; me: PlayerView; card: CardRef; bid: number }): JSX.Element {
  const { whatIf: { fuelWish, prospect } } = useTable();
  const { cardText, fuelText, t } = useWords();
  const wish = prospect.value;
  const buy = fuelWish.value;
  const then = useForecast({ seat: me.seat, buy, ...(wish !== null && { card: wish }) });
  const left = (me.money ?? 0) - bid;
  const plant = plantFacts(view.edition, card) !== null;
  const now = Math.min(me.cities, me.output);
  return (
    <table class="forecast-table">
      <tbody>
        <tr data-calc="left">
          <td>{t("leaves_you", { bid })}</td>
          <td>{left}</td>
        </tr>
        {then && then.cost > 0 && (
          <tr data-calc="fuel">
            <td>
              {t("after_fuel")} <span class="text-muted">{fuelText(view.edition, buy)}: {then.cost}</span>
            </td>
            <td class={left < then.cost ? "is-negative" : ""}>{left - then.cost}</td>
          </tr>
        )}
        {plant && then && (
          <>
            <tr data-calc="capacity">
              <td>
                {t("capacity")} {then.replaces !== null && <span class="text-muted">{t("scrap_n", { plant: cardText(then.replaces) })}</span>}
              </td>
              <td>
                <Change from={me.output} to={then.output} />
              </td>
            </tr>
            <tr data-calc="income">
              <td>
                {t("income")} <span class="text-muted">{t("with_cities", { n: me.cities })}</span>
              </td>
              <td>
                <Change from={payment(view.edition, now)} to={payment(view.edition, Math.min(me.cities, then.output))} />
              </td>
            </tr>
          </>
        )}
        <NextCities view={view} me={me} left={left} />
      </tbody>
    </table>
  );
}

/** Whom my passing would give the card, and for how much; and who opens next then. */
function passing(table: Table, view: View, me: PlayerView): string | null {
  const { words: { cardText, t } } = table;
  const { card, bid, high, bidders, next_openers } = view.auction!;
  const others = bidders.filter((seat) => seat !== me.seat);
  if (high === null || others.length !== 1) return null;
  const [next, after] = next_openers;
  const means = t("pass_means", { name: nameOf(table, view, high), plant: cardText(card), bid });
  if (next === undefined) return means;
  if (next === me.seat) return `${means} ${t("you_open_next")}`;
  return `${means} ${t(after === me.seat ? "opens_next_then_you" : "opens_next", { name: nameOf(table, view, next) })}`;
}

/** Giving up a plant is a slip when the own plants cannot supply the own cities. */
function shortOf({ t }: Words, view: View, me: PlayerView): string | null {
  // where cards need more than fuel, the output says little about them
  if (partsOf(view.edition).PlayerBoard) return null;
  return me.output < me.cities ? t("warn_capacity", { output: me.output, cities: me.cities }) : null;
}

/** What I would pay for a bid: the maximum is more than my money where a card of mine pays for a part. */
const priceOf = (me: PlayerView, option: OpenOption, bid: number): number => Math.max(0, bid - Math.max(0, option.maximum - (me.money ?? 0)));

/** Whether nobody can raise: all others have a plant, or sit out. */
const isLastBuyer = (view: View, me: PlayerView): boolean => view.players.every((one) => one.seat === me.seat || one.bought || one.sat_out);

export function OpenPanel({ view, me, options }: PanelProps): JSX.Element {
  const table = useTable();
  const { play: { act, chosen } } = table;
  const words = useWords();
  const { cardText, t } = words;
  const opens = options.filter((one): one is OpenOption => one.kind === "open");
  const maySitOut = options.some((one) => one.kind === "sit-out");
  const option = opens.find((one) => one.plant === chosen.value) ?? null;
  const [bids, setBids] = useState<Record<string, number>>({});
  const key = `${view.version}/${chosen.value}`;
  const bid = option ? Math.max(option.minimum, Math.min(option.maximum, bids[key] ?? option.minimum)) : 0;
  const last = isLastBuyer(view, me);
  const panel = useRef<HTMLDivElement>(null);
  // in small windows the bid would come to lie below the edge
  useEffect(() => panel.current?.querySelector(".bid-row")?.scrollIntoView({ block: "nearest" }), [chosen.value]);
  return (
    <>
      <div class="action-body" ref={panel}>
        <Ask title={t("open_title")} side={t("money_n", { n: me.money ?? 0 })} />
        {option ? (
          <>
            {last ? (
              <div class="note is-calm">{t("last_buyer")}</div>
            ) : (
              <BidField value={bid} least={option.minimum} most={option.maximum} onChange={(value) => setBids({ [key]: value })} />
            )}
            <Calc view={view} me={me} card={option.plant} bid={bid} most={option.maximum} />
            <p class="hint">
              <Brings view={view} seat={me.seat} card={option.plant} />
            </p>
          </>
        ) : (
          <div class="note is-calm">{view.must_buy ? t("must_open") : opens.length ? t("choose_plant") : t("no_plant_affordable")}</div>
        )}
      </div>
      <div class="button-bar">
        <Primary disabled={!option} onClick={() => void act({ kind: "open", plant: option!.plant, bid })}>
          {!option
            ? t("choose_plant_short")
            : last
              ? t("buy_plant", { plant: cardText(option.plant), n: priceOf(me, option, bid) })
              : t("open_for", { plant: cardText(option.plant), bid })}
        </Primary>
        {maySitOut && (
          <Secondary onClick={() => careful(table, "capacity", shortOf(words, view, me), () => void act({ kind: "sit-out" }))}>{t("sit_out")}</Secondary>
        )}
      </div>
    </>
  );
}

export function BidPanel({ view, me, options }: PanelProps): JSX.Element {
  const table = useTable();
  const t = useText();
  const option = options.find((one): one is BidOption => one.kind === "bid") ?? null;
  const pass = options.some((one) => one.kind === "pass");
  const [bids, setBids] = useState<Record<string, number>>({});
  const key = String(view.version);
  const bid = option ? Math.max(option.minimum, Math.min(option.maximum, bids[key] ?? option.minimum)) : 0;
  const card = view.auction!.card;
  const means = passing(table, view, me);
  return (
    <>
      <div class="action-body">
        <Ask title={t("your_bid")} side={option ? t("at_least", { n: option.minimum }) : t("cannot_raise")} />
        {option && (
          <>
            <BidField value={bid} least={option.minimum} most={option.maximum} onChange={(value) => setBids({ [key]: value })} />
            <Calc view={view} me={me} card={card} bid={bid} most={option.maximum} />
          </>
        )}
        {means && <p class="hint">{means}</p>}
      </div>
      <BidBar option={option} bid={bid} pass={pass} />
    </>
  );
}
