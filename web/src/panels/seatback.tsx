// For whoever lost a seat: how to come back by its link.
import { useState } from "preact/hooks";
import type { JSX } from "preact";
import { Refused, sendJson } from "../store/api";
import { t } from "../words";

/** Tells a spectator who has a seat how to get it back. */
export function SeatBack(): JSX.Element {
  const [pasted, setPasted] = useState("");
  const [error, setError] = useState("");
  const token = /(?:^|\/)([A-Za-z0-9_-]{20,})\/?$/.exec(pasted.trim())?.[1];
  return (
    <form
      class="seat-recovery"
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
      <p class="text-muted">{t("seat_back")}</p>
      <div class="share">
        <input value={pasted} aria-label={t("seat_back_paste")} placeholder={t("seat_back_paste")} onInput={(event) => setPasted(event.currentTarget.value)} />
        <button type="submit" class="button is-small">
          {t("seat_back_take")}
        </button>
      </div>
      {error && (
        <p class="note is-error" role="alert">
          {error}
        </p>
      )}
    </form>
  );
}
