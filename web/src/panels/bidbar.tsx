// Bid or pass: below any panel in which money is bid.
import type { JSX } from "preact";
import type { BidOption } from "../generated/api";
import { Primary, Secondary } from "../parts/controls";
import { useTable } from "../store/table";
import { useText } from "../words";

export function BidBar({ option, bid, pass }: { option: BidOption | null; bid: number; pass: boolean }): JSX.Element {
  const { play: { act } } = useTable();
  const t = useText();
  return (
    <div class="button-bar">
      <Primary disabled={!option} onClick={() => void act({ kind: "bid", amount: bid })}>
        {option ? t("bid_n", { n: bid }) : t("cannot_raise")}
      </Primary>
      {pass && <Secondary onClick={() => void act({ kind: "pass" })}>{t("pass")}</Secondary>}
    </div>
  );
}
