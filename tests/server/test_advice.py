"""Advice over HTTP: at whose table, of which level, with whose leave; and why bots moved as they did."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from tests.server.house import Guest, House


def test_advice_is_given_on_the_own_turn_where_nobody_else_plays(house: House) -> None:
    ann, eve = house.ann, house.guest()
    id = ann.open("person", "plain", start=True)
    house.wait_for_people(id)
    path, version = f"/api/tables/{id}/advice", house.game(id).version
    out = ann.post(path, {"seat": 0})
    assert out["version"] == version
    best = out["candidates"][0]
    assert best["worth"] >= out["candidates"][-1]["worth"]
    assert "Elektro" in out["text"]
    assert house.game(id).version == version
    spoken = ann.client.post(path, json={"seat": 0}, headers={"accept-language": "de"}).json()
    assert (spoken["candidates"][0]["move"], spoken["text"] != out["text"]) == (best["move"], True)
    eve.post(path, {"seat": 0}, 403)
    ann.post(path, {"seat": 1}, 403)
    ann.move(id, 0, best["move"], version, status=200)


def test_the_level_is_chosen_and_every_level_says_why(house: House) -> None:
    ann = house.ann
    id = ann.open("person", "plain", "plain", "plain", start=True)
    house.wait_for_people(id)
    path = f"/api/tables/{id}/advice"
    asked = ann.get(path)
    assert asked == {"levels": ["easy", "normal", "hard", "master"], "level": "hard", "advised": True}
    for level in asked["levels"]:
        out = ann.post(path, {"seat": 0, "level": level})
        assert re.search(r"\d", out["text"])
        assert out["unit"] == ("percent" if level == "master" else "money")
    assert ann.post(path, {"seat": 0}) == ann.post(path, {"seat": 0, "level": "hard"})
    ann.post(path, {"seat": 0, "level": "best"}, 422)


def of_two(house: House, **settings: Any) -> tuple[str, Guest]:
    """A running table of two people and a bot: Ann and Bob."""
    bob = house.guest()
    id = house.ann.open("person", "open", "plain", **settings)
    bob.post(f"/api/tables/{id}/join", {"name": "Bob"})
    house.ann.post(f"/api/tables/{id}/start")
    return id, bob


def test_with_other_people_advice_is_given_once_all_agree_and_until_one_does_not(house: House) -> None:
    ann, eve = house.ann, house.guest()
    id, bob = of_two(house)
    by_seat = {0: ann, 1: bob}
    path, seat = f"/api/tables/{id}/advice", house.wait_for_people(id)["to_act"]
    asking = by_seat[seat]

    def agreed(guest: Guest, number: int, wanted: bool) -> list[bool]:
        table = guest.post(f"/api/tables/{id}/seats/{number}/advice", {"agree": wanted})
        everybody = [who.get(f"/api/tables/{id}") for who in (ann, bob, eve)]
        assert {one["advised"] for one in everybody} == {table["advised"]}
        return [table["advised"], *[one["advice"] for one in table["seats"]]]

    error = asking.post(path, {"seat": seat}, 403)["error"]
    assert error["message"] == "At this table nobody is advised unless everybody agrees. Still missing: Ann, Bob."
    assert agreed(ann, 0, True) == [False, True, False, False]
    told = {
        language: asking.client.post(path, json={"seat": seat}, headers={"accept-language": language}).json()["error"]
        for language in ("en", "de", "nl")
    }
    assert len({one["message"] for one in told.values()}) == 3
    assert all(one["message"].endswith(": Bob.") and one["facts"]["seats"] == [1] for one in told.values())
    # nobody agrees for another
    ann.post(f"/api/tables/{id}/seats/1/advice", {"agree": True}, 403)
    eve.post(f"/api/tables/{id}/seats/1/advice", {"agree": True}, 403)
    assert agreed(bob, 1, True) == [True, True, True, False]
    assert asking.post(path, {"seat": seat, "level": "easy"})["candidates"]
    assert asking.post(path, {"seat": seat})["text"]
    eve.post(path, {"seat": seat}, 403)
    assert agreed(bob, 1, False) == [False, True, False, False]
    asking.post(path, {"seat": seat}, 403)
    # one who has resigned is not asked any more: a bot plays
    bob.post(f"/api/tables/{id}/resign", {"seat": 1})
    assert ann.get(f"/api/tables/{id}")["advised"]


def test_agreement_is_kept_by_the_database_and_told_to_whoever_looks_on(
    database: str, make_house: Callable[..., House]
) -> None:
    house = make_house(database)
    id, bob = of_two(house)
    with house.guest().live(id) as socket:
        for number, guest in ((0, house.ann), (1, bob)):
            guest.post(f"/api/tables/{id}/seats/{number}/advice", {"agree": True})
        while (message := socket.receive_json())["type"] != "table" or not message["table"]["advised"]:
            pass
        assert [one["advice"] for one in message["table"]["seats"]] == [True, True, False]
    house.stop()
    again = make_house(database)
    assert again.ann.get(f"/api/tables/{id}")["advised"]


def test_nobody_agrees_to_advice_at_a_table_that_is_over_or_for_two_who_share_a_screen(house: House) -> None:
    ann = house.ann
    id = ann.open("person", "person", start=True, options={"short": True})
    ann.post(f"/api/tables/{id}/seats/0/advice", {"agree": True})
    assert not ann.get(f"/api/tables/{id}")["advised"]
    house.play(id, {0: ann, 1: ann})
    ann.post(f"/api/tables/{id}/seats/1/advice", {"agree": True}, 409)


def test_reasons_of_bots_are_told_where_all_agree(house: House) -> None:
    id, bob = of_two(house)
    house.play(id, {0: house.ann, 1: bob}, moves=4)
    path, version = f"/api/tables/{id}/reasons", bot_row(house, id, 2)
    house.ann.get(path, 403, version=version)
    for number, guest in ((0, house.ann), (1, bob)):
        guest.post(f"/api/tables/{id}/seats/{number}/advice", {"agree": True})
    assert house.ann.get(path, version=version)["candidates"]
    error = house.guest().get(path, 403, version=version)["error"]
    assert error["message"] == "Advice is for those who play at this table."


def test_advice_waits_for_its_turn_and_its_game(house: House) -> None:
    id = house.ann.open("person", "plain")
    house.ann.post(f"/api/tables/{id}/advice", {"seat": 0}, 409)
    over = house.ann.open("person", "plain", start=True, options={"short": True})
    house.play(over, {0: house.ann})
    house.ann.post(f"/api/tables/{over}/advice", {"seat": 0}, 409)


def bot_row(house: House, id: str, seat: int) -> int:
    return next(row.seq for row in house.game(id).rows if row.seat == seat and row.move is not None)


def test_a_bot_tells_why_it_moved_where_nobody_else_plays(house: House) -> None:
    ann, eve = house.ann, house.guest()
    id = ann.open("person", "easy", "hard", start=True, options={"short": True})
    house.play(id, {0: ann}, moves=4)
    for seat in (1, 2):
        version = bot_row(house, id, seat)
        out = ann.get(f"/api/tables/{id}/reasons", version=version)
        move = house.game(id).rows[version].move
        assert move is not None
        assert (out["version"], out["candidates"][0]["move"]) == (version, move.to_json())
        eve.get(f"/api/tables/{id}/reasons", 403, version=version)
    mine = bot_row(house, id, 0)
    for version in (mine, 0, 5000):
        error = ann.get(f"/api/tables/{id}/reasons", 409, version=version)["error"]
        assert error["message"] == "Nothing is known about why."


def test_a_bot_does_not_tell_what_is_hidden(house: House) -> None:
    options = {"short": True, "money": "hidden"}
    id = house.ann.open("person", "hard", start=True, options=options)
    house.play(id, {0: house.ann}, moves=4)
    path, version = f"/api/tables/{id}/reasons", bot_row(house, id, 1)
    assert "hidden" in house.ann.get(path, 403, version=version)["error"]["message"]
    house.play(id, {0: house.ann})
    assert house.ann.get(path, version=version)["candidates"]
