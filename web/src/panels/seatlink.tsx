// The link of my seat, for another device: copied, or read from the screen by a camera.
import { useState } from "preact/hooks";
import type { JSX } from "preact";
import type { Recovery } from "../generated/api";
import { lazy } from "../parts/lazy";
import { getJson, Refused, sendJson } from "../store/api";
import { useTable } from "../store/table";
import { useText } from "../words";
import { nameOfSeat } from "./players";
import { CopyField } from "./sharing";

const QrCode = lazy(() => import("./qrcode").then((one) => one.QrCode));

/** In the menu of whoever sits here. The link is asked for only when it is wanted: whoever sees it can play. */
export function SeatLink(): JSX.Element | null {
  const table = useTable();
  const { eyes, id } = table;
  const t = useText();
  const [link, setLink] = useState<string | null>(null);
  const [error, setError] = useState("");
  const seat = eyes.value;
  if (seat === null) return null;
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
    <section class="seat-link" data-seat-link>
      <h3>{t("seat_link")}</h3>
      <p class="text-muted">{t("seat_link_text", { name: nameOfSeat(table, seat) })}</p>
      {link === null ? (
        <button type="button" class="button is-small" data-show-link onClick={() => ask(getJson<Recovery>(path))}>
          {t("seat_link_show")}
        </button>
      ) : (
        <>
          <CopyField value={link} label={t("seat_link")} />
          <QrCode text={link} label={t("seat_code")} />
        </>
      )}
      {(link !== null || error) && (
        <button type="button" class="button is-small" data-renew-link title={t("seat_link_renew_text")} onClick={() => ask(sendJson<Recovery>(path, {}))}>
          {t("seat_link_renew")}
        </button>
      )}
      {error && (
        <p class="note is-error" role="alert">
          {error}
        </p>
      )}
    </section>
  );
}
