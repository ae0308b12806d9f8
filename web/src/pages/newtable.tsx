// A new table: who plays, which game, how many; everything else has a good default and waits under "More options".
import type { ComponentChildren, JSX } from "preact";
import { useEffect, useMemo, useState } from "preact/hooks";
import { hasFolder, loadModules } from "../editions/folders";
import { moduleParts } from "../editions/registry";
import type { Features, SeatIn } from "../generated/api";
import { levelName, levels } from "../parts/bots";
import { Pick } from "../parts/controls";
import { LevelPick } from "../parts/levels";
import { usePending } from "../parts/pending";
import { COLOURS } from "../parts/symbols";
import { setLevel } from "../settings";
import { features } from "../store/api";
import { clockText } from "../store/clock";
import { editionList, editions, type EditionShort, loadGame } from "../store/reference";
import { go, me } from "../store/session";
import { loadThumbnails } from "../store/thumbnails";
import { cap, createWords, learn, named, pageText, useWords, WordsContext } from "../words";
import { ClockField } from "./clockfield";
import { clockFor, type Company, CompanyPick, say, seatFor } from "./company";
import { BoardCards, EditionCards, PromoCards } from "./gamecards";
import { Head } from "./head";
import { openTable, Problem, usualBot } from "./opening";
import { optionLabel } from "./options";
import { Names, otherBots, Seats } from "./seats";

type Options = Record<string, unknown>;

interface FieldProps {
  label: string;
  about: string;
  children: ComponentChildren;
  wide?: boolean;
}

function Field({ label, about, children, wide }: FieldProps): JSX.Element {
  return (
    <div class={`option${wide ? " is-wide" : ""}`}>
      <div>
        <b>{label}</b>
        {about && <p>{about}</p>}
      </div>
      {children}
    </div>
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
        const set = (value: unknown) => change({ ...options, [name]: value });
        const Own = moduleParts(name)?.Field;
        if (Own) {
          return (
            <Field key={name} label={label} about={about} wide>
              <Own facts={facts} value={options[name]} seats={seats} change={set} />
            </Field>
          );
        }
        if (cards) {
          return (
            <Field key={name} label={label} about={about} wide>
              <PromoCards edition={edition.id} facts={editions.value[edition.id]} cards={cards} chosen={(options[name] as string[] | undefined) ?? []} change={set} />
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
              onPick={set}
            />
          </Field>
        );
      })}
    </>
  );
}

