"""Tables on one device: answers the requests of the web app, plays the bots, and tells viewers what has changed.

There is one person, who may play several seats. What a request changes is collected for the storage of the device
(`OfflineApp.collect`), which writes it before the response and the messages are passed on.
"""

from __future__ import annotations

import copy
import hashlib
import json
import secrets
from collections import OrderedDict
from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import UTC, date, datetime
from typing import Any, NamedTuple

from stromnetz.bots import BOTS, make_bot
from stromnetz.bots.advice import advise, default_level, levels_for
from stromnetz.bots.chances import view_chances
from stromnetz.bots.review import CHANCE_DIGITS
from stromnetz.engine.chance import SEED_BITS
from stromnetz.engine.errors import BadInput, StromnetzError
from stromnetz.lessons import progress_of
from stromnetz.play.catalogue import default_edition
from stromnetz.play.files.records import new_salt, parse_record
from stromnetz.play.game import Game
from stromnetz.play.words.vocabulary import LANGUAGES, common_words
from stromnetz.tables import endings, explanations, hints, practice, reference, reviews
from stromnetz.tables.errors import Conflict, NotFound, status_of
from stromnetz.tables.ids import new_code, new_id
from stromnetz.tables.move_times import TimedRow, move_times
from stromnetz.tables.names import validate_display_name
from stromnetz.tables.seat_colours import choose_colour, require_distinct_colours
from stromnetz.tables.seats import create_seats, make_name_distinct, make_names_distinct, rematch_seats
from stromnetz.tables.session import Change, TableSession
from stromnetz.tables.settings import TableSettings
from stromnetz.tables.table import FINISHED, LOBBY, OPEN, PERSON, RUNNING, Seat, Table
from stromnetz.tables.time import now_ms
from stromnetz.tables.views import TableViews, view_json
from stromnetz.tables.words import refusal_json

from .requests import Request, Response, Routes
from .review import OfflineReview
from .saved_tables import SavedTable

ME = "me"
"""The guest who plays on this device."""
TABLE = "table "
"""Prefix of the keys of tables."""
PROTOCOL = 1
MAX_ROWS = 500
"""Larger gaps are closed by sending the whole state."""
MAX_TABLES_LISTED, MAX_ROWS_LISTED, MAX_RESPONSES = 100, 1000, 100

Json = dict[str, Any]
routes = Routes()


class Output(NamedTuple):
    """What is to be written, and then to be sent."""

    writes: dict[str, Json | None]
    """JSON by key; None removes it."""
    messages: list[tuple[str, Json]]
    """Messages for the viewers of tables, in order."""


