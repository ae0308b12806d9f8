"""In which language a client is told something: it asks for one, or its browser does; else English."""

from __future__ import annotations

from collections.abc import Iterator

from starlette.requests import HTTPConnection

from stromnetz.engine.errors import StromnetzError
from stromnetz.play.words import wording
from stromnetz.play.words.sentences import REFUSALS_SECTION, isolated
from stromnetz.play.words.wording import LANGUAGES, Words, neutral_name
from stromnetz.server.tables.cache import LoadedTable

FALLBACK = "en"


def preferred(header: str) -> str:
    """The language of an Accept-Language header that we have and that is wished for most.

    >>> preferred("fr, nl-BE;q=0.8, de;q=0.9, en;q=0.1"), preferred(""), preferred("*")
    ('de', 'en', 'en')
    """
    wishes = sorted(_wishes(header), key=lambda wish: -wish[1])
    return next((tag for tag, quality in wishes if quality > 0 and tag in LANGUAGES), FALLBACK)


def _wishes(header: str) -> Iterator[tuple[str, float]]:
    for part in header[:200].split(","):
        tag, _, parameter = part.partition(";")
        try:
            quality = float(parameter.strip().removeprefix("q=") or 1)
        except ValueError:
            quality = 0.0
        yield tag.strip().lower().partition("-")[0], quality


def language_of(connection: HTTPConnection) -> str:
    """The language of a request: ``?language=``, or what the browser prefers."""
    asked = connection.query_params.get("language", "").lower()
    return asked if asked in LANGUAGES else preferred(connection.headers.get("accept-language", ""))


def guest_name(language: str) -> str:
    """What a guest is called who has chosen no name.

    >>> guest_name("en"), guest_name("de")
    ('Guest', 'Gast')
    """
    return wording.common_words(language)["web"]["guest"]


def has_no_name(name: str) -> bool:
    """Whether this is what guests are called who have chosen no name, in whichever language.

    >>> has_no_name("Gast"), has_no_name("Ann")
    (True, False)
    """
    return name in map(guest_name, LANGUAGES)


def message_for(case: str, language: str) -> str:
    """What is said in a case that has no facts."""
    return wording.common_words(language)[REFUSALS_SECTION][case]


def refusal_text(error: StromnetzError, language: str, opened: LoadedTable | None) -> str:
    """Why not; at a table with the names of its players, cities and cards."""
    if opened is None or opened.game is None:
        return wording.refusal(error, language)
    return words_at(opened, language).refusal(error)


def words_at(opened: LoadedTable, language: str) -> Words:
    """The words of the game at a table, with the names of those who sit there."""
    rules = opened.running_game().rules
    neutral = [neutral_name(rules.edition.id, language)] * (rules.seats - rules.players)
    web = wording.common_words(language)["web"]
    # as the board calls them: two bots of a level are not told apart by it
    bots = web["bot_names"].split(", ")
    names = [
        bots[seat.seat] if seat.bot and seat.name == seat.bot else isolated(seat.name or web["somebody"])
        for seat in opened.table.seats
    ]
    return Words(rules.edition.id, rules.board.id, [*names, *neutral], language)
