"""A game, or what a seat sees of it, as a picture: map, markets and players in one SVG.

The colours and symbols are those of the web board (``symbols.json``, which ``make generate`` renews).
"""

from __future__ import annotations

import json
import re
import zlib
from collections.abc import Iterator, Sequence
from functools import cache
from html import escape
from importlib.resources import files
from itertools import groupby
from typing import Any, Final

from stromnetz.editions.files.loader import all_editions
from stromnetz.engine.moves import CardRef, card_text
from stromnetz.play.catalogue import map_name
from stromnetz.play.edition_parts import edition_texts
from stromnetz.play.game import Game
from stromnetz.play.view_parts import PlayerView
from stromnetz.play.views import View
from stromnetz.play.words.text import decision_text
from stromnetz.play.words.vocabulary import Words, common_words, neutral_name

from .drawings import PLATE_HEIGHT, Drawing, Line, drawing

COLOURS: Final = ("blue", "vermilion", "green", "yellow", "purple", "graphite")
"""The colours of the seats, as on the web board."""
NUMBERS: Final = "'Barlow Condensed','Arial Narrow','Liberation Sans Narrow',sans-serif"
TEXT: Final = "Barlow,'Segoe UI','Helvetica Neue',Arial,sans-serif"
MAP_WIDTH, SIDE_WIDTH, GAP = 1000, 400, 16
HEADER: Final = 76
MARGIN: Final = 74
"""Units of the map around the cities in play."""
MAX_SCALE: Final = 1.35
NO_XML: Final = re.compile(r"[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""Characters that XML does not allow."""
TEXT_WIDTH: Final = 1.22
"""Width of a text in Barlow, if it is 1 in Barlow Condensed."""
HOUSE: Final = "M0-7.5l7.5 6v8.6h-15v-8.6z"
LETTERS: Final = {**dict.fromkeys("iljI.,'|! ", 3.4), **dict.fromkeys("ftr-()", 4.6), **dict.fromkeys("mwMW", 9.6)}
"""Widths of letters at 15 pixels that are far from the mean."""


Style = dict[str, object]
"""Attributes of an element, with ``_`` for ``-``."""


def svg(game: Game | View, seat: int | None = None, names: Sequence[str] | None = None, language: str = "en") -> str:
    """Return a picture of the board as SVG.

    A game is drawn as a spectator or as a seat sees it, so the picture shows nothing that is hidden from them. The
    names of players are those of the game if none are given. In Jupyter, games and views are shown like this.

    >>> from stromnetz import new_game
    >>> picture = svg(new_game("classic-2004", map="germany", players=3, seed=1), names=["Ann", "Ben", "Cem"])
    >>> picture[:4], "Frankfurt-M" in picture, "Ben" in picture
    ('<svg', True, True)
    """
    view = game.view(seat) if isinstance(game, Game) else game
    if names is None and isinstance(game, Game):
        names = game.names
    return Picture(view, names, language).svg()


@cache
def symbols() -> Any:
    """Return the symbols, colours and kinds of plants of the web board."""
    return json.loads(files(__package__).joinpath("symbols.json").read_text(encoding="utf-8"))


def colour(name: str) -> str:
    """Return a colour of the light theme."""
    value: str = symbols()["colours"][name]
    return value


def text(x: float, y: float, words: object, size: float = 14, **more: object) -> str:
    """Return a text, as wide as in Barlow whatever the font is."""
    width = TEXT_WIDTH * text_width(str(words), size)
    given = {"font-size": f"{size:g}", "fill": colour("ink"), **{key.replace("_", "-"): v for key, v in more.items()}}
    if more.get("font_family") == NUMBERS:
        width /= TEXT_WIDTH
    if "letter_spacing" not in more:
        given |= {"textLength": f"{width:.5g}", "lengthAdjust": "spacingAndGlyphs"}
    shown = escape(NO_XML.sub("\ufffd", str(words)), quote=False)
    return f'<text x="{x:g}" y="{y:g}"{_attributes(given)}>{shown}</text>'


def number(x: float, y: float, words: object, size: float = 14, **more: object) -> str:
    """Return a text in the condensed face of numbers and headings."""
    return text(x, y, words, size, **{"font_family": NUMBERS, "font_weight": 600, **more})


def rect(x: float, y: float, width: float, height: float, **more: object) -> str:
    given = {key.replace("_", "-"): value for key, value in more.items()}
    return f'<rect x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}"{_attributes(given)}/>'


def path(d: str, **more: object) -> str:
    given = {key.replace("_", "-"): value for key, value in more.items()}
    return f'<path d="{d}"{_attributes(given)}/>'


def symbol(id: str, x: float, y: float, size: float) -> str:
    """Return a symbol in a square; a disc where there is none with this id."""
    if id not in symbols()["symbols"]:
        return f'<circle cx="{x + size / 2:g}" cy="{y + size / 2:g}" r="{size * 0.42:g}" fill="{colour("ink2")}"/>'
    box, art = symbols()["symbols"][id]
    return f'<svg x="{x:g}" y="{y:g}" width="{size:g}" height="{size:g}" viewBox="{box}">{art}</svg>'


def text_width(words: str, size: float = 15) -> float:
    """Return about how wide a text is in Barlow Condensed."""
    return sum(LETTERS.get(letter, 7.3 if letter.isupper() else 6.6) for letter in words) * size / 15


def shortened(words: str, size: float, width: float) -> str:
    """Return a text that fits into a width, with an ellipsis if it had to be cut."""
    if text_width(words, size) <= width:
        return words
    while words and text_width(f"{words}…", size) > width:
        words = words[:-1]
    return f"{words.rstrip()}…"


def _attributes(given: dict[str, object]) -> str:
    return "".join([f' {key}="{escape(str(value))}"' for key, value in given.items() if value is not None])


class Picture:
    """Draws a view. All parts return SVG text."""

    def __init__(self, view: View, names: Sequence[str] | None, language: str) -> None:
        self.view = view
        self.people = sum(not player.neutral for player in view.players)
        person = common_words(language)["terms"]["player"]
        given = [*(names or [])][: self.people]
        given += [f"{person} {seat}" for seat in range(len(given), self.people)]
        neutral = [neutral_name(view.edition, language)] * (len(view.players) - self.people)
        self.names = [*given, *neutral]
        self.words = Words(view.edition, view.map, self.names, language)
        self.language = language
        self.inside = set(view.cities())
        self.art: Drawing = drawing(view.map)

    def svg(self) -> str:
        side, height = self.side()
        height = max(height + GAP, 700)
        width = MAP_WIDTH + SIDE_WIDTH
        title = f"{all_editions()[self.view.edition]['name'][self.language]}, {map_name(self.view.map)[self.language]}"
        body = "".join([rect(0, 0, width, height, fill=colour("paper")), self.map(height), side])
        head = (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height:g}" width="{width}" '
            f'height="{height:g}" role="img" font-family="{TEXT}" style="max-width:100%;height:auto">'
        )
        shown = escape(NO_XML.sub("\ufffd", f"{title}: {self.summary()}"), quote=False)
        clip = f"land-{zlib.crc32(body.encode()):08x}"  # several pictures may be on one page
        return f"{head}<title>{shown}</title>{body.replace('@clip@', clip)}</svg>"

    def summary(self) -> str:
        view, words = self.view, self.words
        if view.result is not None:
            return f"{words.term('game_over')}. {self.winners()}"
        return f"{words.term('round')} {view.round} · {words.term('step')} {view.step} · {words.phase(view.phase)}"

    def winners(self) -> str:
        assert self.view.result is not None
        winners = self.view.result.winners
        title = self.words.term("winner" if len(winners) == 1 else "shared_win")
        return f"{title}: {', '.join(self.names[seat] for seat in winners)}"

    # --- the map ---

    def map(self, height: float) -> str:
        left, top, wide, high = self.window(height)
        parts = [
            rect(left - wide, top - high, 3 * wide, 3 * high, fill=colour("sea")),
            *self.ground(),
            *self.map_names(left, top, wide, high),
            *self.connections(),
            *[self.city(id) for id in self.art.plates if id in self.inside],
            # between the two plates of a metropolis
            *[self.cost(line, cost) for line, cost in self.played_lines() if not line.path],
        ]
        box = f'viewBox="{left:g} {top:g} {wide:g} {high:g}"'
        return f'<svg x="0" y="0" width="{MAP_WIDTH}" height="{height:g}" {box}>{"".join(parts)}</svg>'

    def window(self, height: float) -> tuple[float, float, float, float]:
        """Return the part of the map that is shown: the cities in play in the middle, in the shape of the pane."""
        plates = [plate for id, plate in self.art.plates.items() if id in self.inside] or [*self.art.plates.values()]
        xs, ys = [plate.x for plate in plates], [plate.y for plate in plates]
        wide, high = max(xs) - min(xs) + 2 * MARGIN, max(ys) - min(ys) + 2 * MARGIN
        scale = min(MAP_WIDTH / wide, height / high, MAX_SCALE)
        wide, high = MAP_WIDTH / scale, height / scale
        return (min(xs) + max(xs)) / 2 - wide / 2, (min(ys) + max(ys)) / 2 - high / 2, wide, high

    def ground(self) -> Iterator[str]:
        art, coast = self.art, colour("land-line")
        if not art.land:
            return
        yield path(art.others, fill=colour("land"), stroke=coast)
        yield f'<clipPath id="@clip@"><path d="{art.land}"/></clipPath><g clip-path="url(#@clip@)">'
        yield path(art.land, fill=colour("land"))
        for id, tint, shape in art.regions:
            fill = colour(f"t-{tint}") if id in self.view.regions else colour("land")
            yield path(shape, fill=fill, stroke=colour("r-edge"), stroke_width=3, stroke_linejoin="round")
        if art.relief:
            yield path(art.relief["light"], fill=colour("raise"), opacity=0.38)
            yield path(art.relief["dark"], fill=colour("ink"), opacity=0.13)
            yield path(art.relief["line"], fill="none", stroke=colour("ink"), stroke_width=1.4, opacity=0.3)
        yield "</g>"
        yield path(art.land, fill="none", stroke=colour("line2"), stroke_width=1.6, stroke_linejoin="round")
        if art.water:
            yield path(art.water, fill=colour("sea"))

    def map_names(self, left: float, top: float, wide: float, high: float) -> Iterator[str]:
        """Yield the names of countries and seas, and the cities that are not in play."""
        plates = [(plate.x, plate.y, plate.width) for id, plate in self.art.plates.items() if id in self.inside]
        for name in self.art.names:
            words = name.text[self.language].upper()
            half = len(words) * 4.2
            free = all(abs(name.x - x) > half + w / 2 + 4 or abs(name.y - y) > 31 for x, y, w in plates)
            if left + half < name.x < left + wide - half and top + 12 < name.y < top + high - 12 and free:
                style: dict[str, object] = (
                    {"font_style": "italic", "fill": "#5E7577"} if name.sea else {"fill": colour("mapname")}
                )
                more: Style = {"text_anchor": "middle", "letter_spacing": 1.5, "font_weight": 500, **style}
                yield number(name.x, name.y + 4, words, 12, **more)
        for id, plate in self.art.plates.items():
            if id in self.inside:
                continue
            yield f'<circle cx="{plate.x:g}" cy="{plate.y - 7:g}" r="3" fill="{colour("line2")}"/>'
            half = text_width(self.words.city(id), 12.5) / 2 + 4
            if left + half < plate.x < left + wide - half and top + 4 < plate.y < top + high - 12:
                label: Style = {"text_anchor": "middle", "font_weight": 500, "fill": colour("mapname")}
                yield number(plate.x, plate.y + 8, self.words.city(id), 12.5, **label)

    def played_lines(self) -> list[tuple[Line, int]]:
        """Return the connections in play with their costs in this game."""
        costs = {frozenset((a, b)): cost for a, b, cost in self.view.connections()}
        out = []
        for line in self.art.lines:
            found = [costs[frozenset(pair)] for pair in line.cities if frozenset(pair) in costs]
            if found:
                out.append((line, found[0]))
        return out

    def connections(self) -> Iterator[str]:
        shown = self.played_lines()
        played = [line for line, _ in shown]
        for line in self.art.lines:
            if line.path and line not in played:
                more: Style = {"stroke_width": 1.2, "stroke_dasharray": "1 5", "stroke_linecap": "round"}
                yield path(line.path, fill="none", stroke=colour("line2"), **more)
        for line, _ in shown:
            if line.path:
                yield path(line.path, fill="none", stroke=colour("edge"), stroke_width=2.2, stroke_linecap="round")
        for cities, x, y, wide, high in self.art.cards:
            if self.inside & set(cities):
                more = {
                    "fill": colour("card"),
                    "stroke": colour("edge"),
                    "stroke_width": 1.2,
                    "fill_opacity": 0.9,
                }
                yield rect(x - wide / 2, y - high / 2, wide, high, rx=6, **more)
        yield from [self.cost(line, cost) for line, cost in shown if line.path]

    def cost(self, line: Line, cost: int) -> str:
        wide = 18 if cost < 10 else 22
        style: Style = {"fill": colour("plate"), "stroke": colour("edge"), "stroke_width": 1.1}
        plate = rect(line.x - wide / 2, line.y - 8.5, wide, 17, rx=8.5, **style)
        return plate + number(line.x, line.y + 4.6, cost, 13.5, text_anchor="middle")

    def city(self, id: str) -> str:
        """Return the plate of a city: its name, its houses, and the places that are left with their costs."""
        view, plate = self.view, self.art.plates[id]
        owners = view.houses.get(id, [])
        name = self.words.city(id)
        outline: Style = {"fill": colour("plate"), "stroke": colour("plate-line")}
        parts = [
            rect(-plate.width / 2, -PLATE_HEIGHT / 2, plate.width, PLATE_HEIGHT, rx=4, **outline),
            number(0, -5.5, name, 15, text_anchor="middle"),
        ]
        costs = view.place_costs
        places = max(len(costs), len(owners))
        site = edition_texts(view.edition).sites(view).get(id)
        first = -19 * (places - 1 + (site is not None)) / 2
        if site is not None:
            parts.append(symbol(f"gen-{COLOURS[site % len(COLOURS)]}", first + 19 * places - 8, 1, 16))
        for place in range(places):
            x = first + 19 * place
            if place < len(owners):
                parts.append(self.house(owners[place], x - 8, 1, 16))
                continue
            open = place < view.open_places
            dashes = None if open else "2 2"
            stroke = colour("line2" if open else "line")
            parts.append(
                path(
                    HOUSE,
                    transform=f"translate({x:g} 9)",
                    fill="none",
                    stroke=stroke,
                    stroke_width=1.1,
                    stroke_dasharray=dashes,
                )
            )
            more: Style = {
                "font_weight": 500,
                "text_anchor": "middle",
                "fill": colour("ink2" if open else "lock"),
            }
            parts.append(number(x, 14, costs[place], 10.5, **more))
        return f'<g transform="translate({plate.x:g} {plate.y:g})">{"".join(parts)}</g>'

    def house(self, seat: int, x: float, y: float, size: float) -> str:
        if seat < self.people:
            return symbol(f"house-{COLOURS[seat % len(COLOURS)]}", x, y, size)
        shape = f"translate({x + size / 2:g} {y + size / 2:g}) scale({size / 16:g})"
        return path(HOUSE, transform=shape, fill=colour("plate"), stroke=colour("ink"), stroke_width=1.6)

    # --- beside the map ---

    def side(self) -> tuple[str, float]:
        """Return the column beside the map, and its height."""
        x, wide = MAP_WIDTH + GAP, SIDE_WIDTH - 2 * GAP
        parts, y = [self.header(x, wide)], float(HEADER + GAP)
        for part in (self.auction, self.market, self.fuels, self.players):
            drawn, used = part(x, y, wide)
            parts.append(drawn)
            y += used
        return "".join(parts), y

    def header(self, x: float, wide: float) -> str:
        view, words = self.view, self.words
        place = f"{all_editions()[view.edition]['name'][self.language]} · {map_name(view.map)[self.language]}"
        parts = [
            text(x, 26, shortened(place, 16, wide), 13, fill=colour("ink2")),
            number(x, 52, self.summary(), min(25.0, 25 * wide / text_width(self.summary(), 25)), font_weight=700),
        ]
        if view.decision is not None:
            seat = view.decision.seat
            parts.append(self.house(seat, x, 59, 15))
            asked = f"{self.names[seat]}: {decision_text(view, words)}"
            parts.append(
                text(x + 21, 72, shortened(asked, 16.5, wide - 21), 13.5, fill=colour("signal"), font_weight=600)
            )
        return "".join(parts)

    def heading(self, x: float, y: float, words: str, more: str = "") -> str:
        out = number(x, y + 13, words, 14.5)
        return out + (
            text(x + SIDE_WIDTH - 2 * GAP, y + 13, more, 12, text_anchor="end", fill=colour("ink2")) if more else ""
        )

    def auction(self, x: float, y: float, wide: float) -> tuple[str, float]:
        auction = self.view.auction
        if auction is None:
            return "", 0
        bidders = ", ".join(self.names[seat] for seat in auction.bidders)
        high = "" if auction.high is None else f" · {self.names[auction.high]}"
        parts = [
            rect(x, y, wide, 44, rx=6, fill=colour("signal-soft"), stroke=colour("signal")),
            number(
                x + 12, y + 19, shortened(f"{self.words.card(auction.card)}: {auction.bid}{high}", 16, wide - 24), 16
            ),
            text(x + 12, y + 36, shortened(bidders, 14.6, wide - 24), 12, fill=colour("ink2")),
        ]
        return "".join(parts), 44 + GAP

    def market(self, x: float, y: float, wide: float) -> tuple[str, float]:
        view, words = self.view, self.words
        deck = f"{words.term('deck')} {view.deck}" + (f" · {words.back(view.deck_back)}" if view.deck_back else "")
        parts, top = [self.heading(x, y, words.term("plants"), deck)], y + 22
        bids = dict(zip(view.current, view.minimum_bids, strict=True))
        for row, refs in enumerate((view.current, view.future)):
            most = 5 if len(refs) in (5, 9, 10) else 4
            for start in range(0, len(refs), most):
                for i, ref in enumerate(refs[start : start + most]):
                    gap = 8.0
                    width = (wide - (most - 1) * gap) / most
                    parts.append(self.plant(x + i * (width + gap), top, width, ref, bids.get(ref), faded=row == 1))
                top += 64
        return "".join(parts), top - y + GAP - 4

    def plant(self, x: float, y: float, wide: float, ref: CardRef, bid: int | None, faded: bool) -> str:
        """Return a card of the market: its number, what it burns, and the cities that it supplies."""
        view, high = self.view, 56.0
        more: Style = {"rx": 5, "stroke": colour("line2"), "stroke_width": 1}
        if not view.is_plant(ref):
            box = rect(x, y, wide, high, fill=colour("ink"), **more)
            words = shortened(self.words.card(ref), 15, wide - 10)
            return box + number(x + wide / 2, y + 33, words, 15, fill=colour("raise"), text_anchor="middle")
        facts = view.plant(ref)
        parts = [
            rect(x, y, wide, high, fill=self.ground_of(ref), **more),
            number(x + 7, y + 23, facts.printed or card_text(ref), 22, font_weight=700),
        ]
        if bid is not None and bid != facts.minimum_bid:
            parts.append(number(x + wide - 7, y + 18, f"@{bid}", 13, text_anchor="end", fill=colour("signal")))
        if facts.cities:
            parts += [
                path(HOUSE, transform=f"translate({x + wide - 16:g} {y + 39:g}) scale(1.45)", fill=colour("ink")),
                number(x + wide - 16, y + 46, facts.cities, 15, text_anchor="middle", fill=colour("raise")),
            ]
        if facts.burns and facts.fuels:
            parts += self.burnt(x + 7, y + 33, facts.fuels, facts.burns)
        elif own := edition_texts(view.edition).card_text(view, ref, self.words):
            words = shortened(re.split(" > |:", own)[0], 11.5, wide - (38 if facts.cities else 12))
            parts.append(number(x + 7, y + 46, words, 11.5, font_weight=500))
        return f'<g opacity="{0.55 if faded else 1}">{"".join(parts)}</g>'

    def burnt(self, x: float, y: float, fuels: Sequence[str], burns: int) -> Iterator[str]:
        """Yield a symbol for each marker that a plant burns; the fuels of a hybrid in turn."""
        kinds = ["any"] if len(fuels) > 2 else [*fuels]
        if len(kinds) == 2 and burns == 1:
            yield symbol(f"fuel-{kinds[0]}", x, y, 13)
            yield number(x + 14.5, y + 11, "/", 13)
            yield symbol(f"fuel-{kinds[1]}", x + 19, y, 13)
            return
        step = min(15.0, 44 / max(burns, 1))
        for i in range(burns):
            yield symbol(f"fuel-{kinds[i % len(kinds)]}", x + i * step, y, 14)

    def ground_of(self, ref: CardRef) -> str:
        """Return the colour of a plant's card."""
        facts, kinds = self.view.plant(ref), symbols()["kinds"]
        if facts.kind in kinds:
            kind = facts.kind
        elif not facts.fuels:
            kind = (
                "eco"
                if facts.kind == "plant" and not edition_texts(self.view.edition).card_text(self.view, ref, self.words)
                else "any"
            )
        else:
            kind = "-".join(sorted(facts.fuels)) if len(facts.fuels) < 3 else "any"
        shades: dict[str, str] = kinds.get(kind) or kinds.get(facts.fuels[0] if facts.fuels else "", kinds["any"])
        return shades["bg"]

    def fuels(self, x: float, y: float, wide: float) -> tuple[str, float]:
        """Return the resource market: for each fuel its spaces by price, the filled ones in its colour."""
        view, words = self.view, self.words
        parts, top = [self.heading(x, y, words.term("fuel"))], y + 24
        for id, fuel in view.fuels.items():
            whole = view.all_prices(id)
            groups = [(price, len([*same])) for price, same in groupby(whole)]
            room = wide - 66
            gap = 5.0
            cell = min(10.0, (room - gap * (len(groups) - 1)) / len(whole))
            at, space, empty = x + 26, 0, len(whole) - fuel.in_market
            parts.append(symbol(f"fuel-{id}", x, top, 18))
            for price, count in groups:
                for _ in range(count):
                    filled = space >= empty
                    more: Style = {"fill": self.fuel_colour(id) if filled else "none"}
                    edge = colour("line2") if not filled else more["fill"]
                    parts.append(rect(at + 0.7, top + 1, cell - 1.4, 10, rx=1.5, stroke=edge, stroke_width=0.8, **more))
                    at += cell
                    space += 1
                more = {"font_weight": 500, "text_anchor": "middle", "fill": colour("ink2")}
                parts.append(number(at - count * cell / 2, top + 21, price, 9.5, **more))
                at += gap
            shown = "–" if fuel.price is None else fuel.price
            parts.append(number(x + wide, top + 14, shown, 19, text_anchor="end", font_weight=700))
            top += 29
        return "".join(parts), top - y + 4

    def fuel_colour(self, id: str) -> str:
        plain: str = symbols()["colours"].get(f"f-{id}", colour("ink2"))
        return plain

    def players(self, x: float, y: float, wide: float) -> tuple[str, float]:
        parts, top = [self.heading(x, y, self.words.term("order"), self.view_of())], y + 22
        for seat in self.view.order:
            player = self.view.players[seat]
            drawn, used = self.player(x, top, wide, player)
            parts.append(drawn)
            top += used + 7
        return "".join(parts), top - y

    def view_of(self) -> str:
        return "" if self.view.seat is None else self.names[self.view.seat]

    def player(self, x: float, y: float, wide: float, player: PlayerView) -> tuple[str, float]:
        """Return a company: its name, money, cities, plants and fuel."""
        view = self.view
        decides = view.decision is not None and view.decision.seat == player.seat
        rows = [player.plants[i : i + 6] for i in range(0, len(player.plants), 6)] or [[]]
        notes = shortened(" · ".join(self.notes(player)), 14.6, wide - 24)
        plants_high = 28 * (len(rows) if player.plants else 0)
        high = 34.0 + plants_high + (18 if notes else 0)
        edge: Style = {
            "stroke": colour("signal" if decides else "line"),
            "stroke_width": 1.8 if decides else 1,
        }
        parts = [
            rect(x, y, wide, high, rx=6, fill=colour("card"), **edge),
            self.house(player.seat, x + 9, y + 8, 18),
            number(x + 34, y + 23, shortened(self.names[player.seat], 17, wide - 184), 17),
        ]
        right = x + wide - 12
        if not player.neutral:
            money = self.words.term("hidden") if player.money is None else f"{player.money} Elektro"
            parts.append(number(right, y + 23, money, 16, text_anchor="end"))
        parts += [
            path(HOUSE, transform=f"translate({right - 92:g} {y + 17:g}) scale(1.1)", fill=colour("ink2")),
            number(right - 104, y + 23, player.cities, 16, text_anchor="end"),
        ]
        for i, refs in enumerate(rows):
            for j, ref in enumerate(refs):
                parts.append(self.held_plant(x + 9 + j * 47, y + 33 + 28 * i, ref))
        if notes:
            parts.append(text(x + 11, y + 46 + plants_high, notes, 12, fill=colour("ink2")))
        held = [(id, count) for id, count in player.fuel.items() if count]
        for i, (id, count) in enumerate(reversed(held)):
            at = right - 16 - i * 32
            parts += [
                number(at - 2, y + 50, count, 14, text_anchor="end"),
                symbol(f"fuel-{id}", at, y + 38, 15),
            ]
        return "".join(parts), high

    def notes(self, player: PlayerView) -> Iterator[str]:
        """Yield what else there is to say of a company: its result, what it did in this phase, and further cards."""
        view, words = self.view, self.words
        if view.result is not None:
            for row in view.result.ranking:
                if row.seat == player.seat:
                    yield f"{row.rank}. {words.term('supplied')} {row.supplied}"
        else:
            yield from [words.term(name) for name in ("bought", "sat_out") if getattr(player, name)]
        yield from [words.card(held.card) for held in player.cards]

    def held_plant(self, x: float, y: float, ref: CardRef) -> str:
        facts = self.view.plant(ref)
        parts = [
            rect(x, y, 43, 23, rx=4, fill=self.ground_of(ref), stroke=colour("line2")),
            number(x + 5, y + 16.5, facts.printed or card_text(ref), 14),
        ]
        if facts.cities:
            parts += [
                path(HOUSE, transform=f"translate({x + 33:g} {y + 11.5:g}) scale(.95)", fill=colour("ink")),
                number(x + 33, y + 16, facts.cities, 10.5, text_anchor="middle", fill=colour("raise")),
            ]
        return "".join(parts)
