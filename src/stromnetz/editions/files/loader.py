"""Loading editions, maps and promo cards from TOML files. An edition is merged over the one that it extends.

Files are read and checked when they are first needed. A file with problems has its own error (``BadData``), which
``broken`` returns; all other files keep working.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from importlib.resources.abc import Traversable

from stromnetz.editions.map_capacity import why_too_small
from stromnetz.engine.board import Board
from stromnetz.engine.errors import BadInput, short_repr

from . import checks, file_schemas, folders, plugins
from .extension_points import Effect, Variant
from .folders import edition_folders as _folders
from .folders import id_problems, read_toml, report, toml_files
from .schema import BadData, Data, Problem, Shape, Table, nearest


def add_folder(folder: Traversable) -> None:
    """Add a folder with the layout of ``editions``: ``maps/``, ``promo/``, editions with their code.

    Call it before the first game: results computed from files are not updated. Calling it again reads the files again.
    """
    if folder not in folders.FOLDERS:
        folders.FOLDERS.append(folder)
    kept = (_folders, folders.roots, folders.raw_edition, _own_edition, _edition, _map_files, _map, _card_files, _card)
    own = (promo_effects, _effect, folder_variants, _words_of_variant)
    for loaded in (*kept, *own, all_editions, all_maps, promo_cards, board, players_on):
        loaded.cache_clear()
    plugins.unload_added_folders()
    plugins.load_rules()


# --- editions --------------------------------------------------------------------------------------------------------


@cache
def _own_edition(id: str) -> Data | BadData:
    """Return an edition's own data, checked against the schemas, with its cards as ``cards``."""
    folder = _folders()[id]
    try:
        return _own_data(id, folder)
    except BadData as error:
        return error


def _own_data(id: str, folder: Traversable) -> Data:
    name, file = f"{folder.name}/edition.toml", folders.raw_edition(id)
    if isinstance(file, BadData):
        raise file
    data = dict(file)
    cards, own = folder.joinpath("cards.toml"), plugins.own_module(id, "data")
    if own is not None:
        shape: Shape = own.EDITION
    else:
        shape = file_schemas.EXTENSION_SCHEMA if "extends" in data else file_schemas.EDITION_SCHEMA
    report(name, list(shape.problems(data, "")))
    report(name, id_problems(data, id))
    data["words"] = own_words(folder, data.get("words", {}))
    for key in ("code", "vocabulary"):  # these are for code that loads files, not part of the game
        data.pop(key, None)
    if own is not None:
        own.complete(data, folder)
    elif cards.is_file() or "extends" not in data:
        data["cards"] = read_toml(cards, f"{folder.name}/cards.toml", file_schemas.CARDS_SCHEMA)
    data["cards"] = {"plants": [], "special": [], **data.get("cards", {})}
    return data


def own_words(folder: Traversable, said: Data) -> Data:
    """Return the words of an edition by language, from ``edition.toml`` and the files in its folder ``words``."""
    out = dict(said)
    for language in file_schemas.LANGUAGES:
        file = folder.joinpath("words", f"{language}.toml")
        if file.is_file():
            out[language] = _merge_words(
                read_toml(file, f"{folder.name}/words/{language}.toml", file_schemas.SENTENCES_SCHEMA),
                out.get(language, {}),
            )
    return out


def _merge_words(under: Data, over: Data) -> Data:
    """Merge sections of words."""
    return {key: {**under.get(key, {}), **over.get(key, {})} for key in dict.fromkeys([*under, *over])}


def _maps_for(edition: str) -> list[str]:
    """Return the maps that name an edition in their own file."""
    return [id for id in _map_files() if isinstance(t := _map(id), dict) and edition in t.get("editions", [])]


@cache
def _edition(id: str) -> Data | BadData:
    try:
        return _merged_edition(id, ())
    except BadData as error:
        return error


