// Which language the page speaks.
import type { JSX } from "preact";
import { LANGUAGE_NAMES, LANGUAGES, language, switchLanguage, t } from "../words";

export function Languages(): JSX.Element {
  return (
    <div class="toggle-group" role="group" aria-label={t("language")}>
      {LANGUAGES.map((one) => (
        <button
          key={one}
          type="button"
          lang={one}
          class={one === language.value ? "is-active" : ""}
          aria-pressed={one === language.value}
          data-lang={one}
          onClick={() => void switchLanguage(one)}
        >
          {LANGUAGE_NAMES[one]}
        </button>
      ))}
    </div>
  );
}
