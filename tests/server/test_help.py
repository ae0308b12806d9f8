"""In-game help: topics, rules of an edition, why moves are impossible, and the ranking."""

from __future__ import annotations

import re
from itertools import islice, product
from pathlib import Path
from typing import Any

import pytest

from stromnetz import Connect, new_game
from stromnetz.editions.files.loader import add_folder
from stromnetz.engine.moves import MOVES
from stromnetz.play.catalogue import editions
from stromnetz.play.refused_moves import refused_moves
from stromnetz.play.words import rulebook
from stromnetz.play.words.explanations import explain_ranking, topics
from stromnetz.play.words.vocabulary import LANGUAGES, Words, all_words, sections_of
from tests.bot_games import played, watched
from tests.data.folders import own_folders
from tests.data.test_small_maps import write_edition_for_four
from tests.helpers import position
from tests.server.local_server import LocalServer

EDITIONS = [one.id for one in editions()]
ID = re.compile(r"\b[A-Z]{1,2}[0-9]+[a-z]?\b")


@pytest.mark.parametrize(("edition", "language"), list(product(EDITIONS, LANGUAGES)))
def test_topics_name_existing_rules(edition: str, language: str) -> None:
    told = topics(edition, language)
    named = {id for said in sections_of(edition, language)["help"].values() for id in ID.findall(said)}
    assert named <= rulebook.rules().keys()
    assert not any(ID.search(topic.text) for topic in told.values()), "ids are links, not text"
    plain = {"log", "confirm", "clock", "advice", "refill", "ask_place", "ask_assign", "step", "connection", "sums"}
    plain |= {
        "without",
        "talk",
        "menu",
        "confirm_off",
        "why_not",
        "choice",
        "replay",
        "recent",
        "tabs",
        "zoom",
        "review",
        "rounds",
        "send",
        "report",
    }
    assert {key for key, topic in told.items() if not topic.rules} <= plain | {
        key for key in told if edition == "outpost"
    }
    for phases in sections_of(edition, language)["phases"]:
        assert f"phase_{phases}" in told or phases not in ("order", "auctions", "building", "bureaucracy")
    assert told["ranking"].rules


def test_edition_lists_its_own_rules_only(sqlite_server: LocalServer) -> None:
    ann = sqlite_server.ann
    classic = ann.get("/api/editions/classic-2004/rules", language="de")
    assert {"A5", "C6", "Q4", "G1"} <= classic["rules"].keys()
    assert not [id for id in classic["rules"] if id[0] in "LDNWK" or id.startswith("EX")]
    assert classic["rules"]["A5"] == "Niemand darf mehr bieten, als er an Geld hat."
    assert [id for one in classic["headings"] for id in one["rules"]] == list(classic["rules"])
    outpost = ann.get("/api/editions/outpost/rules")["rules"]
    assert {"A4", "A8", "L16", "T6"} <= outpost.keys()
    assert not {"A3", "A9", "M3", "F2", "C1"} & outpost.keys()
    assert "N1" in ann.get("/api/editions/deluxe-north-america/rules")["rules"]
    ann.get("/api/editions/nothing/rules", 404)
    ann.get("/api/editions/nothing/help", 404)
    assert ann.get("/api/editions/outpost/help", language="nl")["topics"]["crew"]["rules"] == ["L16", "L18", "L27"]


def test_impossible_moves_have_reasons(sqlite_server: LocalServer) -> None:
    ann = sqlite_server.ann
    id = ann.open("person", "person", start=True)
    game = sqlite_server.game(id)
    assert game.decision is not None
    seat = game.decision.seat
    path = f"/api/tables/{id}/refused-moves"
    found = ann.get(path, seat=seat, language="de")
    assert found["version"] == game.version
    by_kind = {one["kind"]: one for one in found["moves"]}
    assert by_kind["open"]["rule"] == "M1"
    assert "zukünftigen" in by_kind["open"]["message"]
    assert by_kind["sit-out"]["rule"] == "A3"
    assert by_kind["buy"]["rule"] == "A1"
    assert ann.client.get(path, params={"seat": 1 - seat}).json()["error"]["kind"] == "not-your-turn"
    ben = sqlite_server.guest()
    ben.get(path, 403, seat=seat)
    ann.get(f"/api/tables/{id}/ranking", 409)


def test_bots_have_board_names_in_sentences(sqlite_server: LocalServer) -> None:
    ann = sqlite_server.ann
    id = ann.open("plain", "plain", start=True, options={"short": True})
    sqlite_server.wait_for_end(id)
    for language in ("en", "de", "nl"):
        why = ann.get(f"/api/tables/{id}/ranking", language=language)["sentences"][1]
        assert "Volta" in why
        assert "Ampère" in why
        assert "plain" not in why


@pytest.mark.rule("G1")
def test_refused_undo_has_reason_and_changes_nothing(sqlite_server: LocalServer) -> None:
    ann = sqlite_server.ann
    id = ann.open("person", "person", start=True)
    game = sqlite_server.game(id)
    assert game.decision is not None
    seat, path = game.decision.seat, f"/api/tables/{id}/undo"
    before = ann.get(path, seat=seat, language="de")
    refused = ann.client.post(path, json={"seat": seat, "version": game.version, "key": "k"}).json()["error"]
    assert before["rule"] == refused["rule"] == "G1"
    assert before["message"] != ann.get(path, seat=seat, language="en")["message"] == refused["message"]
    ann.move(id, seat, {"kind": "open", "plant": game.view(seat).current[0], "bid": 5}, game.version)
    assert ann.get(path, seat=seat) == {"message": None, "rule": None}
    assert sqlite_server.game(id).version == game.version + 1
    sqlite_server.guest().get(path, 403, seat=seat)