/** What the host offers here; without an answer only what every table has. */
const asked = (): Promise<Partial<Features>> =>
  features().then(
    async (has) => {
      // only accounts are rated: nobody else is asked
      const ratings = has.ratings && !!me.value.account;
      if (ratings) await learn("ratings");
      return { ...has, ratings };
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

const USUAL_PLAYERS = 4;

function NewTable({ id, setId }: { id: string; setId: (id: string) => void }): JSX.Element | null {
  const words = useWords();
  const { t } = words;
  const list = editionList.value;
  const edition = list.find((one) => one.id === id);
  const [map, setMap] = useState(edition?.maps[0] ?? "");
  const [company, setCompany] = useState<Company>("bots");
  const [bot, setBot] = useState(usualBot);
  const [regions, setRegions] = useState<"random" | "draft">("random");
  const [open, setOpen] = useState(false);
  const [silent, setSilent] = useState(false);
  const [colours, setColours] = useState(COLOURS.map((_, i) => i));
  const [options, setOptions] = useState<Options>({});
  const [clock, setClock] = useState(clockFor(company));
  const [rated, setRated] = useState(false);
  const [has, setHas] = useState<Partial<Features> | null>(null);
  const [error, setError] = useState<unknown>(null);
  const [run, creating] = usePending();
  const filled = (wanted: Company, count: number, old: SeatIn[] = []): SeatIn[] =>
    Array.from({ length: count }, (_, i) => old[i] ?? (i ? seatFor(wanted, i, bot) : { kind: "person" }));
  const [seats, setSeats] = useState(() => filled(company, USUAL_PLAYERS));
  const board = edition?.maps.includes(map) ? map : (edition?.maps[0] ?? "");
  const counts = edition?.players_on[board] ?? [];
  const resize = (count: number) => setSeats((old) => filled(company, count, old));
  const brought = Object.keys(edition?.options ?? {}).filter(hasFolder);
  useEffect(() => {
    if (!edition || !board) return;
    const offer = has ?? asked();
    // shown when all of it is there: what comes later would push the buttons away under a finger
    void Promise.allSettled([loadGame(edition.id, board), loadModules(brought), loadThumbnails(), letters()]).then(async () => setHas(await offer));
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
  const ready = seats.slice(0, people).every((seat) => seat.kind !== "open");
  const meet = (wanted: Company) => {
    setCompany(wanted);
    setSeats((old) => filled(wanted, old.length));
    setOpen(wanted === "anyone");
    setClock(clockFor(wanted));
  };
  const play = (level: string) => {
    setBot(level);
    setSeats((old) => old.map((seat) => (seat.kind === "bot" ? { ...seat, bot: level } : seat)));
  };
  const create = () => {
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
  const tests = otherBots();
  const testing = tests.includes(bot);
  return (
    <div class="page new-table">
      <Head />
      <main>
        <h1>{t("new_table")}</h1>
        <div class="new-table-choices">
          <section>
            <h2>{say("who")}</h2>
            <CompanyPick has={has} value={company} onPick={meet} />
            {OFFLINE && <p class="choice-hint">{say("needs_server")}</p>}
            {company === "bots" && (
              <LevelPick
                value={bot}
                onPick={(level) => {
                  setLevel(level);
                  play(level);
                }}
              />
            )}
            {company === "friends" && <p class="choice-hint">{say("friends_hint")}</p>}
            {company === "anyone" && (
              <p class="choice-hint">
                {say("anyone_hint")} {has.clocks && clock.kind !== "none" && say("anyone_clock", { clock: clockText(clock) })}
              </p>
            )}
            {["friends", "anyone"].includes(company) && !me.value.account && <Names seats={seats.slice(0, 1)} colours={colours} change={() => undefined} />}
            {company === "screen" && (
              <Names seats={seats.slice(0, people)} colours={colours} change={(i, name) => setSeats((old) => old.map((one, j) => (j === i ? { kind: "person", name } : one)))} />
            )}
          </section>
          <section class="player-count">
            <h2>{t("how_many")}</h2>
            <Pick name={t("how_many")} value={seats.length} values={counts.map((n) => ({ value: n, label: String(n) }))} onPick={resize} />
          </section>
          <section class="game-choice">
            <h2>{t("edition")}</h2>
            <EditionCards
              label={t("edition")}
              list={list}
              value={id}
              onPick={(value) => {
                setId(value);
                setOptions({});
              }}
            />
            <p class="choice-hint" data-about>
              {named(edition.about)}
            </p>
            {named(edition.notice) && (
              <p class="note is-calm" data-notice>
                {named(edition.notice)}
              </p>
            )}
            <h2>{t("board")}</h2>
            <BoardCards label={t("board")} list={edition.maps} value={board} onPick={setMap} />
          </section>
        </div>
        <details class="more-options" data-more-options>
          <summary>
            <b>{say("more")}</b> <span>{say("more_hint")}</span>
          </summary>
          <section class="panel">
            <h2>{t("seats")}</h2>
            <Field label={t("seats")} about={`${t("seats_about")} ${t("how_many_about")}`} wide>
              <Seats
                seats={seats}
                others={others.slice(0, seats.length - 1)}
                change={setSeats}
                colours={colours}
                paint={setColours}
                named={company === "screen"}
                all={testing}
              />
            </Field>
          </section>
          <section class="panel">
            <h2>{t("rules")}</h2>
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
            <OptionFields edition={edition} options={options} seats={seats.length} change={setOptions} />
          </section>
          {(has.clocks || has.public_tables || has.ratings || has.chat) && (
            <section class="panel">
              <h2>{say("at_table")}</h2>
              {has.clocks && (
                <Field label={t("clock")} about={t("clock_about")}>
                  <ClockField clock={clock} change={setClock} />
                </Field>
              )}
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
          )}
          {tests.length > 0 && levels().length > 0 && (
            <section class="panel" data-developers>
              <h2>{say("developers")}</h2>
              <Field label={say("bots")} about={say("developers_text")}>
                <Pick
                  name={say("developers")}
                  value={testing ? bot : ""}
                  values={[{ value: "", label: say("developers_none") }, ...tests.map((one) => ({ value: one, label: levelName(one) }))]}
                  onPick={(one) => play(one || usualBot())}
                />
              </Field>
            </section>
          )}
        </details>
        <Problem error={error} />
        <div class="button-bar">
          <button type="button" class="button" onClick={() => go("/")}>
            {t("back")}
          </button>
          <button type="button" class="button is-primary" data-create disabled={creating} onClick={create}>
            {t(ready ? "open_and_start" : "open_table")}
          </button>
        </div>
      </main>
    </div>
  );
}
