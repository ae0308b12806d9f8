// To the next table that waits for me, from wherever I am.
import type { JSX } from "preact";
import { go } from "../store/session";
import { waitingElsewhere } from "../store/turns";
import { t } from "../words";
import { Sym } from "./symbols";

export function NextTable(): JSX.Element | null {
  const [next, ...more] = waitingElsewhere();
  if (next === undefined) return null;
  const n = more.length + 1;
  // the name begins with what is written on it
  const label = `${t("next_table")} ${Math.min(n, 99)}: ${t("tables_wait", { n })}`;
  return (
    <button type="button" class="next-table" data-next-table aria-label={label} title={label} onClick={() => go(`/tables/${next}`)}>
      <span>{t("next_table")}</span>{" "}
      <Sym id="arrow" />
      <b aria-hidden="true">{Math.min(n, 99)}</b>
    </button>
  );
}
