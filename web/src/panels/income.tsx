// The table of payments, with now and the plan marked.
import type { JSX } from "preact";
import { editions } from "../store/reference";
import { t } from "../words";

/** What supplying so many cities pays, as the edition's table says. */
export function payment(edition: string, cities: number): number {
  const table = editions.value[edition]?.payments ?? [0];
  return table[Math.min(cities, table.length - 1)] ?? 0;
}

export function Income({ edition, now, then }: { edition: string; now: number; then: number | null }): JSX.Element {
  const table = editions.value[edition]?.payments ?? [];
  const count = 8;
  const from = Math.max(0, Math.min(now - 2, table.length - count));
  const shown = table.slice(from, from + count);
  const most = Math.max(...shown, 1);
  const step = 312 / count;
  const gain = then === null ? 0 : payment(edition, then) - payment(edition, now);
  return (
    <div class="inc">
      <div class="hd">
        <h3>{t("income_for")}</h3>
        <span>
          {payment(edition, now)}
          {then !== null && then !== now && (
            <>
              {" "}
              {t("to")} {payment(edition, then)}, <b>{t("a_round", { n: `${gain >= 0 ? "+" : "−"}${Math.abs(gain)}` })}</b>
            </>
          )}
        </span>
      </div>
      <svg viewBox="0 0 312 66" role="img" aria-label={t("income_for")}>
        {shown.map((pay, i) => {
          const n = from + i;
          const cls = n === now ? "now" : n === then ? "pln" : n < now ? "got" : "";
          const height = 6 + (30 * pay) / most;
          return (
            <g key={n}>
              <rect class={`b ${cls}`} x={i * step + 3} y={50 - height} width={step - 6} height={height} rx="1" />
              <text class={cls} x={i * step + step / 2} y={46 - height}>{pay}</text>
              <text class={cls} x={i * step + step / 2} y="63">{n}</text>
            </g>
          );
        })}
      </svg>
    </div>
  );
}

export function Sums({ items }: { items: [string, string | number | JSX.Element][] }): JSX.Element {
  return (
    <div class="sums">
      {items.map(([label, value]) => (
        <div key={label} data-sum={label}>
          <small>{label}</small>
          <b>{value}</b>
        </div>
      ))}
    </div>
  );
}

export function FromTo({ from, to }: { from: number; to: number }): JSX.Element {
  return from === to ? (
    <>{from}</>
  ) : (
    <>
      {from} <span class="to">{t("to")}</span> {to}
    </>
  );
}
