// The menu of a table: link, language, theme, motion, pace, warnings, rules, resigning, and the way to the account.
import type { JSX } from "preact";
import { Dialog, Pick, Sure, Switch } from "../parts/controls";
import { chances, motion, muted, pace, PACES, setChances, setMotion, setPace, setSounds, setSummaries, setVolume, setWarning, sounds, summaries, volume, WARNINGS } from "../settings";
import { go } from "../store/session";
import { useTable } from "../store/table";
import { Languages } from "../parts/languages";
import { ThemePick } from "../parts/themes";
import { useWords } from "../words";
import { lazy } from "../parts/lazy";
import { OfferButton } from "./offer";
import { seatName } from "./players";
import { SeatLink } from "./seatlink";
import { ShareLink } from "./sharing";
import { KeysButton } from "./shortcuts";

const HelpSettings = lazy(() => import("../help/settings").then((one) => one.HelpSettings), "help");

/** Let the volume be heard. */
const sample = () => import("../sounds").then((one) => one.playSample());

export function Menu(): JSX.Element | null {
  const { advice: { alone }, eyes, id, info, live, play: { tableAction }, ui: { menuOpen } } = useTable();
  const words = useWords();
  const { maybe, t } = words;
  if (!info.value) return null;
  const close = () => (menuOpen.value = false);
  const { code, seats } = info.value;
  const others = seats.filter((one) => one.seat !== eyes.value && !one.resigned);
  return (
    <Dialog title={t("menu")} onClose={close}>
      {info.value.settings.rated && <p class="note is-calm">{t("rated_note")}</p>}
      {!OFFLINE && (
        <>
          <h3>{t("share")}</h3>
          <ShareLink />
          <p class="text-muted">
            {t("code")}: <b class="table-code">{`${code.slice(0, 5)}-${code.slice(5)}`}</b>
          </p>
          <SeatLink />
        </>
      )}
      <h3>{t("language")}</h3>
      <Languages />
      <h3>{t("looks")}</h3>
      <ThemePick />
      <Switch label={t("motion")} on={motion.value} onChange={setMotion} />
      <Switch label={t("round_summary")} on={summaries.value} onChange={setSummaries} />
      {(alone.value || live.value?.result) && <Switch label={t("chances_show")} on={chances.value} onChange={setChances} />}
      <Switch label={t("move_sounds")} on={sounds.value} onChange={(on) => (setSounds(on), on && void sample())} />
      <label class="switch">
        <span>{t("volume")}</span>
        <input type="range" min="0" max="100" step="10" value={volume.value} data-volume onChange={(event) => (setVolume(Number(event.currentTarget.value)), void sample())} />
      </label>
      <h3>{t("pace")}</h3>
      <Pick name={t("pace")} value={pace.value} values={PACES.map((value) => ({ value, label: maybe(`pace_${value}`) }))} onPick={setPace} />
      {!OFFLINE && (
        <>
          <h3>{t("account")}</h3>
          <button type="button" class="button is-small is-wide" data-to-settings onClick={() => (close(), go(`/account?back=/tables/${id}`))}>
            {t("to_settings")}
          </button>
        </>
      )}
      <h3>{t("warnings")}</h3>
      {WARNINGS.map((name) => (
        <Switch key={name} label={maybe(`warning_${name}`)} on={!muted.value.includes(name)} onChange={(on) => setWarning(name, on)} />
      ))}
      <HelpSettings onDone={close} />
      <div class="halves">
        <KeysButton />
        <button
          type="button"
          class="button is-small"
          onClick={() => {
            close();
            go("/");
          }}
        >
          {t("to_start")}
        </button>
        {info.value.state === "running" && eyes.value !== null && (
          <Sure
            label={t("resign")}
            again={others.length === 1 ? t("resign_sure_end", { name: seatName(words, others[0], info.value) }) : t("resign_sure")}
            act={() => void tableAction("resign", { seat: eyes.value }).then(close)}
          />
        )}
        <OfferButton onDone={close} />
      </div>
    </Dialog>
  );
}
