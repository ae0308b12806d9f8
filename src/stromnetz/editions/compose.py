"""Compose the rules of one game from an edition's data, the common rules, its own code, modules and variants."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from stromnetz.editions.files.extension_points import Variant
from stromnetz.editions.files.loader import promo_cards
from stromnetz.editions.files.schema import Data
from stromnetz.engine.common_rules import add_common_rules
from stromnetz.engine.edition import NEVER, PLANT, Card, Edition, PlayersRow, PrintedFuel
from stromnetz.engine.errors import BadInput, short_repr
from stromnetz.engine.rules import Rules

from . import rounds
from .files import loader, plugins
from .files.folders import lineage
from .promo import add_promo, check_promo, join_box

_RANKS = 10
"""Free ranks between two plant numbers, for cards that are sorted in between."""


def _fuel(fuel: Data) -> PrintedFuel:
    prices = [price for price, markers in fuel["spaces"] for _ in range(markers)]
    return PrintedFuel(fuel["id"], prices, fuel["start"], {int(n): steps for n, steps in fuel["refill"].items()})


def _whole_fuel(fuel: Data, data: Data, players: int) -> PrintedFuel:
    """Return a fuel whose amount depends on the number of players: all of it is in the market, never refilled."""
    spaces = fuel["spaces_by_players"][str(players)]
    prices = [price for price, markers in spaces for _ in range(markers)]
    return PrintedFuel(fuel["id"], prices, len(prices), {row["count"]: [0, 0, 0] for row in data["players"]})


def fill_edition(edition: Edition, data: Data, players: int) -> None:
    """Copy an edition's data into the engine's classes."""
    edition.printed.money = data["money"]
    edition.printed.place_costs = data["place_costs"]
    edition.printed.payments = data["payments"]
    edition.printed.scrap_new_plant = data.get("scrap_new_plant", False)
    edition.printed.tie_breaks = data["tie_breaks"]
    market = data["plant_market"]
    edition.market.current = market["current"]
    edition.market.places = market["places"]
    edition.market.places_step_3 = market["places_step_3"]
    edition.market.opening = market.get("opening", [])
    edition.market.deck_top = market.get("deck_top")
    top = next((key for key in market if key.startswith("top_")), None)
    edition.market.opening_back = None if top is None else top.removeprefix("top_")
    edition.market.top_cards = 0 if top is None else market[top]
    edition.market.step_2_replaces = market.get("step_2_replaces", True)
    edition.printed.tiles = data.get("tiles", [])
    edition.printed.always_regions = data.get("always_regions", [])
    edition.printed.fuels = [_fuel(f) if "spaces" in f else _whole_fuel(f, data, players) for f in data["fuels"]]
    for row in data["players"]:
        houses = NEVER if row.get("unlimited_houses") else data["houses"]
        removed = {key.removeprefix("removed").lstrip("_"): n for key, n in row.items() if key.startswith("removed")}
        edition.printed.players[row["count"]] = PlayersRow(
            row["regions"], row.get("plants", NEVER), row["step_2"], row["end"], removed, houses
        )
    bit = {f.id: 1 << i for i, f in enumerate(edition.printed.fuels)}
    for plant in data["cards"]["plants"]:
        number, kind = plant["number"], plant.get("type", PLANT)
        mask = sum(bit[f] for f in plant["fuels"])
        ref = plant.get("id", number)
        card = Card(ref, kind, number * _RANKS, number, mask, plant["burns"], plant.get("cities", 0), number)
        card.back = plant.get("back")
        edition.printed.cards.append(card)
    for i, special in enumerate(data["cards"]["special"]):
        # all other cards sort after the plants: "Step 3" counts as the largest card on offer (T3)
        bid, back = special.get("minimum_bid", 0), special.get("back")
        edition.printed.cards.append(Card(special["id"], special["kind"], NEVER + i, minimum_bid=bid, back=back))


VARIANTS: dict[str, tuple[Any, ...]] = {"short": (False, True), "money": ("open", "hidden")}
"""Variants with fixed values, the default first. The value of ``promo`` is any selection of cards instead."""


def variants_of(edition_id: str) -> dict[str, tuple[Any, ...]]:
    """Return the variants of an edition with their values, the default first.

    >>> variants_of("classic-2004")["money"]
    ('open', 'hidden')
    """
    data = loader.edition_data(edition_id)
    return {name: values for name, values in VARIANTS.items() if name != "short" or "short" in data}


def promo_of(edition_id: str) -> list[str]:
    """Return the ids of the promo cards that can be added to an edition."""
    data = loader.edition_data(edition_id)
    if not data.get("promo"):
        return []
    box = data.get("modules", [])
    return [id for id, card in promo_cards().items() if id not in box and not loader.missing_fuels(card, data)]


def check_variants(edition_id: str, options: Mapping[Any, Any], players: int) -> dict[str, Any]:
    """Return the variants that ``options`` choose, completed with defaults."""
    known = variants_of(edition_id)
    if not isinstance(options, Mapping):
        raise BadInput(f"options are given by name, not as {short_repr(options)}", {"value": short_repr(options)})
    brought = {variant.name: variant for variant in loader.edition_variants(edition_id).values()}
    for name, value in options.items():
        if name in brought or (name == "promo" and promo_of(edition_id)):
            continue
        if name not in known:
            _refuse_variant(edition_id, name)
            there = ", ".join([*known, *(["promo"] if promo_of(edition_id) else []), *brought])
            raise BadInput(
                f"{edition_id} has no option {short_repr(name)}; it has {there}", {"option": short_repr(name)}
            )
        # compare types too: 1 is not true
        if not any(value == one and type(value) is type(one) for one in known[name]):
            values = " or ".join(repr(v) for v in known[name])
            raise BadInput(
                f"option {name!r} is {values}, not {short_repr(value)}", {"option": name, "value": short_repr(value)}
            )
    variants = {name: options.get(name, values[0]) for name, values in known.items()}
    if "promo" in options and promo_of(edition_id):
        box = loader.edition_data(edition_id).get("modules", [])
        chosen = check_promo(edition_id, box, promo_of(edition_id), options["promo"])
        if chosen:  # an empty selection is the same game as none
            variants["promo"] = chosen
    for name, variant in brought.items():
        checked = variant.check(players, options[name]) if name in options else ()
        if checked:
            variants[name] = checked
    return variants


def _refuse_variant(edition_id: str, name: object) -> None:
    """Raise the error of a variant of this name that the edition cannot be played with, if there is one."""
    for variant in loader.folder_variants().values():
        if isinstance(variant, Variant) and variant.name == name:
            raise variant.unsupported_error(edition_id)


def change_rules(edition: Edition) -> None:
    """Let the editions that this one extends change the rules, then the edition itself."""
    for id in lineage(edition.id):
        rules = plugins.own_module(id, "rules")
        if rules is not None:
            rules.change(edition)


def add_module(edition: Edition, data: Data, name: str) -> None:
    """Add a module of the edition's folder or a shared one, otherwise the promo card of this name."""
    module = plugins.game_module(edition.id, name)
    if module is None:
        join_box(edition, name)
    else:
        module.add_to(edition, data)


