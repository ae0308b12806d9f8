"""The language of refusals and rules."""

from __future__ import annotations

from typing import Any

import pytest

from stromnetz.play.words import guides, rulebook, vocabulary
from stromnetz.server.core.languages import preferred
from stromnetz.tables.errors import Conflict

from .local_server import Guest, LocalServer

FUTURE = {"kind": "open", "plant": 7, "bid": 7}
SAID = {
    "en": "Power plant 07 is in the future market; only the current market can be auctioned: 03, 04, 05, 06.",
    "de": "Kraftwerk 07 liegt im zukünftigen Kraftwerksmarkt; "
    "zur Auktion kommt nur, was im aktuellen liegt: 03, 04, 05, 06.",
    "nl": "Centrale 07 ligt in de toekomstige markt; "
    "alleen wat in de actuele markt ligt, kan geveild worden: 03, 04, 05, 06.",
}


def refused(guest: Guest, path: str, body: Any, language: str, query: str = "") -> Any:
    answer = guest.client.post(f"{path}{query}", json=body, headers={"accept-language": language})
    assert answer.status_code in (403, 404, 409), answer.text
    return answer.json()["error"]


def move(seat: int, move: dict[str, Any], key: str) -> dict[str, Any]:
    return {"seat": seat, "moves": [move], "version": 0, "key": key}


def test_refused_move_in_requested_language(sqlite_server: LocalServer) -> None:
    ann = sqlite_server.ann
    id = ann.open("person", "person", start=True)
    decision = sqlite_server.game(id).decision
    assert decision is not None
    path = f"/api/tables/{id}/moves"
    for wanted, language in [("de", "de-CH, en;q=0.5"), ("nl", "nl"), ("en", "fr"), ("en", "")]:
        error = refused(ann, path, move(decision.seat, FUTURE, f"a{wanted}{len(language)}"), language)
        assert (error["rule"], error["message"]) == ("M1", SAID[wanted])
    error = refused(ann, path, move(decision.seat, FUTURE, "query"), "de", "?language=nl")
    assert error["message"] == SAID["nl"]
    error = refused(ann, path, move(decision.seat, FUTURE, "unknown"), "de", "?language=fr")
    assert error["message"] == SAID["de"]


@pytest.mark.parametrize("name", ["דנה", "محمد"])
def test_right_to_left_name_does_not_reverse_sentences(sqlite_server: LocalServer, name: str) -> None:
    ann = sqlite_server.ann
    seats = [{"kind": "person", "name": name}, {"kind": "person", "name": f"{name} 2"}]
    id = ann.post("/api/tables", {"seats": seats}, 201)["table"]["id"]
    ann.post(f"/api/tables/{id}/start")
    decision = sqlite_server.game(id).decision
    assert decision is not None
    asked = seats[decision.seat]["name"]
    opens = {"kind": "open", "plant": 4, "bid": 4}
    error = refused(ann, f"/api/tables/{id}/moves", move(1 - decision.seat, opens, "turn"), "nl")
    assert error["message"] == f"\u2068{asked}\u2069 is aan de beurt."
    # the seat itself keeps the plain name
    assert [seat["name"] for seat in ann.get(f"/api/tables/{id}")["seats"]] == [name, f"{name} 2"]
    # without a game
    assert f" \u2068{name}\u2069 is taken" in vocabulary.refusal(Conflict("taken", {"name": name}, "name-alike"), "en")


def test_refusals_of_a_game_name_the_players(sqlite_server: LocalServer) -> None:
    ann = sqlite_server.ann
    id = ann.open("person", "person", start=True)
    path = f"/api/tables/{id}"
    decision = sqlite_server.game(id).decision
    assert decision is not None
    names = [seat["name"] for seat in ann.get(path)["seats"]]
    opens = {"kind": "open", "plant": 4, "bid": 4}
    error = refused(ann, f"{path}/moves", move(1 - decision.seat, opens, "turn"), "de")
    assert (error["kind"], error["message"]) == ("not-your-turn", f"{names[decision.seat]} ist am Zug.")
    error = refused(ann, f"{path}/preview", {"seat": 1 - decision.seat, "moves": [opens]}, "nl")
    assert error["message"] == f"{names[decision.seat]} is aan de beurt."
    error = refused(ann, f"{path}/undo", {"seat": 0, "version": 0, "key": "undo"}, "nl")
    assert (error["rule"], error["message"]) == ("G1", "Er is geen zet om ongedaan te maken.")
    ann.move(id, decision.seat, opens, 0, status=200)
    error = refused(ann, f"{path}/moves", move(decision.seat, opens, "late"), "de")
    assert error["kind"] == "version-conflict"
    assert error["message"] == "Das Spiel ist inzwischen weitergegangen; sieh noch einmal hin."


