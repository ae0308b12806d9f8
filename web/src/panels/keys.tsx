// All keys, and what they do.
import type { JSX } from "preact";
import { Dialog } from "../parts/controls";
import { useText } from "../words";

const LIST = [
  ["?", "key_help"],
  ["A", "key_action"],
  ["C", "key_choices"],
  ["P", "key_market"],
  ["F", "key_fuel"],
  ["M", "key_map"],
  ["H", "key_lesson"],
  ["E", "key_explain"],
  ["R", "rules"],
  ["Y", "why_not"],
  ["B", "advice_ask"],
  ["↑ ↓ ← →", "key_arrows"],
  ["+ − 0", "key_zoom"],
  ["L", "key_log"],
  ["T", "key_chat"],
  ["W", "chances_show"],
  ["U", "undo"],
  ["← →", "key_replay"],
  ["Home End", "key_ends"],
  ["Esc", "close"],
] as const;

export function Keys({ onClose }: { onClose: () => void }): JSX.Element {
  const t = useText();
  return (
    <Dialog title={t("keys")} onClose={onClose}>
      <dl class="shortcut-list" data-keys>
        {LIST.map(([key, what]) => (
          <div key={what}>
            <dt>
              {key.split(" ").map((one) => (
                <kbd key={one}>{one}</kbd>
              ))}
            </dt>
            <dd>{t(what)}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