@pytest.mark.parametrize("edition", EDITIONS)
def test_no_move_is_both_possible_and_refused(edition: str) -> None:
    game = new_game(edition, players=3, seed=5)
    kinds = set()
    for view in islice(watched(game), 90):
        assert view.decision is not None
        if view.decision.kind not in kinds:
            kinds.add(view.decision.kind)
            for move, error in refused_moves(game):
                assert not game.is_legal(move)
                assert error.message
    assert len(kinds) > 4


KINDS = sorted({*MOVES, *all_words("en")["decisions"]})
API_NAME = re.compile(
    rf"[‘'„“\"(, ]({'|'.join(one for one in KINDS if '-' in one)})\b|[‘'„“\"(]({'|'.join(KINDS)})[’'“”\"),]|[{{}}_]"
)
"""Kinds of moves and decisions: programs know them, players do not."""


@pytest.mark.parametrize(("edition", "language"), list(product(EDITIONS, LANGUAGES)))
def test_reasons_are_sentences_without_api_names(edition: str, language: str) -> None:
    game = new_game(edition, players=3, seed=5)
    words = Words(edition, game.rules.board.id, ["Ann", "Ben", "Cleo"], language)
    told = {}
    for _ in islice(watched(game), 90):
        for _, error in refused_moves(game):
            told[error.case] = words.refusal(error)
    assert len(told) > 4
    for case, text in told.items():
        assert not API_NAME.search(text), f"{case}: {text}"
        assert re.fullmatch(r"\S.*\.", text), f"{case}: {text}"


def test_move_of_another_decision_is_refused_with_options() -> None:
    game = new_game("classic-2004", players=3, seed=5)
    words = Words("classic-2004", "germany", ["Ann", "Ben", "Cleo"])
    refused = {one.move.kind: words.refusal(one.error) for one in refused_moves(game)}
    assert refused["buy"] == "You can't do that right now. Your options: start an auction or sit out."


def test_edition_lists_its_own_impossible_moves() -> None:
    game = new_game("outpost", players=3, seed=5)
    said: dict[tuple[str, str], set[str]] = {}
    for view in islice(watched(game), 150):
        assert view.decision is not None
        words = Words("outpost", game.rules.board.id, ["Ann", "Ben", "Cleo"], "de")
        for move, error in refused_moves(game):
            if move.kind in ("build", "arrange"):
                assert "{" not in words.move(move)
                said.setdefault((view.decision.kind, move.kind), set()).add(error.case)
    # in its own phase every city and card has a reason; elsewhere one sentence says that it is not the time
    assert {"house-there", "building-too-dear"} <= said["network", "build"]
    assert {"not-for-the-board", "card-taken-away"} <= said["company", "arrange"]
    assert said["auction", "build"] == said["network", "arrange"] == {"other-decision"}


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.rule("E2")
def test_ranking_is_explained(edition: str) -> None:
    game = played(new_game(edition, players=3, seed=2))
    assert game.result is not None
    for language in LANGUAGES:
        words = Words(edition, game.rules.board.id, ["Ann", "Ben", "Cleo"], language)
        said = explain_ranking(game.result, game.rules, game.position, words)
        assert len(said) == 3
        first, second = game.result.ranking[:2]
        assert str(first.supplied) in said[1]
        if first.supplied > second.supplied:
            assert str(second.supplied) in said[1]
        assert not any("{" in one for one in said)


@pytest.mark.rule("E4", "E5")
def test_early_ending_is_explained() -> None:
    west = position("order", 4, regions=["west"]).view(None).cities()
    seats: list[dict[str, Any]] = [{"cities": west}, {"cities": west}, {}, {}]
    stuck = position("bureaucracy", seats, regions=["west"], step=2, market=[], deck=[], round=5)
    halves: list[dict[str, Any]] = [{"cities": west[:4]}, {"cities": west[4:6], "money": 100}]
    full = position("building", halves, regions=["west"], order=[1, 0], to_act=1, round=5, options={"short": True})
    full.apply(Connect(west[6]))
    said = {}
    for name, game in (("stuck", stuck), ("full", full)):
        assert game.result is not None
        for language in LANGUAGES:
            words = Words("classic-2004", "germany", ["Ann", "Ben", "Cleo", "Dan"], language)
            said[name, language] = explain_ranking(game.result, game.rules, game.position, words)[0]
    assert said["stuck", "en"] == "The game ended because nobody had a move left; the largest network has 7 cities."
    assert said["full", "en"] == (
        "The game ended because nobody could connect another city; the largest network has 4 cities. "
        "There is no more income: whoever can power the most of their cities wins."
    )
    assert len(set(said.values())) == 6


def test_edition_with_too_small_map_can_be_played(sqlite_server: LocalServer, tmp_path: Path) -> None:
    write_edition_for_four(tmp_path)
    ann = sqlite_server.ann
    with own_folders():
        add_folder(tmp_path)
        facts = ann.get("/api/editions/made-up")
        assert [row["count"] for row in facts["players"]] == [2, 3, 4, 5, 6]
        assert facts["phases"] == ann.get("/api/editions/classic-2004")["phases"]
        (listed,) = [one for one in ann.get("/api/editions") if one["id"] == "made-up"]
        assert listed["players_on"] == {"strip": [4, 5, 6]}
        id = ann.open("person", "plain", "plain", "plain", edition="made-up", map="strip", start=True)
        assert ann.get(f"/api/tables/{id}")["state"] == "running"
