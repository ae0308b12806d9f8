// A new table: edition, board, seats, regions and every option, each explained.
import { useEffect, useMemo, useState } from "preact/hooks";
import type { JSX } from "preact";
import { hasFolder, loadModules } from "../editions/folders";
import { moduleParts } from "../editions/registry";
import type { Features, SeatIn } from "../generated/api";
import { Face, levelName } from "../parts/bots";
import { Pick } from "../parts/controls";
import { usePending } from "../parts/pending";
import { COLOURS, House } from "../parts/symbols";
import { getJson } from "../store/api";
import { boardList, botList, editionList, editions, type EditionShort, loadGame } from "../store/reference";
import { go, me } from "../store/session";
import { cap, createWords, learn, named, pageText, useText, useWords, WordsContext } from "../words";
import { ClockField, usualClock } from "./clockfield";
import { Head } from "./head";
import { openTable, Problem, usualBot } from "./opening";
import { optionLabel } from "./options";
import { ColourPick } from "./sitting";

type Options = Record<string, unknown>;

interface FieldProps {
  label: string;
  about: string;
  children: JSX.Element;
}

function Field({ label, about, children }: FieldProps): JSX.Element {
  return (
    <div class="option">
      <div>
        <b>{label}</b>
        {about && <p>{about}</p>}
      </div>
      {children}
    </div>
  );
}

/** The last seats may be taken by companies that nobody plays: nobody is put there. */
interface SeatsProps {
  seats: SeatIn[];
  others: string[];
  change: (seats: SeatIn[]) => void;
  colours: number[];
  paint: (colours: number[]) => void;
}

function Seats({ seats, others, change, colours, paint }: SeatsProps): JSX.Element {
  const t = useText();
  const people = seats.length - others.length;
  // whoever had the colour before gets mine
  const pick = (i: number, colour: number) => paint(colours.map((one, j) => (j === i ? colour : one === colour ? (colours[i] ?? one) : one)));
  const set = (i: number, seat: SeatIn) => change(seats.map((one, j) => (j === i ? seat : one)));
  return (
    <ul class="seat-list">
      {seats.map((seat, i) => (
        <li key={i}>
          <House seat={i} own={colours[i]} />
          {i >= people && <span class="seat-label">{others[i - people]}</span>}
          <select
            hidden={i >= people}
            aria-label={t("seat_n", { n: i + 1 })}
            value={seat.kind === "bot" ? `bot:${seat.bot}` : i === 0 && seat.kind === "person" ? "me" : seat.kind}
            onChange={(event) => {
              const value = event.currentTarget.value;
              if (value.startsWith("bot:")) set(i, { kind: "bot", bot: value.slice(4) });
              else if (value === "me") set(i, { kind: "person" });
              else if (value === "person") set(i, { kind: "person", name: `${t("guest")} ${i + 1}` });
              else set(i, { kind: "open" });
            }}
          >
            {i === 0 ? <option value="me">{t("seat_me")}</option> : <option value="person">{t("seat_person")}</option>}
            <option value="open">{t("seat_open")}</option>
            {botList.value.map((bot) => (
              <option key={bot} value={`bot:${bot}`}>
                {t("seat_bot", { bot: levelName(bot) })}
              </option>
            ))}
          </select>
          {i < people && seat.kind === "bot" && <Face bot={seat.bot ?? null} />}
          {seat.kind === "person" && i > 0 && i < people && (
            <input
              value={seat.name ?? ""}
              maxLength={24}
              aria-label={t("name_of_seat", { n: i + 1 })}
              onInput={(event) => set(i, { kind: "person", name: event.currentTarget.value })}
            />
          )}
          {seat.kind === "person" && i < people && <ColourPick seat={i} colour={colours[i]} pick={(colour) => pick(i, colour)} />}
        </li>
      ))}
    </ul>
  );
}

interface OptionProps {
  edition: EditionShort;
  options: Options;
  seats: number;
  change: (options: Options) => void;
}