class OfflineApp:
    def __init__(
        self,
        saved: Mapping[str, Json] | None = None,
        clock: Callable[[], int] = now_ms,
        seeds: Callable[[], int] = lambda: secrets.randbits(SEED_BITS),
    ) -> None:
        """``saved`` is what the storage has, by key."""
        self._clock = clock
        self._seeds = seeds
        saved = saved or {}
        self.me: Json = {"name": None, "lessons": {}, **saved.get("me", {})}
        self._saved = {key.removeprefix(TABLE): one for key, one in saved.items() if key.startswith(TABLE)}
        """Tables that have not been read yet."""
        self._tables: dict[str, SavedTable] = {}
        self._shown: dict[str, int | None] = {}
        """The version that the viewers of a table have; without viewers there is none."""
        self._reviews: dict[tuple[str, int], OfflineReview] = {}
        self._responses: OrderedDict[str, tuple[str, Json]] = OrderedDict()
        """The latest requests that changed games, by key, and the responses."""
        self._output = Output({}, [])

    # --- requests ------------------------------------------------------------------------------------------------

    def request(self, request: Request) -> Response:
        """Answer a request; errors become responses."""
        language = request.query.get("language", request.language)
        request = replace(request, language=language if language in LANGUAGES else "en")
        found = routes.find(request.method, request.path)
        table = None
        try:
            if found is None:
                raise NotFound(f"this needs a server: {request.method} {request.path}")
            handler, parameters = found
            table = parameters.get("id")
            body = handler(self, request, **parameters)
        except StromnetzError as error:
            return Response(status_of(error), self._refusal(error, request.language, table))
        status = 204 if body is None else 201 if request.method == "POST" and "table" in body else 200
        return Response(status, body)

    def _refusal(self, error: StromnetzError, language: str, id: str | None) -> Json:
        opened = None if id is None else self._tables.get(id)
        if opened is None:
            return refusal_json(error, language)
        return refusal_json(error, language, opened.session.table, opened.session.game)

    def collect(self) -> Output:
        """Return what is to be written and sent since the last call."""
        out, self._output = self._output, Output({}, [])
        return out

    # --- tables --------------------------------------------------------------------------------------------------

    def table(self, id: str) -> SavedTable:
        """Return a table; 404 if there is none."""
        if id not in self._tables:
            if id not in self._saved:
                raise NotFound(case="no-table")
            self._tables[id] = SavedTable.from_json(self._saved[id])
            del self._saved[id]
        return self._tables[id]

    def tables(self) -> list[SavedTable]:
        """Return all tables that can be read, the latest first."""
        for id in list(self._saved):
            try:
                self.table(id)
            except BadInput:
                continue
        return sorted(self._tables.values(), key=lambda one: -one.session.table.changed_at)

    def has_tables(self) -> bool:
        return bool(self._tables or self._saved)

    def add(self, table: Table, game: Game | None = None) -> SavedTable:
        """Keep a new table."""
        table.created_at = table.changed_at = self._clock()
        opened = SavedTable(TableSession(table, game, clocks_run=False))
        self._tables[table.id] = opened
        self.save(opened)
        return opened

    def commit(self, opened: SavedTable, change: Change) -> None:
        """Save a change and tell the viewers."""
        before, now = opened.session, self._clock()
        opened.session = change.after
        opened.times += [TimedRow(_mover(row), now) for row in change.rows]
        self.save(opened)
        self._tell(opened, before)

    def update(self, id: str, edit: Callable[[Table], object]) -> Table:
        """Change the data of a table: ``edit`` changes a copy."""
        opened = self.table(id)
        change, _ = opened.session.update(edit, self._clock())
        self.commit(opened, change)
        return opened.session.table

    def save(self, opened: SavedTable) -> None:
        self._output.writes[f"{TABLE}{opened.session.table.id}"] = opened.to_json()

    def save_me(self) -> None:
        self._output.writes["me"] = copy.deepcopy(self.me)

    def remove(self, id: str) -> None:
        self._output.writes[f"{TABLE}{id}"] = None
        self._tables.pop(id, None)
        self._saved.pop(id, None)
        self._shown.pop(id, None)

    # --- viewers -------------------------------------------------------------------------------------------------

    def connect(self, id: str, since: int | None = None) -> None:
        """Send everything to a viewer who opens a table, or the rows since a version."""
        opened = self.table(id)
        table, game = opened.session.table, opened.session.game
        hello = {
            "type": "hello",
            "protocol": PROTOCOL,
            **table.update_json(ME),
            "presence": {"seats": table.seats_of(ME), "spectators": 0},
            "version": None if game is None else game.version,
        }
        self._send(id, hello)
        self._shown[id] = None if game is None or since == game.version else since
        self._send_update(opened)

    def disconnect(self, id: str) -> None:
        """Send nothing more about a table."""
        self._shown.pop(id, None)

    def watched(self) -> list[str]:
        """Return the tables with viewers."""
        return list(self._shown)

    def resume(self, id: str, version: int) -> None:
        """Send the rows since a version."""
        self._shown[id] = version
        self._send_update(self.table(id))

    def _send(self, id: str, message: Json) -> None:
        self._output.messages.append((id, message))

    def _tell(self, opened: SavedTable, before: TableSession) -> None:
        table = opened.session.table
        if table.id not in self._shown:
            return
        if (table.revision, table.state, table.rematch, table.ending) != (
            *(before.table.revision, before.table.state, before.table.rematch, before.table.ending),
        ):
            if table.ending != before.table.ending:
                self._shown[table.id] = None  # no move, but views have changed
            self._send_update(opened)
            self._send(table.id, {"type": "table", **table.update_json(ME)})
        else:
            self._send_update(opened)

    def _send_update(self, opened: SavedTable) -> None:
        table, game = opened.session.table, opened.session.game
        after = self._shown[table.id]
        if game is None or after == game.version:
            return
        if after is not None and not 0 <= game.version - after <= MAX_ROWS:
            after = None
        self._shown[table.id] = game.version
        self._send(table.id, TableViews(table, game).update(tuple(table.seats_of(ME)), after))

    # --- moves ---------------------------------------------------------------------------------------------------

    def act(self, id: str, request: Request, operation: Callable[[SavedTable, int], Change]) -> Json:
        """Change the game of a table; a repeated request with the same key gets the first response."""
        key = request.field("key", str)
        asked = json.dumps([request.path, request.body], sort_keys=True)
        if key in self._responses:
            first, response = self._responses[key]
            if first != asked:
                raise BadInput("this key was used for another request", {"key": key})
            return response
        opened = self.table(id)
        self.commit(opened, operation(opened, self._clock()))
        response = _moved(opened)
        self._responses[key] = asked, response
        if len(self._responses) > MAX_RESPONSES:
            self._responses.popitem(last=False)
        return response

    def bot_due(self, id: str) -> bool:
        """Return whether a bot has to move at a table."""
        return self.table(id).session.bot_turn() is not None

    def play_bot(self, id: str) -> bool:
        """Make the move of the bot that is due at a table; return whether another bot is due."""
        opened = self.table(id)
        turn = opened.session.bot_turn()
        if turn is None:
            return False
        move = turn.scripted
        if move is None:
            move = make_bot(turn.bot, self.bot_seed(opened, turn.seat, turn.version)).choose(turn.view)
        change = opened.session.play_bot_move(turn.seat, move, turn.version, self._clock())
        if change is not None:
            self.commit(opened, change)
        return self.bot_due(id)

    def bot_seed(self, opened: SavedTable, seat: int, version: int) -> int:
        """Return the seed of a bot for one decision: the same when it has to explain it."""
        salt = opened.session.running_game().header.get("salt", opened.session.table.id)
        digest = hashlib.sha256(f"decision {salt} {seat} {version}".encode()).digest()
        return int.from_bytes(digest[:8], "big")

    def seed(self) -> int:
        return self._seeds()

    def name(self, language: str) -> str:
        """Return the name of the person, or what people without a name are called."""
        return self.me["name"] or common_words(language)["web"]["guest"]

    def now(self) -> int:
        return self._clock()

    def review(self, id: str, seat: int) -> OfflineReview:
        """Return the review in progress; one at most is kept."""
        game = self.table(id).session.running_game()
        if (id, seat) not in self._reviews:
            self._reviews.clear()
            self._reviews[id, seat] = OfflineReview(game, seat)
        return self._reviews[id, seat]


