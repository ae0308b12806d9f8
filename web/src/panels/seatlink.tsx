// The link of my seat, for another device: copied, or read from the screen by a camera; and how to come back by it.
import { useState } from "preact/hooks";
import type { JSX } from "preact";
import type { Recovery } from "../generated/api";
import { qrCode } from "../parts/qr";
import { getJson, Refused, sendJson } from "../store/api";
import { eyes, table } from "../store/table";
import { t } from "../words";
import { nameOfSeat } from "./players";

const QUIET = 4;

/** Dark squares on white, whatever the theme: cameras want it so. */
function Code({ text }: { text: string }): JSX.Element {
  const rows = qrCode(text);
  const size = rows.length + 2 * QUIET;
  const d = rows.map((row, y) => row.map((dark, x) => (dark ? `M${x + QUIET} ${y + QUIET}h1v1h-1z` : "")).join("")).join("");
  return (
    <svg class="qr" viewBox={`0 0 ${size} ${size}`} role="img" aria-label={t("seat_code")} shape-rendering="crispEdges">
      <rect width={size} height={size} fill="#fff" />
      <path d={d} fill="#000" />
    </svg>
  );
}

export function CopyField({ value, label }: { value: string; label: string }): JSX.Element {
  const [copied, setCopied] = useState(false);
  return (
    <div class="share">
      <input readOnly value={value} aria-label={label} onFocus={(event) => event.currentTarget.select()} />
      <button
        type="button"
        class="btn sm"
        onClick={() => {
          void navigator.clipboard?.writeText(value).then(() => setCopied(true));
        }}
      >
        {copied ? t("copied") : t("copy")}
      </button>
    </div>
  );
}

/** In the menu of whoever sits here. The link is asked for only when it is wanted: whoever sees it can play. */
export function SeatLink(): JSX.Element | null {
  const [link, setLink] = useState<string | null>(null);
  const [error, setError] = useState("");
  const seat = eyes.value;
  const id = table.value?.id;
  if (seat === null || !id) return null;
  const path = `/api/tables/${id}/seats/${seat}/recovery`;
  const ask = (work: Promise<Recovery>) => {
    void work.then(
      (one) => {
        setError("");
        setLink(one.link);
      },
      (problem: unknown) => setError(problem instanceof Refused ? problem.body.message : t("no_server")),
    );
  };
  return (
    <section class="seatlink" data-seat-link>
      <h3>{t("seat_link")}</h3>
      <p class="mut">{t("seat_link_text", { name: nameOfSeat(seat) })}</p>
      {link === null ? (
        <button type="button" class="btn sm" data-show-link onClick={() => ask(getJson<Recovery>(path))}>
          {t("seat_link_show")}
        </button>
      ) : (
        <>
          <CopyField value={link} label={t("seat_link")} />
          <Code text={link} />
        </>
      )}
      {(link !== null || error) && (
        <button type="button" class="btn sm" data-renew-link title={t("seat_link_renew_text")} onClick={() => ask(sendJson<Recovery>(path, {}))}>
          {t("seat_link_renew")}
        </button>
      )}
      {error && (
        <p class="note refused" role="alert">
          {error}
        </p>
      )}
    </section>
  );
}

/** For whoever looks on but has a seat: how to get it back. */
export function SeatBack(): JSX.Element {
  const [pasted, setPasted] = useState("");
  const [error, setError] = useState("");
  const token = /(?:^|\/)([A-Za-z0-9_-]{20,})\/?$/.exec(pasted.trim())?.[1];
  return (
    <form
      class="seatback"
      data-seat-back
      onSubmit={(event) => {
        event.preventDefault();
        if (!token) return setError(t("seat_back_wrong"));
        void sendJson("/api/recover", { token }).then(
          () => location.reload(),
          (problem: unknown) => setError(problem instanceof Refused ? problem.body.message : t("no_server")),
        );
      }}
    >
      <p class="mut">{t("seat_back")}</p>
      <div class="share">
        <input value={pasted} aria-label={t("seat_back_paste")} placeholder={t("seat_back_paste")} onInput={(event) => setPasted(event.currentTarget.value)} />
        <button type="submit" class="btn sm">
          {t("seat_back_take")}
        </button>
      </div>
      {error && (
        <p class="note refused" role="alert">
          {error}
        </p>
      )}
    </form>
  );
}
