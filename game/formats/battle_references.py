"""Check cross-references in a battle file: sides, designs, places on the table, names in the script.

The checks read plain data and skip malformed parts, so that they run even if validation by the model has failed.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from functools import partial
from itertools import islice
from pathlib import Path

from game.core.game_files import AnyFiles, FileReport, off_table, pair_of
from game.core.names import brief
from game.core.system import RuleSystem
from game.core.values import Data, Entry, Value
from game.formats.battle_schema import MOST, BattleFile
from game.formats.validation import BadFile, Document, did_you_mean, document, known_words, validate
from game.formats.yaml_source import Steps, mapping
from game.rulebook.book import rulebook

Systems = Mapping[str, RuleSystem]
Designs = Callable[[str], Collection[str]]  # the key of a rule system -> names of the designs it has
BATTLE = "battle"  # the key in `expect: {battle: {turn: 3}}` for the battle as a whole
RESERVED = {
    BATTLE: "A script means the battle as a whole by it: rename this.",
    "none": "Orders mean nobody by it: rename this.",
}


def read_form(path: Path | str, systems: Systems) -> BattleFile:
    """Read a battle file and validate it by the model of its game, without cross-checks. Raises BadFile."""
    doc = document(path)
    battle = validate(doc, battle_model(doc, systems))
    doc.settle()
    assert battle is not None  # without a battle, `settle` would have raised
    return battle


def battle_in(
    doc: Document, model: type[BattleFile], systems: Systems | None = None, designs: Designs | None = None
) -> BattleFile:
    """Return the battle in a document, validated by the model of its game and cross-checked. Raises BadFile with all
    problems of the document, including those found earlier."""
    battle = validate(doc, model)
    check_battle(doc, systems, designs)
    doc.settle()
    if battle is None:
        raise BadFile((doc.problem((), "this is not a battle file"),))
    return battle


def files_of(doc: Document, systems: Systems | None) -> AnyFiles | None:
    """Return the files of the game that a document names, or of the first game if it names none. None if there are no
    games."""
    if not systems:
        return None
    named = mapping(doc.data).get("system")
    return systems[named if isinstance(named, str) and named in systems else next(iter(systems))].files


def battle_model(doc: Document, systems: Systems | None) -> type[BattleFile]:
    """Return the battle model of the game that a document names; without games, the model common to all."""
    files = files_of(doc, systems)
    return files.battle if files else BattleFile


def check_battle(doc: Document, systems: Systems | None = None, designs: Designs | None = None) -> None:
    """Record a problem for every part of the document that contradicts another. None skips the check of systems or
    designs."""
    data = mapping(doc.data)
    if doc.full:  # no further problems would be kept
        return
    system = data.get("system")
    if systems is not None and isinstance(system, str) and system not in systems:
        doc.complain(("system",), f"there is no rule system {brief(system)}", known_words(system, systems))
        designs = None
    files = files_of(doc, systems)
    _check_table(doc, files)
    own = set(mapping(data.get("designs")))
    known = own | set(designs(system)) if designs is not None and isinstance(system, str) else None
    for key, ship in islice(mapping(data.get("ships")).items(), MOST):
        if key in mapping(data.get("sides")):
            hint = "Orders could mean either: rename one."
            doc.complain(("ships", key), f"{brief(key)} is the key of a side too", hint, key=True)
        _check_ship(doc, data, key, mapping(ship), known, files)
    for part in ("ships", "sides"):
        for word, hint in RESERVED.items():
            if word in mapping(data.get(part)):
                doc.complain((part, word), f"'{word}' cannot be the key of one of the {part}", hint, key=True)
    for key, counter in mapping(data.get("counters")).items():
        _check_counter(doc, data, str(key), mapping(counter), files)
    if files is not None:
        files.check(doc)
    _check_script(doc, data)
    _check_branches(doc, data)


def _check_table(doc: Document, files: AnyFiles | None) -> None:
    """Check that the table's size is given in the unit of its game."""
    if files is None:
        return
    why, hint = "this game is not played on hexes", "Say width and height, in MU."
    if files.on_hexes:
        why, hint = "this game is played on hexes", "Say hexes: [columns, rows]."
    for name in _foreign(files):
        if name in mapping(mapping(doc.data).get("table")):
            doc.complain(("table", name), why, hint, key=True)


def _foreign(files: AnyFiles) -> tuple[str, ...]:
    """Return the fields of a table's size that a game does not have."""
    return ("width", "height") if files.on_hexes else ("hexes",)


def _check_ship(
    doc: Document, data: Entry, key: str, ship: Entry, designs: Collection[str] | None, files: AnyFiles | None
) -> None:
    here: Steps = ("ships", key)
    check_name(doc, (*here, "side"), ship.get("side"), mapping(data.get("sides")), "side")
    if designs is not None:
        check_name(doc, (*here, "design"), ship.get("design"), designs, "design")
    _check_place(doc, data, here, ship, files)


def _check_counter(doc: Document, data: Entry, key: str, counter: Entry, files: AnyFiles | None) -> None:
    here: Steps = ("counters", key)
    if key.partition(".")[0] not in mapping(data.get("ships")):
        doc.complain(here, f"there is no ship {brief(key.partition('.')[0])} that it could come from", key=True)
    _check_place(doc, data, here, counter, files)


def _check_place(doc: Document, data: Entry, here: Steps, entry: Entry, files: AnyFiles | None) -> None:
    """Check that everything with a place is on the table."""
    foreign = _foreign(files) if files else ()
    table = {name: value for name, value in mapping(data.get("table", {})).items() if name not in foreign}
    at = pair_of(entry.get("at"))
    if at is not None and (fault := files.off_table(table, entry, at) if files else off_table(table, at)):
        doc.complain((*here, "at"), fault)