def _mover(row: Any) -> int | None:
    found: int | None = row.get("seat") if row.get("undo") is None else None
    return found


def _moved(opened: SavedTable) -> Json:
    game = opened.session.running_game()
    rows, seats = game.rows, opened.session.table.seats_of(ME)
    seq = game.version
    plan = rows[seq].plan
    return {"version": seq, "rows": [row.seen_by(seats) for row in rows[seq if plan is None else plan : seq + 1]]}


def _seated(table: Table) -> Json:
    return {"table": table.to_json(ME), "link": "", "recovery": []}


def _own_game(app: OfflineApp, id: str) -> tuple[Table, Game]:
    session = app.table(id).session
    return session.table, session.running_game()


def _seat_of(app: OfflineApp, request: Request, table: Table) -> int | None:
    """Return the seat of a request that looks at a game: an own one, or the first of them."""
    seat: int | None = request.optional_query_number("seat")
    if seat is not None:
        table.own_seat(seat, ME)
        return seat
    return next(iter(table.seats_of(ME)), None)


# --- the person ----------------------------------------------------------------------------------------------------


def _me(app: OfflineApp) -> Json:
    name = app.me["name"]
    return {"guest": name is not None or app.has_tables(), "name": name, "unreadable": False, "account": None}


@routes.add("GET", "/api/me")
def me(app: OfflineApp, request: Request) -> Json:
    return _me(app)