def check_players(edition_id: str, map_id: str, players: int, short: bool) -> None:
    """Refuse more players than the map has room for."""
    known = loader.players_on(edition_id, map_id, short)
    if known[players] is not None:
        fit = [count for count, reason in known.items() if reason is None]
        facts = {"map": map_id, "players": players, "fit": fit}
        raise BadInput(facts=facts, case="map-too-small" if fit else "map-for-nobody")


def compose(edition_id: str, map_id: str | None, players: int, options: Mapping[str, Any]) -> Rules:
    """Compose the rules of a game, on the edition's first map by default."""
    data = loader.edition_data(edition_id)
    if map_id is None:
        map_id = data["maps"][0]
    if map_id not in data["maps"]:
        maps = ", ".join(data["maps"])
        raise BadInput(
            f"{edition_id} has no map {short_repr(map_id)}; its maps are {maps}", {"map": short_repr(map_id)}
        )
    counts = [row["count"] for row in data["players"]]
    if type(players) is not int or players not in counts:
        raise BadInput(
            f"{edition_id} is for {counts[0]} to {counts[-1]} players, not {short_repr(players)}",
            {"players": short_repr(players)},
        )
    variants = check_variants(edition_id, options, players)
    check_players(edition_id, map_id, players, bool(variants.get("short")))
    edition = Edition(edition_id, data["revision"])
    fill_edition(edition, data, players)
    add_common_rules(edition)
    change_rules(edition)
    modules = [*data.get("modules", []), *(data.get("modules_for_two", []) if players == 2 else [])]
    for name in modules:
        add_module(edition, data, name)
    add_promo(edition, variants.get("promo", ()))
    if variants.get("short"):
        rounds.shorten_game(edition, data["short"]["end"])
    for variant in loader.edition_variants(edition_id).values():
        if variant.name in variants:
            variant.join(edition, players, variants[variant.name])
    return Rules(edition, loader.board(map_id), players)
