// What the next city costs, and the next two together: a row of the sums beside a bid.
import type { JSX } from "preact";
import type { PlayerView, View } from "../generated/api";
import { useTable } from "../store/table";
import { cityName, useText } from "../words";

export function NextCities({ view, me, left }: { view: View; me: PlayerView; left: number }): JSX.Element | null {
  const { prices } = useTable();
  const t = useText();
  const [one, two] = prices()?.next ?? [];
  if (!one) return null;
  return (
    <tr data-calc="cities">
      <td>
        {t("next_city")} <span class="text-muted">{me.network.length > 0 && cityName(view.map, one.cities[0]!)}</span>
      </td>
      <td class={left < one.cost ? "is-negative" : ""}>
        {one.cost}
        {two && (
          <>
            {" "}
            <small>{t("two_for")}</small> {two.cost}
          </>
        )}
      </td>
    </tr>
  );
}
