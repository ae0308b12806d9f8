// On the account page: how I am told that it is my turn.
import type { JSX } from "preact";
import { notified, setNotified, setSound, sound } from "../notifications";
import { Switch } from "../parts/controls";
import { lazy } from "../parts/lazy";
import { me } from "../store/session";
import { t } from "../words";

const RemoteNotifications = lazy(() => import("./remotenotifications").then((one) => one.RemoteNotifications));

export function NotificationSettings(): JSX.Element {
  return (
    <section data-notifications>
      <h2>{t("notifications")}</h2>
      <Switch label={t("notification_sound")} on={sound.value} onChange={setSound} />
      <Switch label={t("notification_browser")} on={notified.value === "on"} onChange={(on) => void setNotified(on)} />
      {notified.value === "refused" && (
        <p class="note is-calm" role="status">
          {t("notification_refused")}
        </p>
      )}
      {me.value.guest && <RemoteNotifications />}
    </section>
  );
}
