// The companies in turn order, and how far everybody is from step 2 and from the end.
import type { JSX } from "preact";
import { modulesOf, partsAmong, partsOf } from "../editions/registry";
import type { PlayerView, SeatOut, TableOut, View } from "../generated/api";
import { botName, Face, levelName } from "../parts/bots";
import { Link } from "../parts/link";
import { colour, House, Sym } from "../parts/symbols";
import { Mini, spread } from "../parts/plant";
import { editions } from "../store/reference";
import { type Table, useTable } from "../store/table";
import { dayText, isolated, named, useText, useWords, type Words } from "../words";
import { extraOf, heldCards } from "./cards";
import { Clock } from "./clock";

/** A seat that nobody sits on is called as the module says that plays it. */
function automaticName(words: Words, seat: SeatOut, at: TableOut | null): string {
  const own = partsAmong(Object.keys(at?.settings.options ?? {})).find((one) => one.seatName);
  const n = at?.seats.filter((one) => one.kind === "automatic" && one.seat <= seat.seat).length ?? 0;
  return own?.seatName?.(words, n) ?? seat.name;
}

/** The name of a seat; bots that are called only by their kind have names of their own. */
export function seatName(words: Words, seat: SeatOut | undefined, at: TableOut | null = null): string {
  const { t } = words;
  if (!seat || seat.kind === "open") return "";
  if (seat.kind === "automatic") return automaticName(words, seat, at);
  return seat.kind === "bot" && seat.name === seat.bot ? botName(seat.seat) : isolated(seat.name || t("somebody"));
}

/** The same by its number, at the table that is looked at. */
export const nameOfSeat = (table: Table, seat: number): string => seatName(table.words, table.info.value?.seats[seat], table.info.value);

export function nameOf(table: Table, view: View, seat: number): string {
  const { words: { term } } = table;
  const player = view.players[seat];
  if (player?.neutral) return named(editions.value[view.edition]?.neutral?.name) || term("nobody");
  return nameOfSeat(table, seat) || String(seat + 1);
}

function tagOf(table: Table, view: View, player: PlayerView): { text: string; cls: string; n?: number } | null {
  const { clocks: { seatClock }, eyes, info, presence, presetTurn, status, words: { t, term } } = table;
  const decision = view.decision;
  const { seat } = player;
  if (view.result) {
    const row = view.result.ranking.find((one) => one.seat === seat);
    return row ? { text: t("rank", { rank: row.rank }), cls: row.rank === 1 ? "is-strong" : "" } : null;
  }
  const person = info.value?.seats[seat]?.kind === "person";
  if (person && seatClock(seat)?.stand_in) return { text: t("stands_in"), cls: decision?.seat === seat ? "is-strong" : "" };
  const holiday = person ? (seatClock(seat)?.holiday ?? null) : null;
  if (holiday) return { text: t("on_holiday", { date: dayText(holiday) }), cls: decision?.seat === seat ? "is-strong" : "" };
  const gone = person && status.value === "live" && (seatClock(seat)?.away || !presence.value.seats.includes(seat));
  if (decision?.seat === seat) {
    if (gone) return { text: t("away"), cls: "is-strong" };
    if (presetTurn.value && seat === eyes.value) return { text: t("preset_tag"), cls: "is-strong" };
    return seat === eyes.value ? { text: t("your_turn"), cls: "is-urgent" } : { text: t("to_act"), cls: "is-strong is-due" };
  }
  const auction = view.auction;
  if (auction) {
    if (auction.high === seat) return { text: t("high_bid", { bid: auction.bid }), cls: "is-strong", n: auction.bid };
    if (!player.neutral && !player.bought && !player.sat_out && !auction.bidders.includes(seat)) {
      return { text: t("passed"), cls: "" };
    }
  }
  const auctions = view.phase.endsWith("auctions");
  if (player.bought && auctions) return { text: term("bought"), cls: "" };
  if (player.sat_out && auctions) return { text: term("sat_out"), cls: "" };
  if (view.next_seats[0] === seat) return { text: t("next_up"), cls: "" };
  return gone ? { text: t("away"), cls: "" } : null;
}

