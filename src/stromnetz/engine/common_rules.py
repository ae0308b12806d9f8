"""The rules that all editions share: frames, deciders and draw effects, by name."""

from __future__ import annotations

from . import agenda, market
from .edition import PLANT, STEP_3, Edition
from .phases import auction, construction, fuel, income, scrap, setup
from .position import NOBODY


def add_common_rules(edition: Edition) -> None:
    """Register the shared rules in an edition, which may then replace or extend them."""
    frames = (
        setup.DRAFT,
        agenda.Round(0),
        agenda.SetOrder(),
        agenda.PhaseTurns(""),
        agenda.SeatTurn("", NOBODY, 0),
        auction.AUCTIONS,
        auction.UNSOLD,
        auction.Auction(NOBODY, 0, 0, NOBODY, NOBODY),
        auction.Bought(NOBODY, NOBODY),
        scrap.ScrapFrame(NOBODY, NOBODY),
        scrap.DiscardFuelFrame(NOBODY, NOBODY),
        scrap.AssignFrame(NOBODY, NOBODY),
        market.SETTLE,
        market.Step3Due(),
        market.STEP_3_CHANGE,
        market.Step2(),
        market.Update(),
        fuel.Refill(),
        construction.EndCheck(),
    )
    for frame in frames:
        edition.round.add_frame(frame)
    deciders = (
        setup.RegionDecider(),
        auction.AuctionDecider(),
        auction.BidDecider(),
        scrap.ScrapDecider(),
        scrap.DiscardFuelDecider(),
        scrap.AssignDecider(),
        fuel.FuelDecider(),
        construction.BuildDecider(),
        income.RunDecider(),
    )
    for decider in deciders:
        edition.round.add_decider(decider)
    edition.market.draws |= {PLANT: market.draw_plant, STEP_3: market.draw_step_3}