@routes.add("POST", "/api/me")
def rename(app: OfflineApp, request: Request) -> Json:
    app.me["name"] = validate_display_name(request.field("name", str))
    app.save_me()
    return _me(app)


@routes.add("GET", "/api/features")
def features(app: OfflineApp, request: Request) -> Json:
    off = ("clocks", "stand_ins", "preset_moves", "seeking", "public_tables", "help", "chat", "programs", "ratings")
    return dict.fromkeys(off, False)


@routes.add("GET", "/api/me/turns")
def turns(app: OfflineApp, request: Request) -> Json:
    there = [one.session.table for one in app.tables() if not one.archived]
    waiting = [table.id for table in there if table.person_due()]
    running = sum(table.state == RUNNING for table in there)
    return {"count": len(waiting), "tables": waiting, "running": running, "preset": []}


@routes.add("GET", "/api/me/tables")
def my_tables(app: OfflineApp, request: Request) -> Json:
    show = request.query.get("show", "all")
    found = []
    for one in app.tables():
        table = one.session.table
        if one.archived is not (show == "archived"):
            continue
        if show in (LOBBY, RUNNING, FINISHED) and table.state != show:
            continue
        if show == "turn" and not table.person_due():
            continue
        found.append(table)
    found.sort(key=lambda table: (not table.person_due(), table.state == FINISHED, -table.changed_at))
    return {"tables": [table.to_json(ME) for table in found[:MAX_TABLES_LISTED]], "next": None}


@routes.add("PUT", "/api/me/tables/{id}/archived")
def archive(app: OfflineApp, request: Request, id: str) -> Json:
    opened = app.table(id)
    opened.archived = request.field("archived", bool)
    app.save(opened)
    return {"archived": opened.archived}


# --- reference data ------------------------------------------------------------------------------------------------


@routes.add("GET", "/api/editions")
def editions(app: OfflineApp, request: Request) -> list[Json]:
    return reference.editions_json()


@routes.add("GET", "/api/editions/{edition}")
def edition(app: OfflineApp, request: Request, edition: str) -> Json:
    return reference.edition_json(edition, request.query.get("language"))


@routes.add("GET", "/api/editions/{edition}/rules")
def edition_rules(app: OfflineApp, request: Request, edition: str) -> Json:
    return reference.edition_rules_json(edition, request.language)


@routes.add("GET", "/api/editions/{edition}/help")
def edition_help(app: OfflineApp, request: Request, edition: str) -> Json:
    return reference.topics_json(edition, request.language)


@routes.add("GET", "/api/boards")
def maps(app: OfflineApp, request: Request) -> list[Json]:
    return reference.maps_json()


@routes.add("GET", "/api/boards/{map}")
def map_facts(app: OfflineApp, request: Request, map: str) -> Json:
    return reference.map_json(map)


@routes.add("GET", "/api/words/{language}")
def words(app: OfflineApp, request: Request, language: str) -> Json:
    return reference.words_json(language)


@routes.add("GET", "/api/words/{language}/{page}")
def page_words(app: OfflineApp, request: Request, language: str, page: str) -> Json:
    return reference.page_words_json(language, page)


@routes.add("GET", "/api/bots")
def bots(app: OfflineApp, request: Request) -> list[Json]:
    return [{"id": name} for name in BOTS]


@routes.add("GET", "/api/rules")
def rules(app: OfflineApp, request: Request) -> Json:
    return reference.rules_json(request.language)


@routes.add("GET", "/api/rules/{rule}")
def rule(app: OfflineApp, request: Request, rule: str) -> Json:
    return reference.rule_json(rule, request.language, request.query.get("edition"))


@routes.add("GET", "/api/guides/{guide}")
def guide(app: OfflineApp, request: Request, guide: str) -> Json:
    return reference.guide_json(guide, request.language)


# --- tables --------------------------------------------------------------------------------------------------------


@routes.add("GET", "/api/tables")
def public_tables(app: OfflineApp, request: Request) -> Json:
    return {"tables": [], "next": None}


