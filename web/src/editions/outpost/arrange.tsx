// The company board: cards on its slots and beside it; what they are worth together.
import { useState } from "preact/hooks";
import type { JSX } from "preact";
import type { ArrangeOption, CardRef, LaidCard } from "../../generated/api";
import { Tile } from "./card";
import { Primary, Quiet, Secondary } from "../../parts/controls";
import { Sym } from "../../parts/symbols";
import { bySlot, companyOf } from "./company";
import { editionFacts } from "./facts";
import { useTable } from "../../store/table";
import { useText, useWords } from "../../words";
import { Ask, type PanelProps } from "../../panels/ask";
import { FromTo, Sums } from "../../panels/income";

type Kind = "plant" | "housing" | "either";

function kindOf(option: ArrangeOption, card: CardRef): Kind {
  return option.plants.includes(card) ? "plant" : option.housings.includes(card) ? "housing" : "either";
}

/** Whether one more card of a kind finds a slot beside these. */
function fits(option: ArrangeOption, cards: CardRef[], kind: Kind): boolean {
  const count = (wanted: Kind) => cards.filter((card) => kindOf(option, card) === wanted).length;
  const all = option.plant_slots + option.housing_slots;
  if (cards.length >= all) return false;
  return kind === "either" || count(kind) < (kind === "plant" ? option.plant_slots : option.housing_slots);
}

/** What lies there, and on free slots the best of what lies beside it. */
function proposal(option: ArrangeOption): CardRef[] {
  const out = [...option.placed];
  const beside = option.worth.filter((one) => !out.includes(one.card));
  beside.sort((a, b) => b.cities - a.cities || b.places - a.places || a.workers - b.workers);
  for (const { card } of beside) if (fits(option, out, kindOf(option, card))) out.push(card);
  return out;
}

const sum = (worth: LaidCard[], cards: CardRef[], pick: (one: LaidCard) => number): number =>
  worth.filter((one) => cards.includes(one.card)).reduce((total, one) => total + pick(one), 0);

interface SlotsProps {
  edition: string;
  kind: "plant" | "housing";
  cards: CardRef[];
  open: number;
  option: ArrangeOption;
  chosen: CardRef | null;
  onPick: (card: CardRef) => void;
}

function Slots({ edition, kind, cards, open, option, chosen, onPick }: SlotsProps): JSX.Element {
  const t = useText();
  const all = Math.max(editionFacts(edition).buildings ?? 0, open);
  return (
    <div class="slots">
      {Array.from({ length: all }, (_, i) => {
        const card = cards[i];
        if (card === undefined) {
          const locked = i >= open;
          const title = t(locked ? `locked_${kind}` : `free_${kind}`);
          return (
            <span key={i} class={`tile is-empty ${kind}${locked ? " is-locked" : ""}`} title={title}>
              <Sym id={locked ? "lock" : kind === "plant" ? "works" : "homes"} />
            </span>
          );
        }
        return (
          <Tile
            key={card}
            edition={edition}
            card={card}
            worth={option.worth.find((one) => one.card === card)}
            chosen={chosen === card}
            marked={!option.placed.includes(card)}
            onClick={() => onPick(card)}
          />
        );
      })}
    </div>
  );
}

export function ArrangePanel({ view, me, options }: PanelProps): JSX.Element {
  const { play: { act } } = useTable();
  const { t, term } = useWords();
  const option = options.find((one): one is ArrangeOption => one.kind === "arrange");
  const [wish, setWish] = useState<{ at: string; cards: CardRef[]; chosen: CardRef | null } | null>(null);
  if (!option) return <></>;
  const at = `${view.version}/${me.seat}`;
  const { cards, chosen } = wish?.at === at ? wish : { cards: proposal(option), chosen: null };
  const set = (next: CardRef[], pick: CardRef | null = null) => setWish({ at, cards: next, chosen: pick });
  const beside = option.worth.map((one) => one.card).filter((card) => !cards.includes(card));
  const { plants, housings } = bySlot(view.edition, cards, option.plant_slots);
  const same = cards.length === option.placed.length && cards.every((card) => option.placed.includes(card));
  /** A card on the board: one that was laid there now goes back, any other is marked for an exchange. */
  const pick = (card: CardRef) => {
    if (!option.placed.includes(card) && cards.length > option.placed.length) set(cards.filter((one) => one !== card));
    else set(cards, chosen === card ? null : card);
  };
  /** A card beside the board: onto the slot of the marked one, a free slot, or that of the worst of its kind. */
  const lay = (card: CardRef) => {
    const kind = kindOf(option, card);
    const without = (one: CardRef) => cards.filter((other) => other !== one);
    if (chosen !== null && fits(option, without(chosen), kind)) return set([...without(chosen), card]);
    if (fits(option, cards, kind)) return set([...cards, card]);
    const worst = option.worth
      .filter((one) => cards.includes(one.card) && fits(option, without(one.card), kind))
      .sort((a, b) => a.cities - b.cities || a.places - b.places)[0];
    if (worst) set([...without(worst.card), card]);
  };
  const slots = { edition: view.edition, option, chosen, onPick: pick };
  const robots = companyOf(view, me.seat)?.robots ?? 0;
  return (
    <>
      <div class="action-body">
        <Ask title={t("company_title")} side={robots ? `${t("robots")}: ${robots}` : undefined} />
        <div class="board">
          <h3>{t("plant_slots")}</h3>
          <Slots kind="plant" cards={plants} open={option.plant_slots} {...slots} />
          <h3>{t("housing_slots")}</h3>
          <Slots kind="housing" cards={housings} open={option.housing_slots} {...slots} />
          <h3>{t("beside")}</h3>
          {beside.length > 0 ? (
            <div class="slots spare-slots">
              {beside.map((card) => (
                <Tile key={card} edition={view.edition} card={card} worth={option.worth.find((one) => one.card === card)} onClick={() => lay(card)} />
              ))}
            </div>
          ) : (
            <p class="hint">{t("nothing_beside")}</p>
          )}
        </div>
        {beside.length > 0 && <p class="hint">{t("company_note")}</p>}
        <Sums
          items={[
            [term("capacity"), <FromTo key="c" from={sum(option.worth, option.placed, (one) => one.cities)} to={sum(option.worth, cards, (one) => one.cities)} />],
            [t("workers_needed"), <FromTo key="w" from={sum(option.worth, option.placed, (one) => one.workers)} to={sum(option.worth, cards, (one) => one.workers)} />],
            [t("places"), <FromTo key="p" from={sum(option.worth, option.placed, (one) => one.places)} to={sum(option.worth, cards, (one) => one.places)} />],
          ]}
        />
      </div>
      <div class="button-bar">
        {same ? (
          <Quiet onClick={() => void act({ kind: "done" })}>{t("keep_board")}</Quiet>
        ) : (
          <>
            <Primary onClick={() => void act({ kind: "arrange", cards })}>{t("lay_out")}</Primary>
            <Secondary onClick={() => set([...option.placed])}>{t("back")}</Secondary>
          </>
        )}
      </div>
    </>
  );
}
