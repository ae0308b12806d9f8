// The position of a puzzle, as the table shows it: the map, cards and markets, of which nothing can be played.
import { useEffect, useState } from "preact/hooks";
import type { JSX } from "preact";
import { loadFolders } from "../editions/folders";
import type { PuzzleOut, TableOut, View } from "../generated/api";
import { layoutClass } from "../layout";
import { Auction } from "../panels/auction";
import { FuelMarket } from "../panels/fuel";
import { MapView } from "../panels/mapview";
import { Market } from "../panels/market";
import { PlayerCard } from "../panels/players";
import { botName } from "../parts/bots";
import { arts, loadArt } from "../store/art";
import { boards } from "../store/reference";
import { createTable, type Table, TableContext } from "../store/table";
import { WordsContext } from "../words";

/** Who sits where: only I am not a bot, and all have names of bots. */
function sitting(view: View): Partial<TableOut>["seats"] {
  return view.players.map(({ seat }) => ({ seat, kind: "person", name: botName(seat), mine: seat === view.seat, colour: seat }) as TableOut["seats"][number]);
}

/** A table that is only looked at: its one position counts as an earlier one. */
async function show(table: Table, view: View): Promise<void> {
  const settings = { edition: view.edition, map: view.map, options: view.options } as TableOut["settings"];
  const there = await table.takeTable({ settings, seats: sitting(view) } as TableOut, () => !table.left());
  const board = boards.value[view.map];
  if (there && board) await loadArt(board);
  table.past.value = view;
}

interface Props {
  asked: PuzzleOut;
  /** The cities to mark on the map. */
  marked: string[];
}

export function PuzzleBoard({ asked: { kind, view }, marked }: Props): JSX.Element {
  const [table] = useState(() => createTable("puzzle", loadFolders));
  useEffect(() => {
    void show(table, view);
  }, [view]);
  useEffect(() => table.dispose, []);
  const named = marked.join();
  useEffect(() => {
    table.play.plan.value = marked.map((city) => ({ kind: "connect", city }));
  }, [named]);
  const there = table.past.value !== null && arts.value[view.map] !== undefined;
  const me = view.players.filter((one) => one.seat === view.seat);
  const shown = kind === "end" ? view.order.map((seat) => view.players[seat]!) : me;
  return (
    <div ref={table.root} class={`puzzle-board ${layoutClass()}`} data-board={kind} aria-busy={!there}>
      {there && (
        <TableContext.Provider value={table}>
          <WordsContext.Provider value={table.words}>
            {(kind === "cities" || kind === "end") && (
              <div class="map-frame">
                <MapView view={view} small={false} />
              </div>
            )}
            {kind === "worth" && <Auction view={view} option={null} />}
            {kind !== "cities" && (
              <div class="puzzle-companies">
                {shown.map((player) => (
                  <PlayerCard key={player.seat} view={view} player={player} place={view.order.indexOf(player.seat) + 1} />
                ))}
              </div>
            )}
            {kind === "worth" && <Market view={view} options={[]} />}
            {kind === "fuel" && <FuelMarket view={view} />}
          </WordsContext.Provider>
        </TableContext.Provider>
      )}
    </div>
  );
}
