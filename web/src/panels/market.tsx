// The plant market: cards while nothing runs, a strip and the drawer while an auction does.
import type { JSX } from "preact";
import { partsOf } from "../editions/registry";
import type { OpenOption, View } from "../generated/api";
import { PlantCard, plantTitle, StripCard } from "../parts/plant";
import { isSplit, plantKind, Sym } from "../parts/symbols";
import { useTable } from "../store/table";
import { useWords, type Words } from "../words";

/** Where "Step 3" lies in the deck: what was put under the deck lies below it. */
function deckText({ t }: Words, view: View): string {
  if (view.step_3 !== "to-come") return t("deck_n", { n: view.deck });
  const at = view.deck - view.under_deck.length;
  return at > 0 ? t("deck_step_3", { n: view.deck, at }) : t("deck_n", { n: view.deck });
}

function Deck({ view }: { view: View }): JSX.Element {
  const words = useWords();
  const { backName, cardText, t, term } = words;
  return (
    <div class="deck">
      <span>{term("deck")}</span>
      <Sym id={view.deck_back === "light" || view.deck_back === "socket" ? "back-light" : "back-dark"} title={view.deck_back ? backName(view.deck_back) : undefined} />
      {view.step_3 === "to-come" && <Sym id="card-step-3" title={t("step_3")} />}
      {view.under_deck.length > 0 && (
        <>
          <span>{t("then_shuffled")}</span>
          {view.under_deck.slice(-8).map((card) => {
            const kind = plantKind(view.edition, card);
            return (
              <b key={card} class={`kind-${kind}${isSplit(kind) ? " is-split" : ""}`} title={plantTitle(words, view.edition, card)}>
                {cardText(card)}
              </b>
            );
          })}
          {view.under_deck.length > 8 && <span>+{view.under_deck.length - 8}</span>}
        </>
      )}
    </div>
  );
}

export function Market({ view, options }: { view: View; options: OpenOption[] }): JSX.Element {
  const { play: { chosen } } = useTable();
  const words = useWords();
  const { cardText, t, term } = words;
  const cardsLeft = deckText(words, view);
  if (view.auction) {
    const { card } = view.auction;
    const all = [...view.current, ...view.future];
    return (
      <section class="market">
        <div class="panel-header">
          <h2>{t("plant_market")}</h2>
          <span>{cardsLeft}</span>
        </div>
        <div class="strip" style={{ "--cols": Math.max(8, all.length) }}>
          <div class="strip-label">
            <span>{t("on_offer")}</span>
            {view.future.length > 0 && <span>{t("future")}</span>}
          </div>
          {all.map((plant) => (
            <StripCard key={plant} edition={view.edition} plant={plant} up={plant === card} future={view.future.includes(plant)} />
          ))}
        </div>
      </section>
    );
  }
  const opens = new Map(options.map((one) => [one.plant, one]));
  const choosing = options.length > 0;
  const own = partsOf(view.edition);
  return (
    <section class="market">
      <div class="panel-header">
        <h2>{t("plant_market")}</h2>
        <span>{cardsLeft}</span>
      </div>
      <div class={`cards size-${view.current.length}`}>
        {view.current.map((plant, i) => (
          <PlantCard
            key={plant}
            edition={view.edition}
            plant={plant}
            price={view.minimum_bids[i]}
            under={own.under?.(view, plant)}
            chosen={chosen.value === plant}
            off={choosing && !opens.has(plant)}
            onClick={
              opens.has(plant)
                ? () => {
                    chosen.value = chosen.value === plant ? null : plant;
                  }
                : undefined
            }
          />
        ))}
      </div>
      {view.outgoing_card?.to === "box" && (
        <div class="subheading">
          <span data-leaving>{t("smallest_leaves", { plant: cardText(view.outgoing_card.card) })}</span>
        </div>
      )}
      {view.future.length > 0 && (
        <>
          <div class="subheading">
            <span>{term("future")}</span>
            {view.outgoing_card?.to === "under" && <span data-leaving>{t("largest_under", { plant: cardText(view.outgoing_card.card) })}</span>}
          </div>
          <div class="future-market" style={{ "--cols": Math.max(4, view.future.length) }}>
            {view.future.map((plant) => (
              <PlantCard key={plant} edition={view.edition} plant={plant} under={own.under?.(view, plant)} discount={own.discount?.(view, plant)} />
            ))}
          </div>
        </>
      )}
      <Deck view={view} />
    </section>
  );
}
