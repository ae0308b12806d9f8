"""Starting games: new ones, or from a position."""

from __future__ import annotations

import json
import secrets
from collections.abc import Mapping, Sequence
from typing import Any

from stromnetz.engine.chance import SEED_BITS
from stromnetz.engine.edition import Script
from stromnetz.engine.errors import BadInput, ScriptMismatch, short_repr
from stromnetz.engine.moves import CardRef
from stromnetz.engine.phases.setup import new_position
from stromnetz.engine.rules import Rules

from .files import handwritten, position_json, position_line
from .files import json_values as rd
from .game import Game
from .rulesets import rules_for
from .seen_positions import is_seen_position, restore_seen


def new_game(
    edition: str,
    map: str | None = None,
    players: int = 4,
    seed: int | str | None = None,
    regions: str | Sequence[str] | None = None,
    options: Mapping[str, Any] | None = None,
    *,
    deck: Sequence[CardRef] | None = None,
    market: Sequence[CardRef] | None = None,
    order: Sequence[int] | None = None,
    reshuffle: Sequence[CardRef] | None = None,
    tiles: Sequence[int] | None = None,
) -> Game:
    """Start a game.

    ``seed`` makes it repeatable (by default it is drawn from the system). ``regions`` is a list, ``"random"`` (the
    default) or ``"draft"``. To follow a game played elsewhere card by card, give ``deck`` (top first; missing cards
    are those removed unseen), ``market``, ``order`` (seats), ``reshuffle`` (the deck after "Step 3" is drawn) and
    ``tiles`` (the costs of all connections, in editions that lay tiles).

    >>> game = new_game("classic-2004", map="germany", players=3, seed=1)
    >>> game.decision
    Decision(seat=1, kind='auction')
    >>> game.view(None).current
    [3, 4, 5, 6]
    """
    rules, variants = rules_for(edition, map, players, options)
    number = rd.seed(seed) if seed is not None else secrets.randbits(SEED_BITS)
    if regions is None and deck is market is order is reshuffle is tiles is None:
        script, setup = Script(), {"regions": "random"}
    else:
        regions = "random" if regions is None else regions
        script, setup = _script(rules, regions, deck=deck, market=market, order=order, reshuffle=reshuffle, tiles=tiles)
    position = new_position(rules, number, script, draft=regions == "draft")
    events, position.events = position.events, None
    header = {"players": players, "setup": {"seed": hex(number), **setup}}
    return Game(rules, position, variants, header, events)


def _script(rules: Rules, regions: Any, **parts: Any) -> tuple[Script, dict[str, Any]]:
    """Return a scripted set-up in the form of the engine, and in the form of the record."""
    given = {name: list(rd.listed(value, name)) for name, value in parts.items() if value is not None}
    setup: dict[str, Any] = {"regions": regions if isinstance(regions, str) else list(rd.listed(regions, "regions"))}
    script = Script()
    if isinstance(setup["regions"], str):
        rd.one_of(regions, "regions", ("random", "draft"))
    else:
        script.regions = rd.regions(rules, setup["regions"])
        if len(script.regions) != rules.row.regions:
            raise BadInput(
                f"{rules.players} players use {rules.row.regions} regions, not {len(script.regions)}",
                {"regions": setup["regions"], "expected": rules.row.regions},
            )
    try:
        for name in ("deck", "market", "reshuffle"):
            if name in given:
                setattr(script, name, rd.cards(rules, given[name], name))
        if "order" in given:
            script.order = rd.permutation(given["order"], "order", rules.players)
        if "tiles" in given:
            script.tiles = list(rd.tiles(rules, given["tiles"]))
    except BadInput as error:
        raise ScriptMismatch(f"the script cannot be followed: {error.message}", error.facts) from None
    if script.market is not None and (
        len(script.market) != rules.edition.market.places or not all(rules.for_sale[c] for c in script.market)
    ):
        raise ScriptMismatch(f"a market is {rules.edition.market.places} plants", {"market": given["market"]})
    if script.reshuffle is not None and not rules.edition.market.step_3_in_deck:
        raise ScriptMismatch("there is no 'Step 3' in this game, so nothing is shuffled again", {})
    return script, {**setup, **given}


GAME_KEYS = ("format", "version", "edition", "map", "options")


def parse_position(data: Any, seed: int | str | None = None) -> Game:
    """Start a game at a position: JSON data, its text or a line; saved by a game, by a view, or written by hand.

    What a position leaves open is drawn from ``seed``: hidden cards and money in that of a view (without a seed at
    random), the order of the deck in one written by hand.

    >>> game = parse_position({
    ...     "edition": "classic-2004", "map": "germany", "phase": "building", "to_act": 0,
    ...     "players": [{"money": 50, "cities": ["essen", "muenster"]}, {"cities": ["duesseldorf"]}],
    ... })
    >>> [(o.city, o.cost) for o in game.decision.options if o.kind == "connect" and o.city == "aachen"]
    [('aachen', 21)]
    """
    text = decoded(data)
    if isinstance(text, str) and position_line.is_position_line(text):
        data = position_line.read_position_line(text)
    else:
        data = parse_json_document(data, "position")
    if data.get("format", "stromnetz-position") != "stromnetz-position":
        raise BadInput(
            f"this is not a position but a {short_repr(data['format'])}", {"format": short_repr(data["format"])}
        )
    if "format" in data:
        rd.format_version(data, "position", position_json.POSITION_VERSION)
    for key in ("edition", "players"):
        if key not in data:
            raise BadInput(f"a position needs the field {key!r}", {"field": key})
    players = rd.listed(data["players"], "players")
    rules, variants = rules_for(data["edition"], data.get("map"), len(players), data.get("options"))
    fields = {key: value for key, value in data.items() if key not in GAME_KEYS}
    number = None if seed is None else rd.seed(seed)
    if is_seen_position(fields):
        position = restore_seen(rules, fields, secrets.randbits(SEED_BITS) if number is None else number)
        fields = position_json.dump(rules, position)
    elif "agenda" in fields:
        position = position_json.restore(rules, fields)
    else:
        if number is not None:
            fields = {"seed": hex(number), **fields}
        position = handwritten.read(rules, fields)
    return Game(rules, position, variants, {"players": len(players), "position": rd.copy_json(fields)})


def decoded(data: Any) -> Any:
    """Return bytes as text, and anything else as it is."""
    if not isinstance(data, bytes):
        return data
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise BadInput("this is neither JSON nor notation: it is not UTF-8") from None


def parse_json_document(data: Any, name: str) -> Mapping[str, Any]:
    """Return JSON data from an object or its text."""
    if isinstance(data, str | bytes):
        try:
            data = json.loads(data)
        except ValueError as error:
            raise BadInput(f"the {name} is not JSON: {error}", {}) from None
        except RecursionError:
            raise BadInput(f"the {name} is not JSON: it is nested too deeply", {}) from None
    return rd.mapping(data, name)
