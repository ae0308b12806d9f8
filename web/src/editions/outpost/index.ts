// Outpost: companies with boards and workers, a market with piles.
import { register } from "../registry";
import { CompanyBoard } from "./board";
import { CompanyFoot, CompanyShort, companyCardTitle } from "./card";
import { discountOn, underTop } from "./company";
import { LabourMarket } from "./labour";
import { animate } from "./motion";
import { COMPANY_PANELS } from "./panels";
import { SiteCard, SiteLine } from "./sitecard";
import { building, networking, siteOf, siteOptions, toggleSite } from "./sites";
import { CompanyCalc } from "./worth";

register("outpost", {
  panels: COMPANY_PANELS,
  FuelMarket: LabourMarket,
  PlayerBoard: CompanyBoard,
  cards: { title: companyCardTitle, Foot: CompanyFoot, Short: CompanyShort, Calc: CompanyCalc },
  map: {
    builds: networking,
    options: () => siteOptions(building.value),
    kind: () => building.value,
    choose: (city) => toggleSite(building.value, city),
    site: siteOf,
    SiteLine,
    CityLine: SiteCard,
  },
  under: underTop,
  discount: discountOn,
  animate,
});
