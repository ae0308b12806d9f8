// In a lobby: the colour of my seat, and whether everybody finds the table.
import { useEffect, useState } from "preact/hooks";
import type { JSX } from "preact";
import type { PageMeetingWord } from "../generated/api";
import { Switch } from "../parts/controls";
import { COLOURS, House } from "../parts/symbols";
import { offered } from "../store/api";
import { type Table, useTable } from "../store/table";
import { m } from "../words";

interface ColourProps {
  seat: number;
  colour: number | undefined;
  pick: (colour: number) => void;
}

/** What others have chosen cannot be taken; what they only have makes way. */
export const chooseColour = (table: Table, seat: number) => (colour: number): void => void table.play.tableAction(`seats/${seat}/colour`, { colour }, "PUT");

export function ColourPick({ seat, colour: mine, pick }: ColourProps): JSX.Element {
  const name = m("colour", { n: seat + 1 });
  return (
    <span class="picker colours" role="radiogroup" aria-label={name} data-colours={seat}>
      {COLOURS.map((_, colour) => (
        <button
          key={colour}
          type="button"
          role="radio"
          aria-checked={mine === colour}
          aria-label={m(`colour_${colour}` as PageMeetingWord)}
          class={mine === colour ? "is-active" : ""}
          data-colour={colour}
          onClick={() => pick(colour)}
        >
          <House seat={seat} own={colour} />
        </button>
      ))}
    </span>
  );
}

export function PublicSwitch(): JSX.Element | null {
  const { info, play: { tableAction } } = useTable();
  const [listed, setListed] = useState(true);
  useEffect(() => {
    offered((one) => setListed(one.public_tables));
  }, []);
  if (!listed || !info.value?.host) return null;
  return (
    <span data-public>
      <Switch label={m("public_now")} on={info.value.public} onChange={(on) => void tableAction("public", { public: on }, "PUT")} />
    </span>
  );
}