/** How far a company's plants reach: before its first city, what they could run. */
function suppliesText({ t }: Words, cities: number, supplied: number): string {
  if (cities === 0) return supplied > 0 ? t("supplies_first", { n: supplied }) : "";
  return supplied >= cities ? t("supplies_all", { n: cities }) : t("supplies_some", { n: supplied, cities });
}

function Cells({ player, planned, calculable }: { player: PlayerView; planned: PlayerView | null; calculable: boolean }): JSX.Element {
  const { whatIf: { calculated } } = useTable();
  const words = useWords();
  const { t } = words;
  const most = Math.max(player.cities, player.output, planned?.cities ?? 0, planned?.output ?? 0, 1);
  const supplied = planned?.supplies ?? player.supplies;
  const cells = Array.from({ length: Math.min(most, 24) }, (_, i) => {
    if (i < Math.min(supplied, player.cities)) return "is-supplied";
    if (i < player.cities) return "is-connected";
    return i < (planned?.cities ?? 0) ? "is-planned" : "";
  });
  const inside = (
    <>
      <div class="supply-cells">
        {cells.map((cls, i) => (
          <i key={i} class={cls} />
        ))}
      </div>
      {!player.neutral && player.cities + player.output > 0 && (
        <small>
          <span>{suppliesText(words, player.cities, supplied)}</span>
          <span>
            {player.cities > 0 && "· "}
            {t("max_n", { n: player.output })}
          </span>
        </small>
      )}
    </>
  );
  if (!calculable) return <div class="supply">{inside}</div>;
  return (
    <button type="button" class="supply" title={t("calc_title")} data-calculate={player.seat} onClick={() => (calculated.value = player.seat)}>
      {inside}
    </button>
  );
}

export function PlayerCard({ view, player, place }: { view: View; player: PlayerView; place: number }): JSX.Element {
  const table = useTable();
  const { eyes, info, play: { preview } } = table;
  const words = useWords();
  const { t, term } = words;
  const { seat } = player;
  const mine = seat === eyes.value;
  const acts = view.decision?.seat === seat;
  const tag = tagOf(table, view, player);
  const Board = partsOf(view.edition).PlayerBoard;
  const lies = spread(view.edition, player);
  const planned = mine ? (preview.value?.view.players[seat] ?? null) : null;
  const sitting = info.value?.seats[seat];
  // at a rated table everybody has a profile: a person by name, a bot by its level
  const rated = info.value?.settings.rated && !sitting?.resigned ? (sitting?.kind === "bot" ? sitting.bot : sitting?.name) : null;
  const cls = `player-card${mine ? " is-viewer" : ""}${acts && mine ? " is-acting" : ""}${acts && !mine ? " is-awaited" : ""}`;
  return (
    <article class={cls} style={{ "--pc": `var(--${colour(table, seat)})` }} data-seat={seat}>
      <header>
        <span class="turn-position">{place}</span>
        <House seat={seat} />
        {sitting?.kind === "bot" && <Face bot={sitting.bot} />}
        <span class="name" dir="auto" title={nameOf(table, view, seat)}>
          {rated ? <Link to={`/players/${encodeURIComponent(rated)}`}>{nameOf(table, view, seat)}</Link> : nameOf(table, view, seat)}
          {mine && tag?.cls !== "is-urgent" && <em> {t("you")}</em>}
          {sitting?.resigned && <em> {t("resigned_tag")}</em>}
          {sitting?.kind === "bot" && <em> {levelName(sitting.bot)}</em>}
        </span>
        <Clock seat={seat} />
        {tag && (
          <span class={`tag ${tag.cls}`} data-n={tag.n}>
            {tag.text}
          </span>
        )}
      </header>
      {player.neutral && <p class="explanation">{t("neutral_about")}</p>}
      {modulesOf(view).map(({ PlayerLine }, i) => PlayerLine && <PlayerLine key={i} view={view} player={player} />)}
      <div class="stats">
        <span class="stat" title={term("cities")}>
          <Sym id="house-count" />
          <b>{player.cities}</b>
        </span>
        {!player.neutral && (
          <span class="stat" title={term("money")} data-money={seat}>
            <Sym id="coin" />
            <b>{player.money ?? "?"}</b>
          </span>
        )}
        <Cells player={player} planned={planned} calculable={!player.neutral && !Board} />
      </div>
      {Board ? (
        <Board view={view} player={player} />
      ) : (
        <div class={`plant-tiles${player.plants.length > 3 ? " has-many" : ""}`} style={{ "--cols": Math.max(3, player.plants.length) }}>
          {player.plants.map((plant) => (
            <Mini
              key={plant}
              edition={view.edition}
              plant={plant}
              lies={lies.get(plant)}
              extra={extraOf(view.edition, player, plant)}
            />
          ))}
          {player.plants.length === 0 && <span class="no-plants">{t("no_plants")}</span>}
        </div>
      )}
      {heldCards(words, view, player)}
    </article>
  );
}

