// A company's board on its player card: slots with cards, workers, technologies and cards beside the board.
import type { JSX } from "preact";
import type { CardRef, PlayerView, View } from "../../generated/api";
import { companyCardTitle, Tile } from "./card";
import { Sym } from "../../parts/symbols";
import { cardKind, siteSymbol } from "./symbols";
import { bySlot, companies, companyOf } from "./company";
import { cardFacts, editionFacts } from "./facts";
import { useTable } from "../../store/table";
import { cap, useText, useWords } from "../../words";

function Slots({ view, kind, cards, open }: { view: View; kind: "plant" | "housing"; cards: CardRef[]; open: number }): JSX.Element {
  const t = useText();
  const all = Math.max(editionFacts(view.edition).buildings ?? 0, open);
  return (
    <>
      {Array.from({ length: all }, (_, i) => {
        const card = cards[i];
        if (card !== undefined) return <Tile key={card} edition={view.edition} card={card} />;
        const shut = i >= open;
        return (
          <span key={`${kind}${i}`} class={`tile is-empty ${kind}${shut ? " is-locked" : ""}`} title={t(shut ? `locked_${kind}` : `free_${kind}`)}>
            {!shut && <Sym id={kind === "plant" ? "works" : "homes"} />}
          </span>
        );
      })}
    </>
  );
}

/** Cards that lie on no slot: technologies with what stands on them, and what waits. */
function Chips({ view, player, cards }: { view: View; player: PlayerView; cards: CardRef[] }): JSX.Element {
  const table = useTable();
  const words = useWords();
  const { cardText } = words;
  const built = companies(view)?.on_cards ?? [];
  return (
    <span class="chips">
      {cards.map((card) => {
        const facts = cardFacts(view.edition, card);
        const waits = facts?.type !== "technology" || (facts.workers ?? 0) > 0;
        const on = built.find((one) => one.card === card && one.seat === player.seat)?.sites ?? [];
        return (
          <span key={card} class={`chip kind-${cardKind(facts)}${waits ? " is-waiting" : ""}`} title={facts ? cap(companyCardTitle(words, card, facts)) : ""} data-plant={card}>
            {cardText(card)}
            {on.map((site) => (
              <Sym key={site} id={siteSymbol(table, site, player.seat)} />
            ))}
          </span>
        );
      })}
    </span>
  );
}

export function CompanyBoard({ view, player }: { view: View; player: PlayerView }): JSX.Element | null {
  const { t, term } = useWords();
  const company = companyOf(view, player.seat);
  if (!company) return null;
  const { plants, housings } = bySlot(view.edition, company.placed, company.plant_slots);
  const beside = player.plants.filter((card) => !company.placed.includes(card));
  const figures: [string, string, number, string][] = [
    ["fuel-workers", "", company.permanent, term("permanent")],
    ["fuel-workers", "seasonal", company.seasonal, term("seasonal")],
    ["robot", "", company.robots, term("robots")],
  ];
  return (
    <div class="plant-tiles company">
      <div class="company-slots">
        <Slots view={view} kind="plant" cards={plants} open={company.plant_slots} />
        <Slots view={view} kind="housing" cards={housings} open={company.housing_slots} />
      </div>
      <div class="company-crew">
        {figures.map(
          ([id, cls, n, title], i) =>
            (i === 0 || n > 0) && (
              <span key={i} class="workforce" title={`${cap(title)}: ${n}`}>
                <Sym id={id} cls={cls} />
                <b>{n}</b>
                {i === 0 && <small>/{company.places}</small>}
              </span>
            ),
        )}
        <small class="text-muted">{company.need > 0 && t("need_n", { n: company.need })}</small>
        <Chips view={view} player={player} cards={beside} />
      </div>
    </div>
  );
}