def _check_script(doc: Document, data: Entry) -> None:
    """Check that every name in the script is known, and that no more orders are undone than were given."""
    names = _actors(data)
    _check_rule(doc, ("rule",), data.get("rule"))
    given = 0
    for index, line in enumerate(as_list(data.get("script"))):
        line = mapping(line)
        here: Steps = ("script", index)
        for path, name in _actor_references(here, line):
            check_name(doc, path, _ship_of(name), names, "ship or side")
        _check_caption(doc, here, line, mapping(data.get("ships")))
        check_name(doc, (*here, "seat"), line.get("seat"), mapping(data.get("sides")), "side")
        if line.get("seat") and line.get("phase") is not None:
            doc.complain((*here, "seat"), "a caption that stops at a phase shows everything", key=True)
        _check_expected(doc, (*here, "expect"), line.get("expect"), names)
        if "lesson" in line:
            _check_step(doc, here, line, names, mapping(data.get("ships")))
        given += "order" in line
        back = line.get("undo")
        if isinstance(back, int) and not isinstance(back, bool) and back > 0:
            if back > given:
                doc.complain((*here, "undo"), f"only {given} orders were given until here, and {back} are taken back")
            given = max(0, given - back)


def _check_expected(doc: Document, here: Steps, expected: object, names: Entry) -> None:
    """Check that everything with expected values exists."""
    for key in mapping(expected):
        if key != BATTLE and _ship_of(key) not in names:
            hint = partial(known_words, key, [*names, BATTLE])
            doc.complain((*here, key), f"there is no ship or side {brief(key)}", hint, key=True)


def _check_step(doc: Document, here: Steps, line: Entry, names: Entry, ships: Entry) -> None:
    """Check that everything named by a step of a lesson exists."""
    for index, name in enumerate(as_list(line.get("ships"))):
        check_name(doc, (*here, "ships", index), name, ships, "ship")
    for part in ("done", "wrong"):
        deed = mapping(line.get(part))
        check_name(doc, (*here, part, "by"), _ship_of(deed.get("by")), names, "ship or side")
        for field in ("ship", "target"):
            check_name(doc, (*here, part, field), deed.get(field), ships, "ship")
        _check_expected(doc, (*here, part, "expect"), deed.get("expect"), names)


def _check_caption(doc: Document, here: Steps, line: Entry, ships: Entry) -> None:
    """Check that every ship named by a caption or the camera exists, and that the rule is in the rule book."""
    for field in ("ship", "target"):
        check_name(doc, (*here, field), line.get(field), ships, "ship")
    _check_advice(doc, (*here, "advise"), line.get("advise"), ships)
    for key in mapping(line.get("pins")):
        if key not in ships:
            doc.complain(
                (*here, "pins", key), f"there is no ship {brief(key)}", partial(known_words, key, ships), key=True
            )
    for index, name in enumerate(as_list(mapping(line.get("camera")).get("ships"))):
        check_name(doc, (*here, "camera", "ships", index), name, ships, "ship")
    _check_rule(doc, (*here, "rule"), line.get("rule"))


def _check_advice(doc: Document, here: Steps, asked: object, ships: Entry) -> None:
    """Check that the adviser is asked about a ship of the battle, against one of its enemies."""
    if not isinstance(asked, Mapping):
        check_name(doc, here, asked, ships, "ship")
        return
    ship, foe = asked.get("ship"), asked.get("against")
    check_name(doc, (*here, "ship"), ship, ships, "ship")
    check_name(doc, (*here, "against"), foe, ships, "ship")
    if isinstance(ship, str) and isinstance(foe, str) and ship in ships and foe in ships:
        side = mapping(ships[ship]).get("side")
        if mapping(ships[foe]).get("side") == side:
            enemies = [key for key, one in ships.items() if mapping(one).get("side") != side]
            doc.complain((*here, "against"), f"{brief(foe)} is no enemy of {brief(ship)}", known_words("", enemies))


def _check_rule(doc: Document, path: Steps, address: object) -> None:
    if isinstance(address, str) and address and address not in rulebook():
        doc.complain(path, f"the rule book has nothing at {brief(address)}", partial(did_you_mean, address, rulebook()))


def _actor_references(here: Steps, line: Entry) -> Iterator[tuple[Steps, Value]]:
    yield (*here, "by"), line.get("by")
    yield (*here, "refuse", "by"), mapping(line.get("refuse")).get("by")


def _ship_of(key: object) -> object:
    """Return the key of the ship that launched a counter: `lancet` for `lancet.MTa`. Any other value is returned as it
    is."""
    return key.partition(".")[0] if isinstance(key, str) else key


def _actors(data: Entry) -> Data:
    """Return the keys that orders may name: ships, then sides."""
    return {**mapping(data.get("ships")), **mapping(data.get("sides"))}


def _check_branches(doc: Document, data: Entry) -> None:
    """Check that every name in the sandbox plans is known."""
    names = _actors(data)
    for key, branch in mapping(data.get("branches")).items():
        for index, order in enumerate(as_list(mapping(branch).get("orders"))):
            giver = _ship_of(mapping(order).get("by"))
            check_name(doc, ("branches", key, "orders", index, "by"), giver, names, "ship or side")


def check_name(doc: FileReport, path: Steps, name: object, known: Collection[str], what: str) -> None:
    """Record a problem if a name is unknown; `what` is its kind, for the message."""
    if isinstance(name, str) and name not in known:
        doc.complain(path, f"there is no {what} {brief(name)}", partial(known_words, name, known))


def as_list(value: object) -> list[object]:
    """Return the value if it is a list, otherwise an empty one."""
    return value if isinstance(value, list) else []
