"""The mechanisms that every edition starts from: handlers, deciders and draw effects, by name."""

from __future__ import annotations

from . import agenda, market
from .edition import PLANT, STEP_3, Edition
from .phases import auction, building, fuel, income, scrapping, setup


def install(edition: Edition) -> None:
    """Give an edition the shared machinery; what it does otherwise it replaces or adds afterwards."""
    edition.frames |= {
        "draft": setup.draft,
        "round": agenda.round_frame,
        "set-order": agenda.set_order,
        "turns": agenda.turns_frame,
        "turn": agenda.turn_frame,
        "auctions": auction.auctions,
        "unsold": auction.unsold,
        "auction": auction.auction,
        "bought": auction.bought,
        "scrap": scrapping.scrap,
        "give-up": scrapping.give_up_frame,
        "assign": scrapping.assign_frame,
        "settle": market.settle,
        "step-3-due": market.step_3_due,
        "step-3-change": market.step_3_change,
        "step-2": market.step_2,
        "update": market.update,
        "refill": fuel.refill,
        "end-check": building.end_check,
    }
    deciders = (
        setup.RegionDecider(),
        auction.AuctionDecider(),
        auction.BidDecider(),
        scrapping.ScrapDecider(),
        scrapping.GiveUpDecider(),
        scrapping.AssignDecider(),
        fuel.FuelDecider(),
        building.BuildDecider(),
        income.RunDecider(),
    )
    edition.deciders |= {d.kind: d for d in deciders}
    edition.frame_fields |= agenda.FRAME_FIELDS
    edition.draws |= {PLANT: market.draw_plant, STEP_3: market.draw_step_3}
