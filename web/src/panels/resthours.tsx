// My nights and holidays, in which no clock by correspondence runs for me.
import { useEffect, useState } from "preact/hooks";
import type { JSX } from "preact";
import type { Holiday, RestHoursOut } from "../generated/api";
import { Sym } from "../parts/symbols";
import { getJson, Refused, sendJson } from "../store/api";
import { t } from "../words";

const here = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone || "UTC";

export function RestSettings(): JSX.Element | null {
  const [rest, setRest] = useState<RestHoursOut | null>(null);
  const [said, setSaid] = useState<{ text: string; wrong: boolean } | null>(null);
  useEffect(() => {
    void getJson<RestHoursOut>("/api/me/rest-hours").then(setRest, () => undefined);
  }, []);
  if (!rest) return null;
  const night = rest.night ?? { from: "", to: "" };
  const setDay = (i: number, day: Holiday) => setRest({ ...rest, holidays: rest.holidays.map((one, j) => (i === j ? day : one)) });
  const save = (event: Event) => {
    event.preventDefault();
    const body = {
      zone: here(),
      night: night.from && night.to ? night : null,
      holidays: rest.holidays.filter((one) => one.from && one.to),
    };
    void sendJson<RestHoursOut>("/api/me/rest-hours", body, "PUT").then(
      (now) => {
        setRest(now);
        setSaid({ text: t("rest_saved"), wrong: false });
      },
      (error: unknown) => setSaid({ text: error instanceof Refused ? error.body.message : t("no_server"), wrong: true }),
    );
  };
  return (
    <form class="quiet-hours" data-rest onSubmit={save}>
      <h2>{t("rest")}</h2>
      <p class="text-muted">{t("rest_text", { zone: rest.zone ?? here() })}</p>
      <div class="range-row">
        <span>{t("rest_night")}</span>
        <input type="time" aria-label={t("rest_night_from")} value={night.from} onInput={(e) => setRest({ ...rest, night: { ...night, from: e.currentTarget.value } })} />
        <input type="time" aria-label={t("rest_night_to")} value={night.to} onInput={(e) => setRest({ ...rest, night: { ...night, to: e.currentTarget.value } })} />
      </div>
      {rest.holidays.map((day, i) => (
        <div class="range-row" key={i}>
          <span>{t("rest_holiday")}</span>
          <input type="date" aria-label={t("rest_first")} value={day.from} onInput={(e) => setDay(i, { ...day, from: e.currentTarget.value })} />
          <input type="date" aria-label={t("rest_last")} value={day.to} onInput={(e) => setDay(i, { ...day, to: e.currentTarget.value })} />
          <button type="button" class="close-button" aria-label={t("rest_remove", { n: i + 1 })} title={t("rest_remove", { n: i + 1 })} data-less-holidays={i} onClick={() => setRest({ ...rest, holidays: rest.holidays.filter((_, j) => j !== i) })}>
            <Sym id="x" />
          </button>
        </div>
      ))}
      <div class="halves">
        <button type="button" class="button is-small" data-more-holidays onClick={() => setRest({ ...rest, holidays: [...rest.holidays, { from: "", to: "" }] })}>
          {t("rest_more")}
        </button>
        <button type="submit" class="button is-small">
          {t("rest_save")}
        </button>
      </div>
      {said && (
        <p class={`note ${said.wrong ? "is-error" : "is-calm"}`} role="status">
          {said.text}
        </p>
      )}
    </form>
  );
}
