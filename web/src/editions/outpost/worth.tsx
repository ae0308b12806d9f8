// What a card on auction would bring a company: workers and cities, places, or what a technology does.
import type { JSX } from "preact";
import type { PlayerView, View } from "../../generated/api";
import { companyOf, slotKind } from "./company";
import { type Card, cardFacts } from "./facts";
import { useWords } from "../../words";
import { effectText } from "./words";
import { NextCities } from "../../panels/nextcities";

/** Slots of its kind that no card of mine claims yet; on either kind for a card that fits on both. */
function freeSlots(view: View, me: PlayerView, facts: Card): number {
  const company = companyOf(view, me.seat);
  const kind = slotKind(facts);
  if (!company || !kind) return 0;
  const slots = { plant: company.plant_slots, housing: company.housing_slots, either: company.plant_slots + company.housing_slots };
  const claims = me.plants.filter((card) => {
    const other = slotKind(cardFacts(view.edition, card));
    return other !== null && (kind === "either" || other === kind);
  });
  return Math.max(0, slots[kind] - claims.length);
}

export function CompanyCalc({ view, me, facts, bid, most }: { view: View; me: PlayerView; facts: Card; bid: number; most: number }): JSX.Element {
  const words = useWords();
  const { t } = words;
  const money = me.money ?? 0;
  const rows: [string, string | number][] = [
    // a rebate lets one bid more than one has: what the highest bid allows beyond the money comes off
    [t("leaves_you", { bid }), Math.min(money, most - bid)],
  ];
  if (facts.workers) rows.push([t("card_needs"), facts.workers], [t("card_supplies"), facts.cities ?? 0]);
  if (facts.places) rows.push([t("card_places"), facts.places]);
  if (slotKind(facts)) rows.push([t("slots_free"), freeSlots(view, me, facts)]);
  return (
    <>
      <table class="forecast-table">
        <tbody>
          {rows.map(([label, value]) => (
            <tr key={label}>
              <td>{label}</td>
              <td>{value}</td>
            </tr>
          ))}
          <NextCities view={view} me={me} left={Math.min(money, most - bid)} />
        </tbody>
      </table>
      {facts.effect && (
        <p class="hint">
          <b>{facts.name}</b>: {effectText(words, facts.effect)}.
        </p>
      )}
    </>
  );
}
