// The robots of a new table: how many, and of which tiles; drawn, chosen, or left to chance until the game begins.
import type { JSX } from "preact";
import { useEffect } from "preact/hooks";
import type { FieldProps } from "../../editions/registry";
import type { RobotFacts } from "../../generated/api";
import { Sym } from "../../parts/symbols";
import { useText, useWords, type Words } from "../../words";
import { Figure, type Slot, SLOTS, slotName, tileName, tileText, TilePicture } from "./tiles";

/** Five tiles in the order of the slots, or drawn when the game begins. */
export type Wish = string[] | "random";

export const wishesOf = (value: unknown): Wish[] => (Array.isArray(value) ? (value as Wish[]) : []);

const any = <T,>(all: T[]): T => all[Math.floor(Math.random() * all.length)]!;

/** What a robot can still have in a slot: no tile is there twice, and some are barred where several play. */
function free(facts: RobotFacts, wishes: Wish[], i: number, slot: Slot): string[] {
  const taken = wishes.flatMap((one, j) => (j === i || one === "random" ? [] : one));
  const several = wishes.length > 1;
  return (facts.slots[slot] ?? []).filter((tile) => !taken.includes(tile) && !(several && facts.alone.includes(tile)));
}

const draw = (facts: RobotFacts, wishes: Wish[], i: number): Wish => SLOTS.map((slot) => any(free(facts, wishes, i, slot)));

/** What cannot be where there are several is drawn anew. */
function fitting(facts: RobotFacts, wishes: Wish[]): Wish[] {
  return wishes.map((one, i) =>
    one === "random" ? one : one.map((tile, k) => (free(facts, wishes, i, SLOTS[k]!).includes(tile) ? tile : any(free(facts, wishes, i, SLOTS[k]!)))),
  );
}

interface RobotProps {
  facts: RobotFacts;
  wishes: Wish[];
  i: number;
  set: (wish: Wish) => void;
  remove: () => void;
}

function Robot({ facts, wishes, i, set, remove }: RobotProps): JSX.Element {
  const words = useWords();
  const { t } = words;
  const wish = wishes[i]!;
  const name = t("robot_n", { n: i + 1 });
  const change = (k: number, tile: string) => wish !== "random" && set(wish.map((one, j) => (j === k ? tile : one)));
  return (
    <li class="robot-choice" data-robot={i}>
      <Figure tiles={wish === "random" ? [] : wish} />
      <div>
        <div class="robot-header">
          <b>{name}</b>
          <button type="button" class="button is-small" data-draw onClick={() => set(draw(facts, wishes, i))}>
            <Sym id="dice" />
            {wish === "random" ? t("robot_draw") : t("robot_draw_again")}
          </button>
          {wish !== "random" && (
            <button type="button" class="button is-small" data-hide onClick={() => set("random")}>
              {t("robot_hide")}
            </button>
          )}
          <button type="button" class="icon-button" data-remove aria-label={t("robot_remove", { name })} title={t("robot_remove", { name })} onClick={remove}>
            <Sym id="x" />
          </button>
        </div>
        {wish === "random" ? (
          <p class="text-muted">{t("robot_random_note")}</p>
        ) : (
          <ul class="robot-slots">
            {SLOTS.map((slot, k) => {
              const tile = wish[k]!;
              const others = free(facts, wishes, i, slot);
              return (
                <li key={slot}>
                  <TilePicture slot={slot} tile={tile} />
                  <div>
                    <select aria-label={`${name}: ${slotName(words, slot)}`} data-slot={slot} value={tile} onChange={(event) => change(k, event.currentTarget.value)}>
                      {others.map((one) => (
                        <option key={one} value={one}>
                          {tileName(words, one)}
                        </option>
                      ))}
                    </select>
                    <small>{tileText(words, tile)}</small>
                  </div>
                  <button
                    type="button"
                    class="icon-button"
                    data-reroll={slot}
                    aria-label={t("robot_reroll", { slot: slotName(words, slot) })}
                    title={t("robot_reroll", { slot: slotName(words, slot) })}
                    disabled={others.length < 2}
                    onClick={() => change(k, any(others.filter((one) => one !== tile)))}
                  >
                    <Sym id="dice" />
                  </button>
                </li>
              );
            })}
          </ul>
        )}
      </div>
    </li>
  );
}

export function Field({ facts, value, seats, change }: FieldProps): JSX.Element {
  const t = useText();
  const known = facts as unknown as RobotFacts;
  const wishes = wishesOf(value);
  const set = (next: Wish[]) => change(next.length ? fitting(known, next) : undefined);
  useEffect(() => {
    // at a smaller table one person at least still plays
    if (wishes.length > seats - 1) set(wishes.slice(0, seats - 1));
  }, [seats]);
  const add = (
    <button type="button" class="button is-small" data-add-robot disabled={wishes.length >= seats - 1} onClick={() => set([...wishes, draw(known, [...wishes, "random"], wishes.length)])}>
      <Sym id="plus" />
      {t("robot_add")}
    </button>
  );
  if (!wishes.length) {
    return (
      <div class="robot-field">
        <div class="robot-choice is-empty">
          <Figure tiles={[]} />
          <div>
            <div class="robot-header">
              <b>{t("robot_n", { n: 1 })}</b>
            </div>
            <p class="text-muted">{t("robot_about")}</p>
            {add}
          </div>
        </div>
      </div>
    );
  }
  return (
    <div class="robot-field">
      <ul>
        {wishes.map((_, i) => (
          <Robot
            key={i}
            facts={known}
            wishes={wishes}
            i={i}
            set={(wish) => set(wishes.map((one, j) => (j === i ? wish : one)))}
            remove={() => set(wishes.filter((_one, j) => j !== i))}
          />
        ))}
      </ul>
      {add}
    </div>
  );
}

/** The robots of a table in words. */
export const valueText = (words: Words, value: unknown): string =>
  wishesOf(value)
    .map((one, i) => `${words.t("robot_n", { n: i + 1 })}: ${one === "random" ? words.t("robot_random") : one.map((tile) => tileName(words, tile)).join(", ")}`)
    .join("; ");