def _merged_edition(id: str, above: tuple[str, ...]) -> Data:
    """Return an edition merged over the one that it extends, and checked as a whole."""
    folder = _folders()[id]
    name = f"{folder.name}/edition.toml"
    data = _own_edition(id)
    if isinstance(data, BadData):
        raise data
    if "extends" in data:
        base = data["extends"]
        if base not in _folders():
            report(name, [("extends", f"there is no edition {base!r}; {nearest(base, set(_folders()) - {id})}")])
        if base in (id, *above):
            report(name, [("extends", "goes round in a circle; one of them must stand for itself")])
        try:
            under = _merged_edition(base, (id, *above))
        except BadData as error:
            raise BadData(name, [("extends", f"{base!r} cannot be used ({error.message})")]) from None
        report(name, list(checks.overlay_problems(data, under)))
        data = _merge_editions(under, data)
    elif "rules" not in plugins.code_files(id):
        report(name, [("extends", "is missing: an edition without a rules.py of its own extends another")])
    plugins.own_module(id, "rules")
    report(f"{folder.name}/{_cards_file(id)}", list(checks.card_problems(data)))
    report(name, [*checks.edition_problems(data), *_module_problems(id, data)])
    data = {**data, "maps": list(dict.fromkeys([*data["maps"], *_maps_for(id)]))}
    return {**data, "maps": _playable(data, name)}


def _cards_file(id: str) -> str:
    """Return the name of the file with the edition's cards."""
    data = plugins.edition_module(id, "data")
    return "cards.toml" if data is None else str(data.CARDS_FILE)


def _module_problems(id: str, data: Data) -> Iterator[Problem]:
    """Check that the modules exist: shared ones, those of the edition's folder, and promo cards."""
    for key in ("modules", "modules_for_two"):
        for name in data.get(key, []):
            module = plugins.game_module(id, name)
            if module is not None:
                if module.READS not in data:
                    yield key, f"{name!r} needs the table [{module.READS}]"
            elif name not in _card_files():
                yield key, f"there is no module {name!r}; {nearest(name, [*plugins.game_modules(id), *_card_files()])}"
            elif isinstance(error := _card(name), BadData):
                yield key, f"{name!r} cannot be used ({error.message})"


def _playable(data: Data, name: str) -> list[str]:
    """Return the maps of an edition that are valid; invalid ones have their own errors."""
    own = data.get("own_map", {}).get("id")
    for id in data["maps"]:
        if id != own and id not in _map_files():
            report(name, [("maps", f"there is no map {id!r}; {nearest(id, _map_files())}")])
    out = [id for id in data["maps"] if id == own or (isinstance(_map(id), dict) and not _too_small(data, id))]
    if not out:
        report(name, [("maps", "none of its maps can be used")])
    return out


def _too_small(data: Data, map: str) -> str | None:
    """Return why an edition cannot be played on a map by any number of players; None if it can."""
    lost = [region for region in data.get("always_regions", []) if region not in board(map).region_ids]
    if lost:
        return f"{data['id']} is always played in {', '.join(lost)}, which it has not"
    reasons = []
    for row in data["players"]:
        reason = why_too_small(board(map), row, data.get("always_regions", []), row["end"])
        if reason is None:
            return None
        reasons.append(reason)
    return f"too small for {data['id']}: {reasons[0]}"


def _merge_editions(base: Data, data: Data) -> Data:
    """Merge an edition's data over its base: tables by key, lists of cards joined, everything else replaced."""
    out = {**base, **data}
    out["cards"] = {key: [*base["cards"].get(key, []), *data["cards"].get(key, [])] for key in ("plants", "special")}
    words, below = data["words"], base["words"]
    out["words"] = {
        key: _merge_words(below.get(key, {}), words.get(key, {})) for key in dict.fromkeys([*below, *words])
    }
    fuels: list[Data] = data["fuels"] if "fuels" in data else base["fuels"]
    out["fuels"] = [
        {
            **fuel,
            "refill": {**fuel["refill"], **data.get("refill", {}).get(fuel["id"], {})},
            "name": {**fuel["name"], **data.get("fuel_names", {}).get(fuel["id"], {})},
            "start": data.get("start", {}).get(fuel["id"], fuel["start"]),
        }
        for fuel in fuels
    ]
    return out


