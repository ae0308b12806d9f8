// How it stands with what I seek; and the way to the table, once there is one.
import { useEffect, useState } from "preact/hooks";
import type { JSX } from "preact";
import { isSeeking, look, serverTime, state, stop } from "../store/seek";
import { go, path } from "../store/session";
import { m, t } from "../words";
import { played } from "./tablerow";

const clock = (ms: number): string => {
  const seconds = Math.max(0, Math.ceil(ms / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
};

/** On the pages beside tables I am led to the table that was found; at another table I am told. */
export function SeekBar(): JSX.Element | null {
  const [, tick] = useState(0);
  const found = state.value?.table ?? null;
  const wish = state.value?.wish;
  const aside = !path.value.startsWith("/tables/");
  const enter = () =>
    void stop()
      .catch(() => undefined)
      .then(() => found && go(`/tables/${found}`));
  useEffect(() => {
    void look().catch(() => undefined);
  }, []);
  useEffect(() => {
    if (found && aside) enter();
  }, [found, aside]);
  const seeking = isSeeking();
  useEffect(() => {
    if (!seeking) return undefined;
    const timer = setInterval(() => tick((n) => n + 1), 1000);
    return () => clearInterval(timer);
  }, [seeking]);
  if (found && !aside && path.value !== `/tables/${found}`) {
    return (
      <p class="note is-calm seek-found" role="alert" data-found={found}>
        {m("seek_found")}{" "}
        <button type="button" class="button is-small" onClick={enter}>
          {m("seek_to_table")}
        </button>
      </p>
    );
  }
  if (!wish || !aside) return null;
  const others = state.value?.others ?? 0;
  const left = wish.fill_after === null ? null : wish.since + wish.fill_after * 1000 - serverTime();
  return (
    <section data-seeking role="status">
      <h2>{m("seek_running")}</h2>
      <p>
        {played(wish)}
        {wish.players ? `, ${t("n_players", { n: wish.players })}` : ""}
      </p>
      <p class="text-muted">{others ? m("seek_others", { n: others }) : m("seek_alone")}</p>
      <p class="text-muted">{left === null ? m("seek_no_bots") : m("seek_bots_in", { time: clock(left) })}</p>
      <p class="text-muted">{m("seek_stays")}</p>
      <button type="button" class="button is-small" data-stop-seeking onClick={() => void stop()}>
        {m("seek_stop")}
      </button>
    </section>
  );
}
