// What the server says to a wish: what fuel, a plant or cities would cost and bring.
import { useEffect, useState } from "preact/hooks";
import type { ForecastIn, ForecastOut } from "../generated/api";
import { sendJson } from "./api";
import { useTable } from "./table";

/** The server's answer to a wish; while a new one is asked for, the last. */
export function useForecast(wish: ForecastIn | null): ForecastOut | null {
  const { id, info, version } = useTable();
  const [answer, setAnswer] = useState<ForecastOut | null>(null);
  const key = wish && info.value ? JSON.stringify([id, version.value, wish]) : "";
  useEffect(() => {
    if (!key) return setAnswer(null);
    let stale = false;
    sendJson<ForecastOut>(`/api/tables/${id}/forecast`, wish).then(
      (out) => {
        if (!stale) setAnswer(out);
      },
      () => {
        if (!stale) setAnswer(null);
      },
    );
    return () => {
      stale = true;
    };
  }, [key]);
  return key ? answer : null;
}
