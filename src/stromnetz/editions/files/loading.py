"""Reading the editions' tables: TOML files beside this module, an edition laid over the one it extends.

A file is read and checked when something of it is first asked for. What is wrong with it is its own error
(``BadData``), kept and told by ``broken``; all others go on working.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from importlib.resources.abc import Traversable

from stromnetz.editions.areas import obstacle
from stromnetz.engine.board import Board
from stromnetz.engine.errors import BadInput, shown

from . import checks, code, folders, formats, formats_edition
from .effects import Effect
from .folders import Table, read, report, same_name, toml_files
from .folders import edition_folders as _folders
from .schema import BadData, Problem, Shape, nearest
from .schema import Table as PromoShape


def add_folder(folder: Traversable) -> None:
    """Take more files from a folder that is laid out like this one: ``maps/``, ``promo/``, editions with their code.

    Before the first game of a program: what was made of the files by then stays as it is. Calling it again reads the
    files again.
    """
    if folder not in folders.FOLDERS:
        folders.FOLDERS.append(folder)
    kept = (_folders, folders.roots, folders.written, _own, _edition, _map_files, _map, _card_files, _card)
    for loaded in (*kept, edition_tables, map_tables, promo_cards, promo_effects, _effect, board, players_on):
        loaded.cache_clear()
    code.forget()
    code.load_rules()


# --- editions --------------------------------------------------------------------------------------------------------


@cache
def _own(id: str) -> Table | BadData:
    """What an edition's own files say, each of its shape, with its cards under the key ``cards``."""
    folder = _folders()[id]
    try:
        return _own_table(id, folder)
    except BadData as error:
        return error


def _own_table(id: str, folder: Traversable) -> Table:
    name, file = f"{folder.name}/edition.toml", folders.written(id)
    if isinstance(file, BadData):
        raise file
    table = dict(file)
    cards, data = folder.joinpath("cards.toml"), code.own(id, "data")
    if data is not None:
        shape: Shape = data.EDITION
    else:
        shape = formats_edition.EXTENSION if "extends" in table else formats_edition.EDITION
    report(name, list(shape.problems(table, "")))
    report(name, same_name(table, id))
    table["words"] = own_words(folder, table.get("words", {}))
    for key in ("code", "vocabulary"):  # for those who load and check its code, no part of the game
        table.pop(key, None)
    if data is not None:
        data.complete(table, folder)
    elif cards.is_file() or "extends" not in table:
        table["cards"] = read(cards, f"{folder.name}/cards.toml", formats.CARDS)
    table["cards"] = {"plants": [], "special": [], **table.get("cards", {})}
    if "maps" in table:
        table["maps"] = [*table["maps"], *(m for m in _maps_for(id) if m not in table["maps"])]
    return table


def own_words(folder: Traversable, said: Table) -> Table:
    """The words of an edition by language: of ``edition.toml``, and of the files in its folder ``words``."""
    out = dict(said)
    for language in formats.LANGUAGES:
        file = folder.joinpath("words", f"{language}.toml")
        if file.is_file():
            out[language] = _joined(
                read(file, f"{folder.name}/words/{language}.toml", formats.SENTENCES), out.get(language, {})
            )
    return out


def _joined(under: Table, over: Table) -> Table:
    """Sections of words, one over the other."""
    return {key: {**under.get(key, {}), **over.get(key, {})} for key in dict.fromkeys([*under, *over])}


def _maps_for(edition: str) -> list[str]:
    """The maps that name an edition themselves."""
    return [id for id in _map_files() if isinstance(t := _map(id), dict) and edition in t.get("editions", [])]


@cache
def _edition(id: str) -> Table | BadData:
    try:
        return _whole(id, ())
    except BadData as error:
        return error


def _whole(id: str, above: tuple[str, ...]) -> Table:
    """An edition laid over the one it extends, checked as a whole."""
    folder = _folders()[id]
    name = f"{folder.name}/edition.toml"
    table = _own(id)
    if isinstance(table, BadData):
        raise table
    if "extends" in table:
        base = table["extends"]
        if base not in _folders():
            report(name, [("extends", f"there is no edition {base!r}; {nearest(base, set(_folders()) - {id})}")])
        if base in (id, *above):
            report(name, [("extends", "goes round in a circle; one of them must stand for itself")])
        try:
            under = _whole(base, (id, *above))
        except BadData as error:
            raise BadData(name, [("extends", f"{base!r} cannot be used ({error.message})")]) from None
        report(name, list(checks.overlay_problems(table, under)))
        table = _over(under, table)
    elif "rules" not in code.names(id):
        report(name, [("extends", "is missing: an edition without a rules.py of its own extends another")])
    code.own(id, "rules")
    report(f"{folder.name}/{_cards_file(id)}", list(checks.card_problems(table)))
    report(name, [*checks.edition_problems(table), *_module_problems(id, table)])
    return {**table, "maps": _playable(table, name)}


