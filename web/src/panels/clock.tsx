// A clock beside a name. It changes no size while it ticks, and speaks once when time runs low.
import type { JSX } from "preact";
import { spanText } from "../store/clock";
import { useTable } from "../store/table";
import { useText } from "../words";

export function Clock({ seat, speaks }: { seat: number; speaks?: boolean }): JSX.Element | null {
  const { clocks: { leftOf }, eyes } = useTable();
  const t = useText();
  const left = leftOf(seat);
  if (!left) return null;
  const cls = `clock${left.runs ? " is-active" : ""}${left.low ? " is-low" : ""}`;
  return (
    <>
      <span class={cls} role="timer" aria-label={t("time_left")} data-clock={seat}>
        {spanText(left.ms)}
      </span>
      {speaks && seat === eyes.value && (
        <span class="visually-hidden" role="status">
          {left.low ? t("time_low") : ""}
        </span>
      )}
    </>
  );
}