@cache
def all_editions() -> dict[str, Data]:
    """Return all valid editions by id, each merged over its base, with its cards as ``cards``."""
    return {id: data for id in _folders() if isinstance(data := _edition(id), dict)}


def edition_data(id: str) -> Data:
    if id not in _folders():
        known = ", ".join(all_editions())
        raise BadInput(f"there is no edition {short_repr(id)}; the editions are {known}", {"edition": short_repr(id)})
    data = _edition(id)
    if isinstance(data, BadData):
        raise data
    return data


# --- maps ------------------------------------------------------------------------------------------------------------


@cache
def _map_files() -> dict[str, Traversable]:
    return toml_files("maps")


@cache
def _map(id: str) -> Data | BadData:
    name = f"maps/{id}.toml"
    try:
        data = read_toml(_map_files()[id], name, file_schemas.MAP_SCHEMA)
        report(name, [*id_problems(data, id), *checks.map_problems(data), *checks.map_file_problems(data, _folders())])
    except BadData as error:
        return error
    # the drawing is only for web/maps
    return {key: value for key, value in data.items() if key in file_schemas.MAP_SCHEMA.fields and key != "drawing"}


@cache
def all_maps() -> dict[str, Data]:
    """Return all valid maps by id."""
    out: dict[str, Data] = {t["own_map"]["id"]: t["own_map"] for t in all_editions().values() if "own_map" in t}
    return {**out, **{id: data for id in _map_files() if isinstance(data := _map(id), dict)}}


@cache
def board(id: str) -> Board:
    data = _map(id) if id in _map_files() else all_maps()[id]
    if isinstance(data, BadData):
        raise data
    regions = [r["id"] for r in data["regions"]]
    cities = list(data["cities"])
    index = {c: i for i, c in enumerate(cities)}
    return Board(
        id,
        regions,
        [(c, regions.index(data["cities"][c]["region"])) for c in cities],
        # where tiles are laid, connections have no printed cost
        [(index[a], index[b], cost[0] if cost else 0) for a, b, *cost in data["connections"]],
    )


@cache
def players_on(edition: str, map: str, short: bool = False) -> dict[int, str | None]:
    """Return for each number of players None if they can play on this map, otherwise the reason."""
    data = edition_data(edition)
    always = data.get("always_regions", [])
    ends = {row["count"]: data["short"]["end"] if short else row["end"] for row in data["players"]}
    return {row["count"]: why_too_small(board(map), row, always, ends[row["count"]]) for row in data["players"]}


# --- promo cards -----------------------------------------------------------------------------------------------------


@cache
def _card_files() -> dict[str, Traversable]:
    return toml_files("promo", "cards")


@cache
def _card(id: str) -> Data | BadData:
    try:
        return read_card(_card_files()[id])
    except BadData as error:
        return error


@cache
def promo_effects() -> dict[str, Effect]:
    """Return the effects of promo cards by their key in card files, in the order in which they are added."""
    out = {name: effect for name in _effect_files() if isinstance(effect := _effect(name), Effect)}
    return dict(sorted(out.items(), key=lambda pair: (pair[1].order, pair[0])))


def _effect_files() -> dict[str, tuple[Traversable, Traversable]]:
    return {name: file for name, file in folders.find_files(".py", "promo", "effects").items() if name[0] != "_"}


@cache
def _effect(name: str) -> Effect | BadData:
    root, file = _effect_files()[name]
    try:
        return plugins.load_effect(root, file.name)
    except BadData as error:
        return error