function OptionFields({ edition, options, seats, change }: OptionProps): JSX.Element {
  const words = useWords();
  const { maybe } = words;
  return (
    <>
      {Object.entries(edition.options).map(([name, facts]) => {
        const { values, any_of: cards } = facts;
        const label = maybe(`option_${name}`) || cap(name);
        const about = maybe(`option_${name}_about`);
        const Own = moduleParts(name)?.Field;
        if (Own) {
          return (
            <Field key={name} label={label} about={about}>
              <Own facts={facts} value={options[name]} seats={seats} change={(value) => change({ ...options, [name]: value })} />
            </Field>
          );
        }
        if (cards) {
          const chosen = (options[name] as string[] | undefined) ?? [];
          return (
            <Field key={name} label={label} about={about}>
              <div class="picker has-many">
                {cards.map((card) => (
                  <button
                    key={card}
                    data-card={card}
                    type="button"
                    aria-pressed={chosen.includes(card)}
                    class={chosen.includes(card) ? "is-active" : ""}
                    onClick={() => {
                      const next = chosen.includes(card) ? chosen.filter((one) => one !== card) : [...chosen, card];
                      change({ ...options, [name]: next });
                    }}
                  >
                    {named(editions.value[edition.id]?.promo_cards[card]?.name) || card}
                    <small>{named(editions.value[edition.id]?.promo_cards[card]?.about)}</small>
                  </button>
                ))}
              </div>
            </Field>
          );
        }
        const all = values ?? [];
        if (all.length < 2) return null;
        return (
          <Field key={name} label={label} about={about}>
            <Pick
              name={label}
              value={(options[name] ?? all[0]) as string}
              values={all.map((value) => ({ value: value as string, label: optionLabel(words, name, value) }))}
              onPick={(value) => change({ ...options, [name]: value })}
            />
          </Field>
        );
      })}
    </>
  );
}

/** What the host offers here; without an answer only what every table has. */
const asked = (): Promise<Partial<Features>> =>
  getJson<Features>("/api/features").then(
    async (has) => {
      // only accounts are rated: nobody else is asked
      has.ratings &&= !!me.value.account;
      if (has.ratings) await learn("ratings");
      return has;
    },
    () => ({}),
  );

/** The letters of the page, unless they take too long: others are not as wide, and lines break elsewhere. */
const letters = (): Promise<unknown> => Promise.race([Promise.all([...document.fonts].map((one) => one.load())), new Promise((done) => setTimeout(done, 1000))]);

/** Its words are those of the edition that is chosen. */
export function NewTablePage(): JSX.Element {
  const list = editionList.value;
  const [id, setId] = useState(list.find((one) => one.default)?.id ?? list[0]?.id ?? "");
  const words = useMemo(() => createWords(() => id), [id]);
  return (
    <WordsContext.Provider value={words}>
      <NewTable id={id} setId={setId} />
    </WordsContext.Provider>
  );
}

