// Robots: companies that play by five tiles each.
import type { ModuleParts } from "../../editions/registry";
import { Field, valueText, wishesOf } from "./field";
import { PANELS } from "./panels";
import { PlayerLine } from "./tiles";

const parts: ModuleParts = {
  panels: PANELS,
  PlayerLine,
  seatName: ({ t }, n) => t("robot_n", { n }),
  payer: (view) => view.modules.robots?.deciding?.seat ?? null,
  Field,
  takes: (value) => wishesOf(value).length,
  valueText,
  noise: ["robot-bids", "robot-bids-by-cities", "robot-declines", "robot-leaves", "robot-stocks", "robot-builds", "robot-builds-most", "robot-uses"],
};

export default parts;
