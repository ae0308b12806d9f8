// Hiring: seasonal workers for money, permanent ones into the housings for free; what they supply.
import { signal } from "@preact/signals";
import type { JSX } from "preact";
import type { HireOption, Option, View } from "../../generated/api";
import { Primary, Quiet, Secondary, Stepper } from "../../parts/controls";
import { Sym } from "../../parts/symbols";
import { companyOf } from "./company";
import { type Table, useTable } from "../../store/table";
import { cap, useText } from "../../words";
import { Ask, type PanelProps } from "../../panels/ask";
import { FromTo, Income, payment, Sums } from "../../panels/income";
import { careful } from "../../panels/warnings";

export function hireOption(options: Option[]): HireOption | null {
  return options.find((one): one is HireOption => one.kind === "hire") ?? null;
}

/** The seasonal workers that I want, at a version; the labour market shows them too. */
const createWish = () => signal<{ at: number; count: number } | null>(null);

export function wanted(table: Table, view: View, option: HireOption): number {
  const wish = table.own(createWish);
  const count = wish.value?.at === view.version ? wish.value.count : bestOf(view.edition, option);
  return Math.min(count, option.costs.length - 1);
}

/** The number that pays best this round: income less wages. */
function bestOf(edition: string, option: HireOption): number {
  const gain = option.costs.map((cost, n) => payment(edition, option.supplies[n]!) - cost);
  return gain.indexOf(Math.max(...gain));
}

export function HirePanel({ view, me, options }: PanelProps): JSX.Element {
  const table = useTable();
  const { play: { act } } = table;
  const wish = table.own(createWish);
  const t = useText();
  const option = hireOption(options);
  const company = companyOf(view, me.seat);
  if (!option || !company) return <></>;
  const count = wanted(table, view, option);
  const cost = option.costs[count]!;
  const free = option.permanent[count]!;
  const supplies = option.supplies[count]!;
  const most = Math.max(...option.supplies);
  const hands = company.permanent + company.seasonal + company.robots;
  const slip = supplies < most ? t("warn_workers", { n: supplies, most }) : null;
  const none = me.supplies < most ? t("warn_workers", { n: me.supplies, most }) : null;
  const nobody = () => careful(table, "fuel", none, () => void act({ kind: "done" }));
  const hire = () => careful(table, "fuel", slip, () => void act({ kind: "hire", count }));
  return (
    <>
      <div class="action-body">
        <Ask title={t("hire_title")} side={t("money_n", { n: me.money ?? 0 })} />
        <ul class="purchase-list hire-list">
          <li>
            <Sym id="fuel-workers" />
            <span class="name">
              {cap(t("already_there"))}
              <small>{t("staff", { fixed: company.permanent, seasonal: company.seasonal, robots: company.robots })}</small>
            </span>
            <span />
            <b>{hands}</b>
          </li>
          <li data-hired={count}>
            <Sym id="fuel-workers" cls="seasonal" />
            <span class="name">
              {cap(t("seasonal_for"))}
              <small>{cost ? `${t("cost")} ${cost}` : "–"}</small>
            </span>
            <Stepper
              value={count}
              most={option.costs.length - 1}
              label={t("seasonal_for")}
              onChange={(value) => (wish.value = { at: view.version, count: value })}
            />
            <b>+{count}</b>
          </li>
          <li>
            <Sym id="fuel-workers" />
            <span class="name">
              {cap(t("free_of_charge"))}
              <small>{t("places_n", { n: company.places })}</small>
            </span>
            <span />
            <b>+{free}</b>
          </li>
        </ul>
        <Sums
          items={[
            [t("workers_of"), t("n_of", { n: hands + count + free, most: company.need + company.robots })],
            [t("money_left"), (me.money ?? 0) - cost],
            [t("supplies"), <FromTo key="s" from={me.supplies} to={supplies} />],
          ]}
        />
        <Income edition={view.edition} now={me.supplies} then={supplies} />
      </div>
      <div class="button-bar">
        {count + free > 0 ? (
          <>
            <Primary onClick={hire}>{count ? t("hire_for", { n: count + free, cost }) : t("take_in", { n: free })}</Primary>
            <Secondary onClick={nobody}>{t("hire_nobody")}</Secondary>
          </>
        ) : (
          <Quiet onClick={hire}>{t("pass")}</Quiet>
        )}
      </div>
    </>
  );
}