@routes.add("POST", "/api/tables")
def open_table(app: OfflineApp, request: Request) -> Json:
    wishes: list[Any] = request.field("seats", list)
    for wish in wishes:
        if not isinstance(wish, dict) or wish.get("kind") not in (OPEN, PERSON, "bot", "automatic"):
            raise BadInput("each seat needs a 'kind': open, person, bot or automatic")
        _require_bot(wish.get("bot"))
    asked = request.optional("edition", str) or default_edition()
    options = request.optional("options", dict) or {}
    regions: Any = request.body.get("regions", "random")
    settings = TableSettings.check(asked, request.optional("map", str), len(wishes), regions, options)
    name = request.optional("name", str) or app.name(request.language)
    named = [
        {**wish, "name": validate_display_name(wish["name"]) if wish.get("name") else validate_display_name(name)}
        for wish in wishes
    ]
    seats = create_seats(named, ME, settings.automatic())
    require_distinct_colours(seats)
    table = Table(new_id(), new_code(), settings, seats, host=ME)
    make_names_distinct(table.seats)
    return _seated(app.add(table).session.table)


def _require_bot(bot: Any) -> None:
    if bot is not None and bot not in BOTS:
        raise BadInput(f"there are the bots {', '.join(BOTS)}", {"known": list(BOTS)})


@routes.add("GET", "/api/tables/{id}")
def one_table(app: OfflineApp, request: Request, id: str) -> Json:
    return app.table(id).session.table.to_json(ME)


@routes.add("POST", "/api/tables/{id}/join")
def join(app: OfflineApp, request: Request, id: str) -> Json:
    colour: int | None = request.optional("colour", int)

    def sit(table: Table) -> None:
        seat = table.join(ME, app.name(request.language), request.optional("seat", int))
        make_name_distinct(table.seats, seat)
        if colour is not None:
            choose_colour(table, seat.seat, colour)

    return _seated(app.update(id, sit))


@routes.add("PUT", "/api/tables/{id}/seats/{seat}")
def change_seat(app: OfflineApp, request: Request, id: str, seat: str) -> Json:
    _require_bot(request.optional("bot", str))
    name = request.optional("name", str)

    def change(table: Table) -> None:
        number, kind = _number(seat), request.field("kind", str)
        named = None if name is None else validate_display_name(name)
        changed = table.change_seat(ME, number, kind, request.optional("bot", str), named)
        if changed.kind == PERSON:
            make_name_distinct(table.seats, changed)

    return _seated(app.update(id, change))


@routes.add("PUT", "/api/tables/{id}/seats/{seat}/colour")
def change_colour(app: OfflineApp, request: Request, id: str, seat: str) -> Json:
    return app.update(id, lambda table: choose_colour(table, _number(seat), request.field("colour", int))).to_json(ME)


def _number(text: str) -> int:
    if not text.isdecimal():
        raise BadInput(f"a seat is a number, not {text!r}")
    return int(text)


@routes.add("POST", "/api/tables/{id}/leave")
def leave(app: OfflineApp, request: Request, id: str) -> None:
    opened = app.table(id)
    change = opened.session.leave(ME, app.now())
    if change is None:
        app.remove(id)
    else:
        app.commit(opened, change)


@routes.add("POST", "/api/tables/{id}/start")
def start(app: OfflineApp, request: Request, id: str) -> Json:
    opened = app.table(id)
    app.commit(opened, opened.session.start(ME, app.seed(), new_salt(), app.now()))
    opened.times = [TimedRow(None, app.now())]
    return opened.session.table.to_json(ME)


@routes.add("POST", "/api/tables/{id}/rematch")
def rematch(app: OfflineApp, request: Request, id: str) -> Json:
    opened = app.table(id)
    old = opened.session.table
    old.require_state(FINISHED)
    if old.settings.lesson is not None:
        raise Conflict(case="lesson-rematch")
    if old.imported:
        raise Conflict(case="played-elsewhere")
    if old.rematch is None:
        settings = replace(old.settings, puzzle=None, unrated=None)
        table = Table(new_id(), new_code(), settings, rematch_seats(old.seats, ME), host=ME, rematch_of=old.id)
        app.add(table)

        def link(edited: Table) -> None:
            edited.rematch = table.id

        old = app.update(id, link)
    return _seated(app.table(old.rematch or "").session.table)