def _cards_file(id: str) -> str:
    """Where an edition has its cards."""
    data = code.module(id, "data")
    return "cards.toml" if data is None else str(data.CARDS_FILE)


def _module_problems(id: str, table: Table) -> Iterator[Problem]:
    """Modules are code that all share or that lies in the edition's folder; the module of a promo card is the card."""
    for key in ("modules", "modules_for_two"):
        for name in table.get(key, []):
            module = code.game_module(id, name)
            if module is not None:
                if module.READS not in table:
                    yield key, f"{name!r} needs the table [{module.READS}]"
            elif name not in _card_files():
                yield key, f"there is no module {name!r}; {nearest(name, [*code.game_modules(id), *_card_files()])}"
            elif isinstance(error := _card(name), BadData):
                yield key, f"{name!r} cannot be used ({error.message})"


def _playable(table: Table, name: str) -> list[str]:
    """The maps of an edition that are whole; that others are broken is told by their own files."""
    own = table.get("own_map", {}).get("id")
    for id in table["maps"]:
        if id != own and id not in _map_files():
            report(name, [("maps", f"there is no map {id!r}; {nearest(id, _map_files())}")])
    out = [id for id in table["maps"] if id == own or (isinstance(_map(id), dict) and not _too_small(table, id))]
    if not out:
        report(name, [("maps", "none of its maps can be used")])
    return out


def _too_small(table: Table, map: str) -> str | None:
    """Why nobody can play an edition on a map; None where somebody can."""
    lost = [region for region in table.get("always_regions", []) if region not in board(map).region_ids]
    if lost:
        return f"{table['id']} is always played in {', '.join(lost)}, which it has not"
    reasons = []
    for row in table["players"]:
        reason = obstacle(board(map), row, table.get("always_regions", []), row["end"])
        if reason is None:
            return None
        reasons.append(reason)
    return f"too small for {table['id']}: {reasons[0]}"


def _over(base: Table, table: Table) -> Table:
    """One edition's table over another's: tables are merged, lists of cards joined, everything else replaced."""
    out = {**base, **table}
    out["cards"] = {key: [*base["cards"].get(key, []), *table["cards"].get(key, [])] for key in ("plants", "special")}
    words, below = table["words"], base["words"]
    out["words"] = {key: _joined(below.get(key, {}), words.get(key, {})) for key in dict.fromkeys([*below, *words])}
    fuels: list[Table] = table["fuels"] if "fuels" in table else base["fuels"]
    out["fuels"] = [
        {
            **fuel,
            "refill": {**fuel["refill"], **table.get("refill", {}).get(fuel["id"], {})},
            "name": {**fuel["name"], **table.get("fuel_names", {}).get(fuel["id"], {})},
            "start": table.get("start", {}).get(fuel["id"], fuel["start"]),
        }
        for fuel in fuels
    ]
    return out


@cache
def edition_tables() -> dict[str, Table]:
    """All editions that can be played by id, each laid over the one it extends, with its cards under ``cards``."""
    return {id: table for id in _folders() if isinstance(table := _edition(id), dict)}


def edition_table(id: str) -> Table:
    if id not in _folders():
        known = ", ".join(edition_tables())
        raise BadInput(f"there is no edition {shown(id)}; the editions are {known}", {"edition": shown(id)})
    table = _edition(id)
    if isinstance(table, BadData):
        raise table
    return table


# --- maps ------------------------------------------------------------------------------------------------------------


@cache
def _map_files() -> dict[str, Traversable]:
    return toml_files("maps")


@cache
def _map(id: str) -> Table | BadData:
    name = f"maps/{id}.toml"
    try:
        table = read(_map_files()[id], name, formats.MAP)
        report(name, [*same_name(table, id), *checks.map_problems(table)])
    except BadData as error:
        return error
    table.pop("drawing", None)  # for those who draw it (web/maps)
    return table


@cache
def map_tables() -> dict[str, Table]:
    """All maps that can be played on by id."""
    out: dict[str, Table] = {t["own_map"]["id"]: t["own_map"] for t in edition_tables().values() if "own_map" in t}
    return {**out, **{id: table for id in _map_files() if isinstance(table := _map(id), dict)}}