def test_refusals_without_a_game(sqlite_server: LocalServer) -> None:
    ann = sqlite_server.ann
    id = ann.open("person", "open")
    error = refused(ann, f"/api/tables/{id}/start", {}, "de")
    assert error["message"] == "Noch sind nicht alle Plätze besetzt."
    error = refused(sqlite_server.guest(), f"/api/tables/{id}/start", {}, "nl")
    assert error["message"] == "Dat mag alleen wie de tafel heeft geopend."
    answer = ann.client.get(f"/api/tables/{'x' * 22}", headers={"accept-language": "de"})
    assert answer.json()["error"]["message"] == "Diesen Tisch gibt es nicht."


def test_recovery_page_in_language_of_browser(sqlite_server: LocalServer) -> None:
    made = sqlite_server.ann.post("/api/tables", {"name": "Ann", "seats": [{"kind": "person"}, {"kind": "open"}]})
    link = made["recovery"][0]["link"]
    for language, button in [("de", "Meinen Platz einnehmen"), ("nl", "Mijn plaats innemen"), ("fr", "Take my seat")]:
        page = sqlite_server.guest().client.get(link, headers={"accept-language": language}).text
        assert f"<button>{button}</button>" in page
        assert f"<html lang={'en' if language == 'fr' else language}>" in page


@pytest.mark.parametrize("language", ["en", "de", "nl"])
def test_rules_in_requested_language(sqlite_server: LocalServer, language: str) -> None:
    ann = sqlite_server.ann
    assert ann.get("/api/rules/a5", language=language) == {"id": "A5", "text": rulebook.rule("A5", language)}
    everything = ann.get("/api/rules", language=language)
    assert everything["rules"] == rulebook.rules(language)
    assert everything["headings"][0]["title"] == rulebook.headings(language)[0][0]
    answer = ann.client.get("/api/rules/A5", headers={"accept-language": f"{language}, en;q=0.3"})
    assert answer.json()["text"] == rulebook.rule("A5", language)
    assert answer.headers["vary"] == "accept-language"


@pytest.mark.parametrize("language", ["en", "de", "nl"])
def test_guides_in_requested_language(sqlite_server: LocalServer, language: str) -> None:
    ann = sqlite_server.ann
    for name in guides.GUIDES:
        sent, guide = ann.get(f"/api/guides/{name}", language=language), guides.guide(name, language)
        assert [sent["title"], *(one["title"] for one in sent["sections"])] == [
            guide.title,
            *(section.title for section in guide.sections),
        ]
        assert sent["sections"][1]["blocks"][-1]["items"] == guide.sections[1].blocks[-1].items
        editions = {one["id"]: one["options"] for one in ann.get("/api/editions")}
        named = {game for section in sent["sections"] for game in section["games"]}
        assert named <= {*editions, *(option for options in editions.values() for option in options)}
        if name == "the-game":
            assert "robots" in named
            classic = {id for id in editions if id.startswith("classic")}
            assert editions.keys() - classic == named & editions.keys()
    assert ann.get("/api/guides/hosting", 404)["error"]["facts"]["known"] == list(guides.GUIDES)


def test_unknown_language_falls_back_to_english(sqlite_server: LocalServer) -> None:
    assert sqlite_server.ann.get("/api/rules/A5", language="fr")["text"] == rulebook.rule("A5")


@pytest.mark.parametrize(
    ("header", "language"),
    [
        ("de", "de"),
        ("DE-at", "de"),
        ("fr, nl;q=0.5", "nl"),
        ("en;q=0.4, nl;q=0.6", "nl"),
        ("de;q=0, nl;q=0.1", "nl"),
        ("de;q=nan", "en"),
        ("de;q=high, nl", "nl"),
        ("*", "en"),
        (";;,,", "en"),
        ("", "en"),
    ],
)
def test_preferred_language_of_browser(header: str, language: str) -> None:
    assert preferred(header) == language


@pytest.mark.parametrize(("language", "called"), [("en", "Guest"), ("de", "Gast"), ("nl", "Gast")])
def test_guest_without_name_in_language_of_reader(sqlite_server: LocalServer, language: str, called: str) -> None:
    eve = sqlite_server.guest()

    def post(path: str, body: Any, language: str = language) -> Any:
        answer = eve.client.post(path, json=body, headers={"accept-language": language})
        assert answer.is_success, answer.text
        return answer.json()

    def seat(table: str) -> Any:
        return next(one["name"] for one in eve.get(f"/api/tables/{table}")["seats"] if one["mine"])

    def me(language: str) -> Any:
        return eve.client.get("/api/me", headers={"accept-language": language}).json()["name"]

    assert seat(post("/api/lessons/plants", {})["table"]) == called
    assert seat(post("/api/puzzles/fuel-1/table", {"bot": "easy"})["table"]) == called
    # in any language
    assert [me(one) for one in ("en", "de", "nl")] == ["Guest", "Gast", "Gast"]
    opened = post("/api/tables", {"seats": [{"kind": "person"}, {"kind": "bot", "bot": "easy"}]}, "en")
    assert seat(opened["table"]["id"]) == "Guest"
    # a chosen name stays
    post("/api/me", {"name": "Eve"})
    assert seat(post("/api/lessons/auction", {})["table"]) == "Eve"
    assert me("de") == "Eve"
