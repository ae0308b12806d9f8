// A table that has not begun: who sits where, the link, sitting down, beginning.
import { useEffect, useState } from "preact/hooks";
import type { JSX } from "preact";
import { Thumbnail } from "../board/thumbnail";
import { moduleParts } from "../editions/registry";
import type { SeatOut, SettingsOut } from "../generated/api";
import { Face, levelName, levels } from "../parts/bots";
import { ChatButton } from "../parts/chatbutton";
import { Dialog, greyed } from "../parts/controls";
import { Link, RuleLink } from "../parts/link";
import { House } from "../parts/symbols";
import { seatName } from "../panels/players";
import { ShareLink } from "../panels/sharing";
import { clockText } from "../store/clock";
import { botList, boards, editions } from "../store/reference";
import { beNamed, go, me, wished } from "../store/session";
import { type Table, useTable } from "../store/table";
import { drawings, loadThumbnails } from "../store/thumbnails";
import { m, named, useWords, type Words } from "../words";
import { Head } from "./head";
import { usualBot } from "./opening";
import { optionLabel } from "./options";
import { chooseColour, ColourPick, PublicSwitch } from "./sitting";

/** What was settled when the table was opened, in words. */
function factsOf(words: Words, { clock, edition, regions, options }: SettingsOut): [string, string][] {
  const { maybe, t } = words;
  const cards = editions.value[edition]?.promo_cards ?? {};
  const out: [string, string][] = clock.kind === "none" ? [] : [[t("clock"), clockText(clock)]];
  if (typeof regions === "string") out.push([t("regions"), maybe(`regions_${regions}`) || regions]);
  for (const [name, value] of Object.entries(options)) {
    const own = moduleParts(name)?.valueText;
    const text = own ? own(words, value) : Array.isArray(value)
      ? value.map((card) => named(cards[String(card)]?.name)).join(", ") || t("no")
      : optionLabel(words, name, value);
    out.push([maybe(`option_${name}`) || name, text]);
  }
  return out;
}

interface SeatWish {
  kind: string;
  bot?: string;
  name?: string;
}

const giveSeat = (table: Table, seat: number, wish: SeatWish) => table.play.tableAction(`seats/${seat}`, wish, "PUT");

/** Asks the host before somebody loses a seat. */
function Removal({ seat, wish, onDone }: { seat: SeatOut; wish: SeatWish; onDone: () => void }): JSX.Element {
  const table = useTable();
  const { info } = table;
  const words = useWords();
  const { t } = words;
  const name = seatName(words, seat, info.value);
  return (
    <Dialog title={m("remove_title", { name })} onClose={onDone}>
      <p>{m("remove_text", { name })}</p>
      <div class="halves">
        <button type="button" class="button is-small" data-keep onClick={onDone}>
          {t("report_cancel")}
        </button>
        <button type="button" class="button is-small is-danger" data-remove onClick={() => void giveSeat(table, seat.seat, wish).then(onDone)}>
          {m("remove_yes", { name })}
        </button>
      </div>
    </Dialog>
  );
}

