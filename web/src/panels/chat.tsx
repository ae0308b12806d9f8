// The chat of a table: what is said, phrases, a line to write in. Words are text: nothing in them is followed.
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import type { JSX } from "preact";
import type { LineOut } from "../generated/api";
import { touch } from "../layout";
import { greyed, Switch } from "../parts/controls";
import { usePending } from "../parts/pending";
import { House, Sym } from "../parts/symbols";
import { createChat } from "../store/chat";
import { me, wished } from "../store/session";
import { useTable } from "../store/table";
import { isolated, language, useText, useWords } from "../words";

const LONGEST = 300;

function time(at: number): string {
  return new Date(at).toLocaleTimeString(language.value, { hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
}

const REASONS = ["insult", "spam", "cheating", "other"] as const;

/** Why a message is reported, and what the admins should know besides. */
function ReportForm({ line, onDone, onCancel }: { line: LineOut; onDone: () => void; onCancel: () => void }): JSX.Element {
  const { looked, report } = useTable().own(createChat);
  const t = useText();
  const [reason, setReason] = useState<(typeof REASONS)[number]>("insult");
  const [note, setNote] = useState("");
  const first = useRef<HTMLSelectElement>(null);
  useLayoutEffect(() => first.current?.focus(), []);
  const send = async (event: Event) => {
    event.preventDefault();
    if (await report({ room: looked.value, seq: line.seq, reason, note: note.trim() || null })) onDone();
  };
  return (
    <form class="report-form" data-report-form onSubmit={(event) => void send(event)}>
      <label>
        {t("report_why")}
        <select ref={first} value={reason} onChange={(event) => setReason(event.currentTarget.value as typeof reason)}>
          {REASONS.map((one) => (
            <option key={one} value={one}>
              {t(`report_${one}`)}
            </option>
          ))}
        </select>
      </label>
      <input value={note} maxLength={LONGEST} aria-label={t("report_note")} placeholder={t("report_note")} onInput={(event) => setNote(event.currentTarget.value)} />
      <div class="message-actions">
        <button type="submit" class="button is-small">
          {t("report_send")}
        </button>
        <button type="button" class="button is-small" onClick={onCancel}>
          {t("report_cancel")}
        </button>
      </div>
    </form>
  );
}

function Line({ line, open, toggle }: { line: LineOut; open: boolean; toggle: () => void }): JSX.Element {
  const { mute } = useTable().own(createChat);
  const { own, t } = useWords();
  const [reported, setReported] = useState<"no" | "asked" | "yes">("no");
  return (
    <li class={line.mine ? "is-mine" : ""} data-line={line.seq}>
      {line.seat === null ? <Sym id="eye" /> : <House seat={line.seat} />}
      <div>
        <b>
          <bdi>{line.name}</bdi>
        </b>{" "}
        <time>{time(line.at)}</time>
        <p dir="auto">{line.phrase ? own("phrases", line.phrase) : line.text}</p>
        {open && reported === "asked" && <ReportForm line={line} onDone={() => setReported("yes")} onCancel={() => setReported("no")} />}
        {open && reported !== "asked" && (
          <div class="message-actions">
            <button type="button" class="button is-small" data-mute onClick={() => void mute(line.author, true)}>
              {t("chat_mute", { name: isolated(line.name) })}
            </button>
            <button type="button" class="button is-small" data-report aria-live="polite" {...greyed(reported === "yes", () => setReported("asked"))}>
              {t(reported === "yes" ? "chat_reported" : "chat_report")}
            </button>
          </div>
        )}
      </div>
      {!line.mine && (
        <button type="button" class="more-button" aria-label={t("chat_more", { name: isolated(line.name) })} aria-expanded={open} onClick={toggle}>
          ⋯
        </button>
      )}
    </li>
  );
}

function Write(): JSX.Element {
  const { chat, say } = useTable().own(createChat);
  const { own, t } = useWords();
  const [text, setText] = useState("");
  const field = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => {
    // with fingers the keyboard would cover what is to be read
    if (!touch.value) field.current?.focus();
  }, []);
  const [run] = usePending();
  const send = (event: Event) => {
    event.preventDefault();
    const wanted = text.trim();
    if (wanted) run(async () => (await say({ text: wanted })) && setText(""));
  };
  return (
    <form onSubmit={send}>
      <div class="phrase-list" role="group" aria-label={t("chat_phrases")}>
        {chat.value!.phrases.map((phrase) => (
          <button key={phrase} type="button" data-phrase={phrase} onClick={() => void say({ phrase })}>
            {own("phrases", phrase)}
          </button>
        ))}
      </div>
      {!me.value.guest && (
        <input class="name-field" value={wished.value} maxLength={24} aria-label={t("your_name")} placeholder={t("your_name")} onInput={(event) => (wished.value = event.currentTarget.value)} />
      )}
      <div class="message-form">
        <input ref={field} data-say value={text} maxLength={LONGEST} aria-label={t("chat_write")} placeholder={t("chat_write")} autocomplete="off" onInput={(event) => setText(event.currentTarget.value)} />
        <button type="submit" class="button is-small" aria-disabled={!text.trim() || undefined}>
          {t("chat_send")}
        </button>
      </div>
    </form>
  );
}

export function ChatPanel(): JSX.Element | null {
  const table = useTable();
  const { chatOpen, find, info } = table;
  const { chat, hush, linesOf, look, looked, mute, trouble } = table.own(createChat);
  const t = useText();
  const [open, setOpen] = useState<number | null>(null);
  const list = useRef<HTMLOListElement>(null);
  const now = chat.value;
  const lines = linesOf(looked.value);
  useEffect(() => {
    list.current?.lastElementChild?.scrollIntoView({ block: "nearest" });
  }, [lines.length]);
  if (!now) return null;
  const close = () => {
    chatOpen.value = false;
    find("[data-chat]")?.focus();
  };
  const mine = looked.value === now.rooms[0];
  return (
    <aside class="log-drawer chat" aria-label={t("chat")} data-chat-panel>
      <div class="panel-header">
        <h2>{t("chat")}</h2>
        <span>{t(looked.value === "players" ? "chat_among_players" : info.value?.state === "finished" ? "chat_spectators" : "chat_among_spectators")}</span>
        <button type="button" class="close-button" aria-label={t("close")} data-close onClick={close}>
          <Sym id="x" />
        </button>
      </div>
      {now.rooms.length > 1 && (
        <div class="toggle-group" role="group" aria-label={t("chat")}>
          {now.rooms.map((room) => (
            <button key={room} type="button" class={room === looked.value ? "is-active" : ""} aria-pressed={room === looked.value} onClick={() => look(room)}>
              {t(room === "players" ? "players" : "chat_spectators")}
            </button>
          ))}
        </div>
      )}
      {info.value?.host && <Switch label={t("chat_switch")} on={now.state === "open"} onChange={(on) => void hush(!on)} />}
      <div class="message-list" role="log" tabIndex={0} aria-label={t("chat")}>
        <ol ref={list}>
          {lines.map((line) => (
            <Line key={line.seq} line={line} open={open === line.seq} toggle={() => setOpen(open === line.seq ? null : line.seq)} />
          ))}
        </ol>
      </div>
      {!lines.length && <p class="text-muted chat-empty">{t("chat_empty")}</p>}
      {now.muted.map(({ author, name }) => (
        <p key={author} class="muted-author">
          <button type="button" class="button is-small" data-unmute onClick={() => void mute(author, false)}>
            {t("chat_unmute", { name: isolated(name) })}
          </button>
        </p>
      ))}
      {trouble.value && (
        <p class="note is-error" role="alert">
          {trouble.value}
        </p>
      )}
      {now.state === "silent" ? <p class="note is-calm">{t("chat_silent")}</p> : mine && <Write />}
    </aside>
  );
}