@routes.add("POST", "/api/tables/{id}/resign")
def resign(app: OfflineApp, request: Request, id: str) -> Json:
    seat = request.field("seat", int)
    return app.update(id, lambda table: endings.resign(table, seat, ME, app.now())).to_json(ME)


@routes.add("POST", "/api/tables/{id}/abandon")
def abandon(app: OfflineApp, request: Request, id: str) -> Json:
    agree = request.field("agree", bool)
    return app.update(id, lambda table: endings.abandon(table, ME, agree, app.now())).to_json(ME)


# --- the game ------------------------------------------------------------------------------------------------------


@routes.add("GET", "/api/tables/{id}/view")
def view(app: OfflineApp, request: Request, id: str) -> Json:
    table, game = _own_game(app, id)
    seat, version = _seat_of(app, request, table), request.optional_query_number("version")
    if version is None or version == game.version:
        return view_json(table, game, seat)
    return game.at(version).view(seat).to_json()


@routes.add("GET", "/api/tables/{id}/history")
def history(app: OfflineApp, request: Request, id: str) -> Json:
    table, game = _own_game(app, id)
    after = request.optional_query_number("after")
    rows = TableViews(table, game).rows(tuple(table.seats_of(ME)), -1 if after is None else after)
    return {"version": game.version, "rows": rows[:MAX_ROWS_LISTED]}


@routes.add("GET", "/api/tables/{id}/events")
def events(app: OfflineApp, request: Request, id: str) -> Json:
    return {"events": [event.to_json() for event in app.table(id).session.table.events]}


@routes.add("POST", "/api/tables/{id}/preview")
def preview(app: OfflineApp, request: Request, id: str) -> Json:
    table, game = _own_game(app, id)
    seat = request.field("seat", int)
    table.own_seat(seat, ME)
    explanations.require_turn(game, seat)
    out = game.preview(request.field("moves", list))
    made = [event.to_json() for event in out.events]
    return {"made": out.made, "stopped": out.stopped, "view": out.view.to_json(), "events": made}


@routes.add("POST", "/api/tables/{id}/forecast")
def forecast(app: OfflineApp, request: Request, id: str) -> Json:
    _, game = _own_game(app, id)
    plants = request.optional("plants", list)
    cities = request.optional("cities", int)
    wish = (plants, request.optional("buy", dict) or {}, cities, request.body.get("card"))
    return dict(game.forecast(request.field("seat", int), *wish).to_json())


@routes.add("POST", "/api/tables/{id}/prices")
def prices(app: OfflineApp, request: Request, id: str) -> Json:
    table, game = _own_game(app, id)
    seat, moves = request.field("seat", int), request.field("moves", list)
    if moves:
        table.own_seat(seat, ME)
    return {"version": game.version, **game.prices(seat, moves).to_json()}


@routes.add("POST", "/api/tables/{id}/moves")
def submit_moves(app: OfflineApp, request: Request, id: str) -> Json:
    seat, moves, version = request.field("seat", int), request.field("moves", list), request.field("version", int)

    def move(opened: SavedTable, now: int) -> Change:
        opened.session.require_player(ME, seat)
        return opened.session.submit_moves(seat, moves, version, now)

    return app.act(id, request, move)


@routes.add("POST", "/api/tables/{id}/undo")
def undo(app: OfflineApp, request: Request, id: str) -> Json:
    seat, version = request.field("seat", int), request.field("version", int)

    def back(opened: SavedTable, now: int) -> Change:
        opened.session.require_player(ME, seat)
        return opened.session.undo(seat, version, now)

    return app.act(id, request, back)


@routes.add("GET", "/api/tables/{id}/undo")
def why_no_undo(app: OfflineApp, request: Request, id: str) -> Json:
    table, game = _own_game(app, id)
    seat = request.query_number("seat")
    table.own_seat(seat, ME)
    return explanations.no_undo_json(table, game, seat, request.language)


@routes.add("GET", "/api/tables/{id}/refused-moves")
def refused_moves(app: OfflineApp, request: Request, id: str) -> Json:
    table, game = _own_game(app, id)
    seat = request.query_number("seat")
    table.own_seat(seat, ME)
    explanations.require_turn(game, seat)
    return explanations.refused_moves_json(table, game, request.language)


