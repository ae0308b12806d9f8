// Pictures for "The game in ten minutes", drawn with the parts of the board.
import type { JSX } from "preact";
import { type CityState, OpenPlate } from "../board/city";
import type { PageRulesWord } from "../generated/api";
import { FuelSpaces } from "../panels/fuel";
import { Income } from "../panels/income";
import { PlantCard } from "../parts/plant";
import { COLOURS, Count, Fuel, House, Sym } from "../parts/symbols";
import { editionList, editions } from "../store/reference";
import { cap, cardWords, fuelName, own } from "../words";

/** The edition whose cards and prices are shown: the oldest, which the guide explains. */
export const figuresEdition = (): string => editionList.value.reduce((oldest, one) => (one.year < oldest.year ? one : oldest)).id;

const HEIGHT = 48;
const colour = (seat: number): string => COLOURS[seat]!;

interface PlateProps {
  name: string;
  x: number;
  owners?: number[];
  open?: number;
  planned?: boolean;
}

function City({ name, x, owners = [], open = 1, planned = false }: PlateProps): JSX.Element {
  const city: CityState = { id: name, name, owners, places: [10, 15, 20], open, mine: owners.includes(0), planned, price: null, offered: false, picked: false, lit: false, label: "" };
  return <OpenPlate city={city} x={x} y={HEIGHT / 2 + 4} width={82} height={HEIGHT} scale={1} compact={false} seat={0} colour={colour} />;
}

function Plates({ width, children }: { width: number; children: JSX.Element | JSX.Element[] }): JSX.Element {
  return (
    <svg class="map-drawing" viewBox={`0 0 ${width} ${HEIGHT + 8}`} style={{ width: `${width}px` }}>
      {children}
    </svg>
  );
}

function Needs(): JSX.Element {
  return (
    <div class="row">
      <PlantCard edition={figuresEdition()} plant={10} />
      <Sym id="plus" />
      <span class="fuel-icons">
        <Fuel id="coal" />
        <Fuel id="coal" />
      </span>
      <Sym id="plus" />
      <Plates width={190}>
        <City name="Essen" x={47} owners={[0]} />
        <City name="Köln" x={143} owners={[0]} />
      </Plates>
    </div>
  );
}

function Order(): JSX.Element {
  return (
    <ol class="turn-order">
      {[[1, 7, 18], [0, 5, 25], [2, 5, 13]].map(([seat, cities, plant], i) => (
        <li key={seat}>
          <b>{i + 1}</b>
          <House seat={seat!} own={seat!} />
          <Count n={cities!} />
          <small>{cap(cardWords(figuresEdition(), plant!))}</small>
        </li>
      ))}
    </ol>
  );
}

function Market(): JSX.Element {
  return (
    <>
      <div class="cards">
        {[3, 4, 5, 6].map((plant) => (
          <PlantCard key={plant} edition={figuresEdition()} plant={plant} />
        ))}
      </div>
      <div class="future-market">
        {[7, 8, 9, 10].map((plant) => (
          <PlantCard key={plant} edition={figuresEdition()} plant={plant} />
        ))}
      </div>
    </>
  );
}

const PRICES = [1, 2, 3, 4, 5, 6, 7, 8];

function FuelPrices(): JSX.Element {
  const fuels = editions.value[figuresEdition()]?.fuels ?? [];
  return (
    <div class="fuel">
      <table>
        <thead>
          <tr>
            <th />
            {PRICES.map((price) => (
              <th key={price} class="space">{price}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {([["coal", 17, 3], ["oil", 14, 4]] as const).map(([id, left, price]) => {
            const facts = fuels.find((one) => one.id === id);
            if (!facts) return null;
            return (
              <tr key={id}>
                <td>
                  <span class="name">
                    <Fuel id={id} />
                    <span>{cap(fuelName(figuresEdition(), id))}</span>
                  </span>
                </td>
                <FuelSpaces facts={facts} left={left} prices={PRICES} next={price} />
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}

function Connection(): JSX.Element {
  const y = HEIGHT / 2 + 4;
  return (
    <Plates width={280}>
      <g class="is-active">
        <path class="connection" stroke-width="3.5" d={`M84 ${y}H196`} />
        <rect class="cost-plate" x="126" y={y - 10} width="28" height="20" rx="10" />
        <text class="cost-text" x="140" y={y + 4.5}>13</text>
      </g>
      <City name="Leipzig" x={45} owners={[0]} />
      <City name="Dresden" x={235} planned />
    </Plates>
  );
}

const Payments = (): JSX.Element => <Income edition={figuresEdition()} now={2} then={4} />;

function Steps(): JSX.Element {
  return (
    <div class="row">
      {[1, 2, 3].map((step) => (
        <div key={step}>
          <small>{own("terms", "step")} {step}</small>
          <Plates width={90}>
            <City name="Berlin" x={45} owners={[1, 0, 2].slice(0, step)} open={step} />
          </Plates>
        </div>
      ))}
    </div>
  );
}

export interface Figure {
  Drawing: () => JSX.Element;
  caption: PageRulesWord;
}

/** The figures by section of the guide, or by section and point of its list. */
export const FIGURES: Record<string, Figure> = {
  "1": { Drawing: Needs, caption: "needs" },
  "2.1": { Drawing: Order, caption: "order" },
  "2.2": { Drawing: Market, caption: "market" },
  "2.3": { Drawing: FuelPrices, caption: "fuel" },
  "2.4": { Drawing: Connection, caption: "connection" },
  "2.5": { Drawing: Payments, caption: "payments" },
  "3": { Drawing: Steps, caption: "steps" },
};
