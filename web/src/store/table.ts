// A table: all that belongs to one, made anew for each that is opened. Two of them on one page share nothing.
import { untracked } from "@preact/signals";
import { createContext } from "preact";
import { useContext } from "preact/hooks";
import { createSight } from "../board/sight";
import type { Row } from "../generated/api";
import { createAdvice } from "./advice";
import { createClock } from "./clock";
import { Connection } from "./connection";
import { createGame, type LoadCode } from "./game";
import { openTables } from "./open";
import { createPlay } from "./play";
import { createPrices } from "./prices";
import { createUi } from "./ui";
import { createWhatIf } from "./whatif";

function createParts(id: string, loadCode: LoadCode) {
  const game = createGame(id, loadCode);
  const play = createPlay(game);
  const whatIf = createWhatIf(game, play);
  return {
    ...game,
    play,
    whatIf,
    prices: createPrices(game, play, whatIf),
    advice: createAdvice(game, play),
    clocks: createClock(game),
    ui: createUi(game),
    /** What is seen of its map. */
    sight: createSight(),
    /** Where it is drawn; null while it is not. */
    root: { current: null as HTMLDivElement | null },
  };
}

export interface Table extends ReturnType<typeof createParts> {
  /** A part of the table whose code is fetched later, made when it is first asked for. */
  own: <Part>(create: (table: Table) => Part) => Part;
  /** Talk with the server until the table is left; `onRows` is called when moves have come. */
  connect: (onRows: (table: Table, fresh: Row[]) => void) => void;
  /** Begin anew with the server: whoever has just sat down is somebody else to it. */
  renew: () => void;
  /** What is drawn of it, by a selector. */
  find: <Found extends Element = HTMLElement>(selector: string) => Found | null;
  findAll: <Found extends Element = HTMLElement>(selector: string) => Found[];
  /** Whether what happens on the page is meant for this table, where there are several. */
  isMeant: (event: Event) => boolean;
  /** Leave it: its sockets, effects and timers end. */
  dispose: () => void;
}

export function createTable(id: string, loadCode: LoadCode): Table {
  const parts = createParts(id, loadCode);
  const made = new Map<unknown, unknown>();
  let connection: Connection | null = null;
  const drawn = (): ParentNode => parts.root.current ?? document;
  const table: Table = {
    ...parts,
    own<Part>(create: (table: Table) => Part): Part {
      // whoever asks first does not depend on what it reads
      if (!made.has(create)) made.set(create, untracked(() => create(table)));
      return made.get(create) as Part;
    },
    connect(onRows) {
      connection = new Connection(parts, (fresh) => onRows(table, fresh));
      openTables.value = [...openTables.peek(), parts];
    },
    renew: () => connection?.renew(),
    find: <Found extends Element>(selector: string) => drawn().querySelector<Found>(selector),
    findAll: <Found extends Element>(selector: string) => [...drawn().querySelectorAll<Found>(selector)],
    isMeant({ target }) {
      const at = target instanceof Element ? target.closest(".table") : null;
      return at ? at === parts.root.current : openTables.peek().at(-1) === parts;
    },
    dispose() {
      connection?.close();
      parts.end();
      openTables.value = openTables.peek().filter((one) => one !== parts);
    },
  };
  return table;
}

export const TableContext = createContext<Table | null>(null);

/** The table to which a part of the page belongs. */
export function useTable(): Table {
  const table = useContext(TableContext);
  if (!table) throw new Error("not at a table");
  return table;
}
