"""The language of a request, and messages in it."""

from __future__ import annotations

from collections.abc import Iterator

from starlette.requests import HTTPConnection

from stromnetz.play.words import vocabulary
from stromnetz.play.words.sentences import REFUSALS_SECTION
from stromnetz.play.words.vocabulary import LANGUAGES

FALLBACK = "en"


def preferred(header: str) -> str:
    """Return the supported language that an Accept-Language header prefers."""
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
    """Return the language of a request: ``?language=``, or the browser's preference."""
    asked = connection.query_params.get("language", "").lower()
    return asked if asked in LANGUAGES else preferred(connection.headers.get("accept-language", ""))


def guest_name(language: str) -> str:
    """Return the default name of guests."""
    return vocabulary.common_words(language)["web"]["guest"]


def has_no_name(name: str) -> bool:
    """Return whether a name is the default name of guests in any language."""
    return name in map(guest_name, LANGUAGES)


def message_for(case: str, language: str) -> str:
    """Return the text of a refusal that has no facts."""
    return vocabulary.common_words(language)[REFUSALS_SECTION][case]