@routes.add("GET", "/api/tables/{id}/ranking")
def ranking(app: OfflineApp, request: Request, id: str) -> Json:
    return explanations.ranking_json(*_own_game(app, id), request.language)


@routes.add("GET", "/api/tables/{id}/times")
def times(app: OfflineApp, request: Request, id: str) -> Json:
    opened = app.table(id)
    opened.session.table.require_state(FINISHED)
    people = [seat.seat for seat in opened.session.table.seats if seat.kind == PERSON]
    return {"players": [one.to_json() for one in move_times(opened.times, people)]}


# --- hints, chances and reviews ------------------------------------------------------------------------------------


def _kind(game: Game) -> tuple[str, str, int]:
    return game.edition, game.map, game.players


@routes.add("GET", "/api/tables/{id}/advice")
def hint_levels(app: OfflineApp, request: Request, id: str) -> Json:
    table, game = _own_game(app, id)
    kind = _kind(game)
    return {"levels": levels_for(*kind), "level": default_level(*kind), "advised": table.advised()}


@routes.add("POST", "/api/tables/{id}/advice")
def hint(app: OfflineApp, request: Request, id: str) -> Json:
    table, game = _own_game(app, id)
    seat = request.field("seat", int)
    table.own_seat(seat, ME)
    hints.require_hints(table, ME)
    explanations.require_turn(game, seat)
    if game.decision is None:
        raise Conflict(facts={"state": table.state}, case="wrong-state")
    level = request.optional("level", str) or default_level(*_kind(game))
    _require_bot(level)
    return {"version": game.version, **advise(game.view(seat), request.language, level).to_json()}


@routes.add("POST", "/api/tables/{id}/seats/{seat}/advice")
def agree_to_hints(app: OfflineApp, request: Request, id: str, seat: str) -> Json:
    agree = request.field("agree", bool)
    return app.update(id, lambda table: hints.set_hint_consent(table, _number(seat), ME, agree)).to_json(ME)


@routes.add("GET", "/api/tables/{id}/reasons")
def reasons(app: OfflineApp, request: Request, id: str) -> Json:
    table, game = _own_game(app, id)
    row, bot = hints.reasoned_move(table, game, ME, request.query_number("version"))
    seen = hints.reasoned_view(table, game.at(row.version - 1), row, _seat_of(app, request, table))
    seed = app.bot_seed(app.table(id), row.seat, row.version - 1)
    return hints.reason_json(row, advise(seen, request.language, bot, seed, chosen=True).to_json())


@routes.add("GET", "/api/tables/{id}/chances")
def chances(app: OfflineApp, request: Request, id: str) -> Json:
    table, game = _own_game(app, id)
    eyes, over = _seat_of(app, request, table), table.state == FINISHED
    if not over:
        reviews.require_single_person(table, ME)
    reviews.require_net(table)
    asked = request.optional_query_number("version")
    version = game.version if asked is None else asked
    then = game if version == game.version else game.at(version)
    found = view_chances(reviews.open_view(then) if over else then.view(eyes))
    return {"version": version, "chances": [round(one, CHANCE_DIGITS) for one in found]}


@routes.add("GET", "/api/tables/{id}/review")
def review(app: OfflineApp, request: Request, id: str) -> Json:
    table, _ = _own_game(app, id)
    seat = request.query_number("seat")
    reviews.require_reviewable(table, seat)
    found = app.review(id, seat)
    found.advance()
    progress = {"ready": found.ready, "done": found.done, "of": found.total}
    return {**progress, **reviews.review_json(table, seat, found.curve, found.choices, request.language)}


# --- records -------------------------------------------------------------------------------------------------------


@routes.add("GET", "/api/tables/{id}/record")
def export(app: OfflineApp, request: Request, id: str) -> Json:
    return app.table(id).session.record()