@cache
def board(id: str) -> Board:
    found = _map(id) if id in _map_files() else map_tables()[id]
    if isinstance(found, BadData):
        raise found
    table = found
    regions = [r["id"] for r in table["regions"]]
    cities = list(table["cities"])
    index = {c: i for i, c in enumerate(cities)}
    return Board(
        id,
        regions,
        [(c, regions.index(table["cities"][c]["region"])) for c in cities],
        # where tiles are laid on the connections nothing is printed there
        [(index[a], index[b], cost[0] if cost else 0) for a, b, *cost in table["connections"]],
    )


@cache
def players_on(edition: str, map: str, short: bool = False) -> dict[int, str | None]:
    """By number of players: None where they can play on this map, else why not."""
    table = edition_table(edition)
    always = table.get("always_regions", [])
    ends = {row["count"]: table["short"]["end"] if short else row["end"] for row in table["players"]}
    return {row["count"]: obstacle(board(map), row, always, ends[row["count"]]) for row in table["players"]}


# --- promo cards -----------------------------------------------------------------------------------------------------


@cache
def _card_files() -> dict[str, Traversable]:
    return toml_files("promo", "cards")


@cache
def _card(id: str) -> Table | BadData:
    try:
        return read_card(_card_files()[id])
    except BadData as error:
        return error


@cache
def promo_effects() -> dict[str, Effect]:
    """The effects that promo cards can have, by the key that their files use, in the order in which they are added."""
    out = {name: effect for name in _effect_files() if isinstance(effect := _effect(name), Effect)}
    return dict(sorted(out.items(), key=lambda pair: (pair[1].order, pair[0])))


def _effect_files() -> dict[str, tuple[Traversable, Traversable]]:
    return {name: file for name, file in folders.found(".py", "promo", "effects").items() if name[0] != "_"}


@cache
def _effect(name: str) -> Effect | BadData:
    root, file = _effect_files()[name]
    try:
        return code.effect(root, file.name)
    except BadData as error:
        return error


def card_shape() -> PromoShape:
    """The shape of a card's file: with one of the effects that there are."""
    return formats.promo({key: effect.field() for key, effect in promo_effects().items()})


def read_card(file: Traversable) -> Table:
    """The data of one card: its id, its names, a sentence about it, and exactly one effect."""
    name = f"promo/cards/{file.name}"
    table = read(file, name, card_shape())
    report(name, same_name(table, file.name.removesuffix(".toml")))
    return table


@cache
def promo_cards() -> dict[str, Table]:
    """All promo cards that can be played by id. (A dict: a card from elsewhere can be put into it.)"""
    return {id: table for id in sorted(_card_files()) if isinstance(table := _card(id), dict)}


def lacking(card: Table, edition: Table) -> list[str]:
    """The fuels of a promo card that an edition has not: such a card cannot be added to it."""
    fuels = [fuel for key, effect in promo_effects().items() if key in card for fuel in effect.fuels(card[key])]
    return [fuel for fuel in fuels if fuel not in [one["id"] for one in edition["fuels"]]]


def words_of(edition: str, language: str) -> Table:
    """What an edition and the promo cards it takes say in words of their own, by section."""
    table = edition_table(edition)
    out: Table = {}
    for card in promo_cards().values() if table.get("promo") else ():
        out = _joined(card.get("words", {}).get(language, {}), out)
    return _joined(out, table["words"].get(language, {}))


# --- what is wrong ---------------------------------------------------------------------------------------------------


def broken() -> list[BadData]:
    """The editions, maps and promo cards that cannot be used, and why."""
    found = [_edition(id) for id in _folders()] + [_map(id) for id in _map_files()]
    found += [_card(id) for id in _card_files()]
    found += [error for name in _effect_files() if isinstance(error := _effect(name), BadData)]
    out = [*folders.missing(), *(error for error in found if isinstance(error, BadData))]
    for table in edition_tables().values():
        own = _own(table["id"])
        for id in own.get("maps", []) if isinstance(own, dict) else []:
            reason = _too_small(table, id) if id not in table["maps"] and isinstance(_map(id), dict) else None
            if reason is not None:
                out.append(BadData(f"maps/{id}.toml", [("regions", reason)]))
    takers = [table for table in edition_tables().values() if table.get("promo")]
    for id, card in promo_cards().items() if takers else ():
        lost = min((lacking(card, table) for table in takers), key=len)
        for fuel in lost:
            known = [one["id"] for one in takers[0]["fuels"]]
            problem = f"there is no fuel {fuel!r} in an edition with promo cards; {nearest(fuel, known)}"
            out.append(BadData(f"promo/cards/{id}.toml", [("fuels", problem)]))
    return out
