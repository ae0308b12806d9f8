// The table of payments, with now and the plan marked.
import type { JSX } from "preact";
import { editions } from "../store/reference";
import { useText } from "../words";

const COLUMNS = 8;

/** What supplying so many cities pays, as the edition's table says. */
export function payment(edition: string, cities: number): number {
  const table = editions.value[edition]?.payments ?? [0];
  return table[Math.min(cities, table.length - 1)] ?? 0;
}

/** The numbers of cities that are shown: around now, and up to what is planned; null where some are left out. */
function columns(length: number, now: number, then: number): (number | null)[] {
  const last = Math.min(length - 1, Math.max(now + 5, then + 1, COLUMNS - 1));
  const first = Math.max(0, last - COLUMNS + 1);
  const out: (number | null)[] = Array.from({ length: last - first + 1 }, (_, i) => first + i);
  return now < first ? [now, null, ...out.slice(2)] : out;
}

export function Income({ edition, now, then }: { edition: string; now: number; then: number | null }): JSX.Element {
  const t = useText();
  const table = editions.value[edition]?.payments ?? [];
  const shown = columns(table.length, now, then ?? now);
  const most = Math.max(...shown.map((n) => (n === null ? 0 : table[n]!)), 1);
  const step = 312 / COLUMNS;
  const gain = then === null ? 0 : payment(edition, then) - payment(edition, now);
  return (
    <div class="income-chart">
      <div class="panel-header">
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
        {shown.map((n, i) => {
          if (n === null) return <text key="gap" x={i * step + step / 2} y="50">…</text>;
          const pay = table[n]!;
          const cls = n === now ? "is-current" : n === then ? "is-planned" : n < now ? "is-reached" : "";
          const height = 6 + (30 * pay) / most;
          return (
            <g key={n}>
              <rect class={`income-bar ${cls}`} x={i * step + 3} y={50 - height} width={step - 6} height={height} rx="1" />
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
    <div class="plan-totals">
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
  const t = useText();
  return from === to ? (
    <>{from}</>
  ) : (
    <>
      {from} <span class="range-separator">{t("to")}</span> {to}
    </>
  );
}