export function Players({ view }: { view: View }): JSX.Element {
  const t = useText();
  const rest = view.players.map((one) => one.seat).filter((seat) => !view.order.includes(seat));
  const order = [...view.order, ...rest];
  return (
    <>
      <div class="panel-header">
        <h2>{t("players")}</h2>
        <span>{t("in_turn_order")}</span>
      </div>
      <div class={`player-list size-${order.length}`}>
        {order.map((seat, i) => (
          <PlayerCard key={seat} view={view} player={view.players[seat]!} place={i + 1} />
        ))}
      </div>
      <Race view={view} order={order} />
    </>
  );
}

/** Cities of everybody on one scale, with the marks of step 2 and of the end. */
export function Race({ view, order }: { view: View; order: number[] }): JSX.Element {
  const table = useTable();
  const { eyes, play: { preview }, ui: { allNetworks } } = table;
  const { t, term } = useWords();
  const width = 236;
  const rows = order.length;
  const most = Math.max(view.end_at, ...view.players.map((one) => one.cities));
  const x = (n: number) => 8 + ((width - 16) * n) / most;
  const step = rows > 4 ? 11 : 16;
  const height = rows * step + 4;
  const lead = Math.max(...view.players.filter((one) => !one.neutral).map((one) => one.cities));
  const two = view.step === 1;
  return (
    <section class="race">
      <div class="panel-header">
        <h3>{term("cities")}</h3>
        <span>{t("to_the_end", { lead, left: Math.max(0, view.end_at - lead) })}</span>
      </div>
      <svg viewBox={`0 0 ${width} ${height + 20}`} role="img" aria-label={t("race_label", { step2: view.step_2_at, end: view.end_at })}>
        {Array.from({ length: most + 1 }, (_, i) => (
          <line key={i} class="tick" x1={x(i)} y1="0" x2={x(i)} y2={height} />
        ))}
        {two && <line class="step-mark" x1={x(view.step_2_at)} y1="0" x2={x(view.step_2_at)} y2={height} />}
        <line class="goal" x1={x(view.end_at)} y1="0" x2={x(view.end_at)} y2={height} />
        {order.map((seat, i) => {
          const player = view.players[seat]!;
          const y = step / 2 + 1 + i * step;
          const planned = seat === eyes.value ? preview.value?.view.players[seat]?.cities : undefined;
          return (
            <g key={seat}>
              <line class="city-line" x1={x(0)} y1={y} x2={x(player.cities)} y2={y} stroke={`var(--${colour(table, seat)})`} />
              {planned !== undefined && planned > player.cities && (
                <line class="city-line is-planned" x1={x(player.cities)} y1={y} x2={x(planned)} y2={y} stroke={`var(--${colour(table, seat)})`} />
              )}
              <svg x={x(player.cities) - 7} y={y - 7.5} width="14" height="14" viewBox="0 0 20 20">
                <use href={`#house-${colour(table, seat)}`} />
              </svg>
            </g>
          );
        })}
        <text x={x(0)} y={height + 14} text-anchor="middle">0</text>
        {two && x(view.end_at) - x(view.step_2_at) > 60 && (
          <text x={x(view.step_2_at)} y={height + 14} text-anchor="middle">{t("step_2_at", { n: view.step_2_at })}</text>
        )}
        <text class="end-mark" x={width - 2} y={height + 14} text-anchor="end">{t("end_at", { n: view.end_at })}</text>
      </svg>
      {!partsOf(view.edition).map && (
        <button type="button" class="networks-button" data-networks aria-pressed={allNetworks.value} onClick={() => (allNetworks.value = !allNetworks.value)}>
          {t("all_networks")}
        </button>
      )}
    </section>
  );
}
