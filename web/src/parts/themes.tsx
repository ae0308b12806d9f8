// The theme of this browser: one of ours, or that of the system.
import type { JSX } from "preact";
import { ownTheme, setTheme, theme } from "../settings";
import { THEMES } from "../theme";
import { useText } from "../words";
import { Pick } from "./controls";
import { Sym } from "./symbols";

const SYSTEM = "system";

export function ThemePick(): JSX.Element {
  const t = useText();
  return (
    <Pick
      name={t("theme")}
      value={ownTheme.value ?? SYSTEM}
      values={[SYSTEM, ...THEMES].map((value) => ({ value, label: t(`theme_${value as typeof SYSTEM}`) }))}
      onPick={(value) => setTheme(THEMES.find((one) => one === value) ?? null)}
    />
  );
}

/** Goes through the themes, one with each click. */
export function ThemeButton(): JSX.Element {
  const t = useText();
  const label = `${t("theme")}: ${t(`theme_${theme.value}`)}`;
  return (
    <button type="button" class="icon-button" aria-label={label} title={label} data-theme-button onClick={() => setTheme(THEMES[(THEMES.indexOf(theme.value) + 1) % THEMES.length]!)}>
      <Sym id="sun" />
    </button>
  );
}
