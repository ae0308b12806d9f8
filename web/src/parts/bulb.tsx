// The bulb: opens advice. At a table with other people it is out until all of them agree.
import type { JSX } from "preact";
import { useTable } from "../store/table";
import { useText } from "../words";
import { Sym } from "./symbols";

export function Bulb(): JSX.Element | null {
  const { advice: { adviceOpen, closeAdvice, openAdvice }, info } = useTable();
  const t = useText();
  const at = info.value;
  if (!at || at.settings.rated) return null;
  const title = t(at.advised ? "advice_ask" : "advice_off");
  const open = adviceOpen.value;
  return (
    <button type="button" class={`icon-button hint-button${at.advised ? "" : " is-dimmed"}`} data-ask-advice data-advised={at.advised} title={title} aria-label={title} aria-expanded={open} onClick={open ? closeAdvice : openAdvice}>
      <Sym id="bulb" />
    </button>
  );
}
