// Outpost: companies with boards and workers, a market with piles.
import type { CardParts, EditionParts } from "../registry";
import { CompanyBoard } from "./board";
import { CompanyFoot, CompanyShort, companyCardTitle } from "./card";
import { discountOn, underTop } from "./company";
import type { Card } from "./facts";
import { LabourMarket } from "./labour";
import { animate } from "./motion";
import { COMPANY_PANELS } from "./panels";
import { SiteCard, SiteLine } from "./sitecard";
import { createBuilding, networking, notOffered, siteOf, siteOptions, toggleSite } from "./sites";
import { cardDrawing, cardKind } from "./symbols";
import { CompanyCalc } from "./worth";

const cards: CardParts<Card> = { kind: cardKind, drawing: cardDrawing, title: companyCardTitle, Foot: CompanyFoot, Short: CompanyShort, Calc: CompanyCalc };

const parts: EditionParts = {
  panels: COMPANY_PANELS,
  FuelMarket: LabourMarket,
  PlayerBoard: CompanyBoard,
  // whoever asks for them has a card of this edition
  cards: cards as unknown as CardParts,
  map: {
    builds: networking,
    options: (table) => siteOptions(table, table.own(createBuilding).value),
    choose: (table, city) => toggleSite(table, table.own(createBuilding).value, city),
    house: (move) => move.kind !== "build" || move.site === "house",
    meant: (table, option) => option.kind === "build" && option.site === (networking(table) ? table.own(createBuilding).value : "house"),
    site: siteOf,
    SiteLine,
    CityLine: SiteCard,
  },
  notOffered,
  under: underTop,
  discount: discountOn,
  noise: ["card-piled"],
  animate,
};

export default parts;