@routes.add("POST", "/api/records")
def import_record(app: OfflineApp, request: Request) -> Json:
    game = parse_record(dict(request.body))
    if game.decision is not None:
        raise BadInput("the game of this record is not over: only finished games can be taken in")
    regions = game.header.get("setup", {}).get("regions", "random")
    settings = TableSettings(game.edition, game.map, game.players, regions, dict(game.options))
    seats = [Seat(number, OPEN) for number in range(settings.players)]
    for number, name in settings.automatic().items():
        seats[number].give_to_rules(name)
    table = Table(new_id(), new_code(), settings, seats, host=ME, imported=True)
    table.commitment = game.header.get("commitment")
    table.update_from_game(game)
    return _seated(app.add(table, game).session.table)


# --- lessons and puzzles -------------------------------------------------------------------------------------------


@routes.add("GET", "/api/lessons")
def lessons(app: OfflineApp, request: Request) -> Json:
    states = {id: "done" if one["done"] else "begun" for id, one in app.me["lessons"].items()}
    return practice.lessons_json(request.language, states)


@routes.add("POST", "/api/lessons/{lesson}")
def begin_lesson(app: OfflineApp, request: Request, lesson: str) -> Json:
    found = practice.find_lesson(lesson)
    known = app.me["lessons"].get(lesson, {"table": None, "done": False})
    table: str | None = known["table"]
    if table is not None:
        try:
            running = app.table(table).session.table.state == RUNNING
        except StromnetzError:
            running = False
        if request.optional("again", bool) or not running:
            app.remove(table)
            table = None
    if table is None:
        table = app.add(*practice.open_lesson(found, ME, app.name(request.language))).session.table.id
        app.me["lessons"][lesson] = {**known, "table": table}
        app.save_me()
    return {"table": table}


def _lesson_at(app: OfflineApp, id: str) -> tuple[Table, Any, Game, Any]:
    table, game = _own_game(app, id)
    if table.settings.lesson is None:
        raise Conflict(case="not-a-lesson")
    lesson = practice.find_lesson(table.settings.lesson)
    return table, lesson, game, progress_of(lesson, game)


@routes.add("GET", "/api/tables/{id}/lesson")
def lesson_state(app: OfflineApp, request: Request, id: str) -> Json:
    return practice.lesson_json(*_lesson_at(app, id), request.language)


@routes.add("POST", "/api/tables/{id}/lesson/back")
def undo_step(app: OfflineApp, request: Request, id: str) -> Json:
    *_, at = _lesson_at(app, id)
    version = request.field("version", int)
    return app.act(id, request, lambda opened, now: opened.session.rewind_lesson(at.since, version, now))


@routes.add("POST", "/api/tables/{id}/lesson/done")
def finish_lesson(app: OfflineApp, request: Request, id: str) -> Json:
    _, lesson, _, at = _lesson_at(app, id)
    if at.done:
        app.me["lessons"].setdefault(lesson.id, {"table": id})["done"] = True
        app.save_me()
    return {"done": at.done}


@routes.add("GET", "/api/puzzles")
def puzzles(app: OfflineApp, request: Request) -> Json:
    day = request.query.get("day")
    try:
        today = datetime.fromtimestamp(app.now() / 1000, UTC).date() if day is None else date.fromisoformat(day)
    except ValueError:
        raise BadInput(f"'day' must be a date such as 2026-01-31, not {day!r}") from None
    return practice.puzzles_json(today)


@routes.add("GET", "/api/puzzles/{puzzle}")
def puzzle(app: OfflineApp, request: Request, puzzle: str) -> Json:
    return practice.puzzle_json(practice.find_puzzle(puzzle), request.language)


@routes.add("POST", "/api/puzzles/{puzzle}/answer")
def answer_puzzle(app: OfflineApp, request: Request, puzzle: str) -> Json:
    return practice.puzzle_answer_json(practice.find_puzzle(puzzle), request.field("choice", int), request.language)


@routes.add("POST", "/api/puzzles/{puzzle}/table")
def puzzle_table(app: OfflineApp, request: Request, puzzle: str) -> Json:
    bot = request.field("bot", str)
    _require_bot(bot)
    table, game, _ = practice.open_puzzle(practice.find_puzzle(puzzle), bot, ME, app.name(request.language))
    return {"table": app.add(table, game).session.table.id}