function NewTable({ id, setId }: { id: string; setId: (id: string) => void }): JSX.Element | null {
  const words = useWords();
  const { t } = words;
  const list = editionList.value;
  const edition = list.find((one) => one.id === id);
  const [map, setMap] = useState(edition?.maps[0] ?? "");
  const [regions, setRegions] = useState<"random" | "draft">("random");
  const [open, setOpen] = useState(false);
  const [silent, setSilent] = useState(false);
  const [colours, setColours] = useState(COLOURS.map((_, i) => i));
  const [options, setOptions] = useState<Options>({});
  const [clock, setClock] = useState(usualClock);
  const [rated, setRated] = useState(false);
  const [has, setHas] = useState<Partial<Features> | null>(null);
  const [error, setError] = useState<unknown>(null);
  const [run, creating] = usePending();
  const bot = (): SeatIn => ({ kind: "bot", bot: usualBot() });
  const [seats, setSeats] = useState<SeatIn[]>([{ kind: "person" }, { kind: "open" }, bot(), bot()]);
  const board = edition?.maps.includes(map) ? map : (edition?.maps[0] ?? "");
  const counts = edition?.players_on[board] ?? [];
  const resize = (count: number) =>
    setSeats(Array.from({ length: count }, (_, i) => seats[i] ?? bot()));
  const brought = Object.keys(edition?.options ?? {}).filter(hasFolder);
  useEffect(() => {
    if (!edition || !board) return;
    const offer = has ?? asked();
    // shown when all of it is there: what comes later would push the buttons away under a finger
    void Promise.allSettled([loadGame(edition.id, board), loadModules(brought), letters()]).then(async () => setHas(await offer));
  }, [edition?.id, board]);
  useEffect(() => {
    // a board that has no room for so many players, or for so few
    const nearest = [...counts].sort((a, b) => Math.abs(a - seats.length) - Math.abs(b - seats.length))[0];
    if (nearest !== undefined && nearest !== seats.length) resize(nearest);
  }, [edition?.id, board]);
  if (!edition || !has) return null;
  const others = brought.flatMap((name) => {
    const own = moduleParts(name);
    return Array.from({ length: own?.takes?.(options[name]) ?? 0 }, (_, i) => own?.seatName?.(words, i + 1) ?? "");
  });
  const people = Math.max(1, seats.length - others.length);
  const create = () => {
    const ready = seats.slice(0, people).every((seat) => seat.kind !== "open");
    const body = {
      edition: edition.id,
      map: board,
      regions,
      public: open,
      silent,
      rated,
      options,
      ...(has.clocks ? { clock } : {}),
      seats: seats.map((seat, i): SeatIn => {
        if (i >= people) return { kind: "open" };
        // who comes by a free seat chooses there
        const colour = seat.kind === "open" || colours.every((one, j) => one === j) ? {} : { colour: colours[i] };
        return { ...seat, ...colour, ...(seat.kind === "person" && seat.name ? { name: seat.name.trim() } : {}) };
      }),
    };
    run(() => openTable(body, ready).then((table) => go(`/tables/${table}`), setError));
  };
  return (
    <div class="page">
      <Head />
      <main>
        <h1>{t("new_table")}</h1>
        <section class="panel">
          <Field label={t("edition")} about={named(edition.about)}>
            <div>
              <Pick
                name={t("edition")}
                value={id}
                values={list.map((one) => ({ value: one.id, label: named(one.name) }))}
                onPick={(value) => {
                  setId(value);
                  setOptions({});
                }}
              />
              {named(edition.notice) && (
                <p class="note is-calm" data-notice>
                  {named(edition.notice)}
                </p>
              )}
            </div>
          </Field>
          <Field label={t("board")} about={t("board_about")}>
            <Pick
              name={t("board")}
              value={board}
              values={edition.maps.map((one) => ({ value: one, label: named(boardList.value.find((b) => b.id === one)?.name) }))}
              onPick={setMap}
            />
          </Field>
          <Field label={t("how_many")} about={t("how_many_about")}>
            <Pick name={t("how_many")} value={seats.length} values={counts.map((n) => ({ value: n, label: String(n) }))} onPick={resize} />
          </Field>
          <Field label={t("seats")} about={t("seats_about")}>
            <Seats seats={seats} others={others.slice(0, seats.length - 1)} change={setSeats} colours={colours} paint={setColours} />
          </Field>
          <Field label={t("regions")} about={t("regions_about")}>
            <Pick
              name={t("regions")}
              value={regions}
              values={[
                { value: "random", label: t("regions_random") },
                { value: "draft", label: t("regions_draft") },
              ]}
              onPick={setRegions}
            />
          </Field>
          {has.clocks && (
            <Field label={t("clock")} about={t("clock_about")}>
              <ClockField clock={clock} change={setClock} />
            </Field>
          )}
          <OptionFields edition={edition} options={options} seats={seats.length} change={setOptions} />
          {has.public_tables && (
            <Field label={t("public")} about={t("public_about")}>
              <Pick
                name={t("public")}
                value={open}
                values={[
                  { value: false, label: t("public_no") },
                  { value: true, label: t("public_yes") },
                ]}
                onPick={setOpen}
              />
            </Field>
          )}
          {has.ratings && (
            <Field label={pageText("page_ratings", "rated")} about={pageText("page_ratings", "rated_about")}>
              <Pick
                name={pageText("page_ratings", "rated")}
                value={rated}
                values={[false, true].map((value) => ({ value, label: pageText("page_ratings", value ? "rated_yes" : "rated_no") }))}
                onPick={setRated}
              />
            </Field>
          )}
          {has.chat && (
            <Field label={t("chat")} about={t("chat_about")}>
              <Pick
                name={t("chat")}
                value={silent}
                values={[
                  { value: false, label: t("chat_on") },
                  { value: true, label: t("chat_off") },
                ]}
                onPick={setSilent}
              />
            </Field>
          )}
        </section>
        <Problem error={error} />
        <div class="button-bar">
          <button type="button" class="button is-primary" data-create disabled={creating} onClick={create}>
            {seats.slice(0, people).some((seat) => seat.kind === "open") ? t("open_table") : t("open_and_start")}
          </button>
          <button type="button" class="button" onClick={() => go("/")}>
            {t("back")}
          </button>
        </div>
      </main>
    </div>
  );
}