export function Lobby({ onSeated }: { onSeated: () => void }): JSX.Element | null {
  const table = useTable();
  const { info, mySeats, play: { refusal, tableAction }, presence } = table;
  const words = useWords();
  const { t } = words;
  const [removal, setRemoval] = useState<{ seat: SeatOut; wish: SeatWish } | null>(null);
  useEffect(() => {
    void loadThumbnails();
  }, []);
  const now = info.value;
  if (!now) return null;
  const art = drawings.value[now.settings.map];
  const bots = levels().length ? levels() : botList.value;
  const { settings, seats, host, code } = now;
  const free = seats.filter((seat) => seat.kind === "open" || seat.invited);
  const sitting = mySeats.value.length > 0;
  const invited = seats.some((seat) => seat.mine && seat.invited);
  const canJoin = !sitting && (invited || seats.some((seat) => seat.kind === "open"));
  // only people with an account are rated; while it is not known who I am, the server decides
  const needsAccount = settings.rated && !sitting && !me.value.account;
  const join = async (seat?: number) => {
    const name = await beNamed(t("guest"));
    await tableAction("join", { name, ...(seat === undefined ? {} : { seat }) });
    onSeated();
  };
  return (
    <div class="page lobby">
      <Head places={false} />
      <main>
        <section class="continue-game">
          <div>
            <h1>{t("lobby_title")}</h1>
            <p class="text-muted">
              {named(editions.value[settings.edition]?.name)}, {named(boards.value[settings.map]?.name)}, {t("n_players", { n: settings.players })}
            </p>
          </div>
          <div class="continue-map">{art && <Thumbnail art={art} />}</div>
          <dl class="facts">
            {factsOf(words, settings).map(([label, value]) => (
              <div key={label}>
                <dt>{label}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
        </section>
        {now.removed && !sitting && (
          <div class="note is-removed" role="alert" data-removed>
            <p>
              <b>{m("removed_title")}</b> {m("removed_text")}
            </p>
            <button type="button" class="button is-small" onClick={() => go("/find-players")}>
              {m("other_tables")}
            </button>
          </div>
        )}
        {invited && (
          <p class="note is-calm" role="status" data-invited>
            {t("you_are_invited")}
          </p>
        )}
        {settings.rated && (
          <p class="note is-calm" data-rated>
            {t(needsAccount ? "rated_account" : "rated_note")}{" "}
            {needsAccount && <Link to="/account">{t("account")}</Link>}
          </p>
        )}
        {named(editions.value[settings.edition]?.notice) && (
          <p class="note is-calm">{named(editions.value[settings.edition]?.notice)}</p>
        )}
        <div class={`columns halves${host && free.length ? " is-inviting" : ""}`}>
          <section class="panel">
            <h2>{t("seats")}</h2>
            {canJoin && (
              <label class="field">
                <span>{t("your_name")}</span>
                <input value={wished.value} maxLength={24} data-name placeholder={t("guest")} onInput={(event) => (wished.value = event.currentTarget.value)} />
              </label>
            )}
            <ul class="seat-list">
              {seats.map((seat) => (
                <li key={seat.seat} class={seat.kind === "open" ? "is-free" : ""} data-seat={seat.seat}>
                  <House seat={seat.seat} />
                  {seat.kind === "bot" && <Face bot={seat.bot} />}
                  <span class="seat-label">
                    {seat.kind === "open" ? t("open_seat") : seatName(words, seat, now)}
                    {seat.kind === "bot" && <em> {levelName(seat.bot)}</em>}
                    {seat.mine && <em> {t("you")}</em>}
                    {seat.invited && <em> {t("invited")}</em>}
                  </span>
                  {seat.kind === "person" && !seat.invited && !seat.mine && !presence.value.seats.includes(seat.seat) && (
                    <span class="tag">{t("away")}</span>
                  )}
                  {host && !seat.mine && seat.kind !== "automatic" && (
                    <select
                      aria-label={t("seat_n", { n: seat.seat + 1 })}
                      value={seat.kind === "bot" ? `bot:${seat.bot}` : seat.kind}
                      onChange={(event) => {
                        const value = event.currentTarget.value;
                        const wish: SeatWish = value.startsWith("bot:")
                          ? { kind: "bot", bot: value.slice(4) }
                          : value === "here"
                            ? { kind: "person", name: `${t("guest")} ${seat.seat + 1}` }
                            : { kind: "open" };
                        if (seat.kind !== "person" || seat.invited) void giveSeat(table, seat.seat, wish);
                        else if (value !== "person") setRemoval({ seat, wish });
                      }}
                    >
                      <option value="open">{t("seat_open")}</option>
                      {seat.kind === "person" && <option value="person">{seat.name}</option>}
                      {seat.kind === "bot" && !bots.includes(seat.bot ?? "") && <option value={`bot:${seat.bot}`}>{levelName(seat.bot)}</option>}
                      <option value="here">{t("seat_person")}</option>
                      {bots.map((bot) => (
                        <option key={bot} value={`bot:${bot}`}>
                          {t("seat_bot", { bot: levelName(bot) })}
                        </option>
                      ))}
                    </select>
                  )}
                  {seat.mine && !seat.invited && <ColourPick seat={seat.seat} colour={seat.colour} pick={chooseColour(table, seat.seat)} />}
                  {!sitting && !needsAccount && seat.kind === "open" && (
                    <button type="button" class="button is-small" onClick={() => void join(seat.seat)}>
                      {t("sit_here")}
                    </button>
                  )}
                </li>
              ))}
            </ul>
          </section>
          <section class="panel">
            <h2>{t("share")}</h2>
            <p>{t("share_text")}</p>
            <ShareLink />
            <PublicSwitch />
            <p class="code-line">
              {t("code")} <b class="table-code">{`${code.slice(0, 5)}-${code.slice(5)}`}</b>
            </p>
          </section>
        </div>
        {refusal.value && (
          <p class="note is-error" role="alert">
            {refusal.value.message}
            <RuleLink id={refusal.value.rule} />
          </p>
        )}
        <div class="button-bar">
          {canJoin ? (
            <button type="button" class="button is-primary" data-join {...greyed(needsAccount, () => void join())}>
              {t("join")}
            </button>
          ) : host ? (
            <button type="button" class="button is-primary" data-start disabled={free.length > 0} onClick={() => void tableAction("start")}>
              {free.length ? t("waiting_seats", { n: free.length }) : t("begin")}
            </button>
          ) : (
            <button type="button" class="button is-primary" disabled>
              {t("waiting_host")}
            </button>
          )}
          {host && free.length > 0 && (
            <button
              type="button"
              class="button"
              onClick={() => {
                for (const seat of free) void giveSeat(table, seat.seat, { kind: "bot", bot: usualBot() });
              }}
            >
              {t("fill_with_bots")}
            </button>
          )}
          <ChatButton cls="button" />
          {(sitting || invited) && (
            <button type="button" class="button" data-leave onClick={() => void tableAction("leave").then(() => go("/"))}>
              {t(invited ? "decline" : "leave_table")}
            </button>
          )}
        </div>
      </main>
      {removal && <Removal {...removal} onDone={() => setRemoval(null)} />}
    </div>
  );
}
