// On the account page: how I am told that it is my turn.
import type { JSX } from "preact";
import { notified, setNotified, setSound, sound } from "../notices";
import { Switch } from "../parts/controls";
import { lazy } from "../parts/lazy";
import { me } from "../store/session";
import { t } from "../words";

const FarNotices = lazy(() => import("./farnotices").then((one) => one.FarNotices));

export function NoticeSettings(): JSX.Element {
  return (
    <section data-notices>
      <h2>{t("notices")}</h2>
      <Switch label={t("notice_sound")} on={sound.value} onChange={setSound} />
      <Switch label={t("notice_browser")} on={notified.value === "on"} onChange={(on) => void setNotified(on)} />
      {notified.value === "refused" && (
        <p class="note is-calm" role="status">
          {t("notice_refused")}
        </p>
      )}
      {me.value.guest && <FarNotices />}
    </section>
  );
}
