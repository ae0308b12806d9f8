// Advice as it is told: the move, why, and what else was thought of.
import type { JSX } from "preact";
import { Sym } from "../parts/symbols";
import { advice, dismiss } from "../store/advice";
import { cap, t } from "../words";

export function AdviceNote(): JSX.Element | null {
  const found = advice.value;
  const best = found?.candidates[0];
  if (!found || !best) return null;
  return (
    <div class="note calm advice" role="status" data-advice>
      <Sym id="bulb" />
      <div>
        <b>{t("advice_would", { move: best.text })}</b> {found.text}
        {found.candidates.length > 1 && (
          <ul>
            {found.candidates.slice(1).map((one) => (
              <li key={one.text}>
                {cap(one.text)} <span>{t("advice_less", { n: best.worth - one.worth })}</span>
              </li>
            ))}
          </ul>
        )}
      </div>
      <button type="button" class="x" aria-label={t("close")} onClick={dismiss}>
        ×
      </button>
    </div>
  );
}
