"""Companies with workers in the terminal: their options, and how cards, places and boards are drawn."""

from __future__ import annotations

from collections.abc import Sequence

from rich.text import Text

from stromnetz.engine.edition import PLANT
from stromnetz.engine.moves import CardRef
from stromnetz.engine.options import Option
from stromnetz.play.catalogue import PlantFacts
from stromnetz.play.view_parts import PlayerView
from stromnetz.play.views import View
from stromnetz.play.words.text import GLYPHS, NEUTRAL_GLYPH, plant_text
from stromnetz.play.words.vocabulary import Words
from stromnetz.terminal.edition_terminal import SEAT_STYLES, EditionTerminal, Offer, OwnCard, path_text, price_text

from .company_rules import HOUSING, TECHNOLOGY, PrintedCard, place_kind
from .moves import Arrange, Build, Hire
from .options import ArrangeOption, BuildOption, HireOption
from .texts import card_of, company_of, laid_out, sites_of

KIND_STYLES = {HOUSING: "gold3", TECHNOLOGY: "steel_blue1"}
WORKER, PLACE, ROBOT = "☻", "⌷", "⚙"
SITE_SIGNS = {PLANT: "↯", HOUSING: PLACE}


def _signs(card: PrintedCard) -> str:
    """Return the card's workers and supplied cities, or its places."""
    parts = [f"{WORKER}{card.workers} ⌂{card.cities}"] if card.workers else []
    if card.places:
        parts.append(f"{PLACE}{card.places}")
    return " ".join(parts)


class CompanyTerminal(EditionTerminal):
    extra_card_width = 3  # names are longer than amounts of fuel

    def offer(self, option: Option, view: View, words: Words, money: int) -> Offer | None:
        match option:
            case BuildOption():
                price = price_text(option.place_cost, option.connection_cost, words, money)
                note = f"{words.site(option.site)}, {words.place(option.city)}: {price}"
                return Offer(Build(option.site, option.city), note + path_text(option.path, words))
            case ArrangeOption():
                cards = laid_out(view, option)
                slots = f"{words.term('slots')} {option.plant_slots}/{option.housing_slots}"
                return Offer(Arrange(cards), ", ".join([*(plant_text(view, c, words) for c in cards), slots]))
            case HireOption():
                prices = ", ".join(
                    f"{n}: {cost} (+{free} {words.term('permanent')})"
                    for n, (cost, free) in enumerate(zip(option.costs, option.permanent, strict=True))
                )
                return Offer(Hire(0), prices, (0, len(option.costs) - 1))
        return None

    def rank(self, option: Option, options: Sequence[Option]) -> tuple[int, int] | None:
        """Sort buildings of each kind by price, then list the cheapest of each kind first."""
        if not isinstance(option, BuildOption):
            return None
        alike = [o for o in options if isinstance(o, BuildOption) and o.site == option.site]
        return (1, sum(o.cost < option.cost for o in alike))

    def card_lines(self, facts: PlantFacts, view: View, words: Words) -> tuple[str, str]:
        card = card_of(view, facts.plant)
        return card.name or words.site(card.kind), _signs(card)

    def card_style(self, facts: PlantFacts) -> str | None:
        return KIND_STYLES.get(facts.kind)

    def own_card(self, ref: CardRef, player: PlayerView, view: View, words: Words) -> OwnCard:
        card = card_of(view, ref)
        placed = ref in company_of(view, player.seat).placed
        return OwnCard(f"{card.name} {_signs(card)}".strip(), not placed and not (card.effect and not card.places))

    def city_mark(self, view: View, city: str) -> Text:
        """Return the mark of a company place: for a plant or a housing, free or taken."""
        owner, sign = sites_of(view).get(city), SITE_SIGNS[place_kind(view.map, city)]
        if owner is None:
            return Text(f" {sign}", style="dim")
        neutral = view.players[owner].neutral
        glyph = NEUTRAL_GLYPH if neutral else GLYPHS[owner]
        return Text(f" {sign}{glyph}", style="" if neutral else SEAT_STYLES[owner])

    def holdings_title(self, words: Words) -> str:
        return words.term("workers")

    def holdings(self, player: PlayerView, view: View, words: Words) -> str:
        """Return the workers (and how many are seasonal), robots, places and need."""
        mine = company_of(view, player.seat)
        hands = f"{WORKER}{mine.permanent}"
        hands += f"+{mine.seasonal}" if mine.seasonal else ""
        hands += f" {ROBOT}{mine.robots}" if mine.robots else ""
        return f"{hands} {PLACE}{mine.places} / {mine.need}  [{mine.plant_slots}·{mine.housing_slots}]"

    def legend(self, words: Words) -> str:
        signs = ((WORKER, "workers"), (ROBOT, "robots"), (PLACE, "places"), (f"[{SITE_SIGNS[PLANT]}·{PLACE}]", "slots"))
        out = [f"{sign} {words.term(term)}" for sign, term in signs]
        out[2] += f" / {words.term('need')}"
        return "   " + " · ".join(out)


TERMINAL = CompanyTerminal()