def card_schema() -> Table:
    """Return the schema of card files, with the effects that exist."""
    return file_schemas.promo_card_schema({key: effect.field() for key, effect in promo_effects().items()})


def read_card(file: Traversable) -> Data:
    """Read a card: its id, its names, a sentence about it, and exactly one effect."""
    name = f"promo/cards/{file.name}"
    data = read_toml(file, name, card_schema())
    report(name, id_problems(data, file.name.removesuffix(".toml")))
    return data


@cache
def promo_cards() -> dict[str, Data]:
    """Return all valid promo cards by id. Tests may add cards to this dictionary."""
    return {id: data for id in sorted(_card_files()) if isinstance(data := _card(id), dict)}


def missing_fuels(card: Data, edition: Data) -> list[str]:
    """Return the fuels that a promo card needs and an edition lacks."""
    fuels = [fuel for key, effect in promo_effects().items() if key in card for fuel in effect.fuels(card[key])]
    return [fuel for fuel in fuels if fuel not in [one["id"] for one in edition["fuels"]]]


def edition_words(edition: str, language: str) -> Data:
    """Return the words of an edition and of the promo cards that it can be played with, by section."""
    data = edition_data(edition)
    out: Data = {}
    for card in promo_cards().values() if data.get("promo") else ():
        out = _merge_words(card.get("words", {}).get(language, {}), out)
    return _merge_words(out, data["words"].get(language, {}))


# --- variants that folders bring -------------------------------------------------------------------------------------


@cache
def folder_variants() -> dict[str, Variant | BadData]:
    """Return the variants in folders, by folder name."""
    out: dict[str, Variant | BadData] = {}
    for name, (root, folder) in plugins.variant_folders().items():
        try:
            out[name] = plugins.load_variant(root, folder)
        except BadData as error:
            out[name] = error
    return out


def edition_variants(edition: str) -> dict[str, Variant]:
    """Return the variants that an edition can be played with, by folder name."""
    data = edition_data(edition)
    good = {name: variant for name, variant in folder_variants().items() if isinstance(variant, Variant)}
    return {name: variant for name, variant in good.items() if variant.supports(data)}


@cache
def _words_of_variant(folder: str) -> Data:
    return own_words(plugins.variant_folders()[folder][1], {})


def variant_words(edition: str, language: str) -> Data:
    """Return the words of an edition's variants by section. An edition's own words take precedence."""
    out: Data = {}
    for folder in edition_variants(edition):
        out = _merge_words(_words_of_variant(folder).get(language, {}), out)
    return out


# --- what is wrong ---------------------------------------------------------------------------------------------------


def broken() -> list[BadData]:
    """Return an error for each edition, map and promo card that cannot be used."""
    found: list[object] = [*map(_edition, _folders()), *map(_map, _map_files()), *folder_variants().values()]
    found += [_card(id) for id in _card_files()]
    found += [error for name in _effect_files() if isinstance(error := _effect(name), BadData)]
    out = [*folders.missing_folders(), *folders.duplicates()]
    out += [error for error in found if isinstance(error, BadData)]
    for data in all_editions().values():
        own = _own_edition(data["id"])
        listed = own.get("maps", []) if isinstance(own, dict) else []
        for id in dict.fromkeys([*listed, *_maps_for(data["id"])]):
            reason = _too_small(data, id) if id not in data["maps"] and isinstance(_map(id), dict) else None
            if reason is not None:
                out.append(BadData(f"maps/{id}.toml", [("regions", reason)]))
    takers = [data for data in all_editions().values() if data.get("promo")]
    for id, card in promo_cards().items() if takers else ():
        lost = min((missing_fuels(card, data) for data in takers), key=len)
        for fuel in lost:
            known = [one["id"] for one in takers[0]["fuels"]]
            problem = f"there is no fuel {fuel!r} in an edition with promo cards; {nearest(fuel, known)}"
            out.append(BadData(f"promo/cards/{id}.toml", [("fuels", problem)]))
    return out
