"""The battle file: its fields, what its parts say about each other, its written head, its JSON Schema."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from game.battle.designs import ROOT
from game.battle.loader import load_start_text
from game.core.names import HUMAN, STYLES, STYLES_OF, player_words
from game.formats.battle_references import battle_in
from game.formats.battle_schema import (
    BattleFile,
    CameraEntry,
    Expect,
    Given,
    Refuse,
    RefusedEntry,
    Say,
    Undo,
    json_schema,
    spoken,
)
from game.formats.problems import BadFile
from game.formats.yaml_source import document_of
from game.formats.yaml_writer import block
from game.players import PLAYERS, player
from game.rules.scenario.battle_file import ThrustBattleFile
from game.systems.full_thrust.system import FULL_THRUST
from game.systems.hex12.system import HEX12
from tests.support.files.whole import parse_battle, read_battle
from tests.support.narrowing import narrow

BATTLE = """\
title: A corkscrew under fire
about: What the menu and the gallery say of it.
teaches: [corkscrew, firing]
system: full-thrust
house: {manoeuvres: [CO, ET], co.arc_gain: mirror}
seed: 7
table:
  width: 60
  height: 40
  terrain:
  - {kind: planet, at: [30, 20], radius: 3, name: Anchor}
  - {kind: asteroid, at: [50, 10], radius: 1.5, velocity: 2, course: 7}
sides:
  azure:   {name: Azure League, player: human, edge: left}
  crimson: {name: Crimson Pact, player: random}
ships:
  lancet:      {side: azure,   design: lancet, at: [12, 24], course: 3, velocity: 8}
  far-star_2:  {side: azure,   design: own, at: [10, 24], course: 12, facing: 6, hull: 4, lost: [B2a], drive_hits: 1}
  vesper:      {side: crimson, design: vesper, at: [40, 30], course: 9, name: Evening}
designs:
  own: {mass: 12, anything: [goes, here]}
victory: {kind: convoy, turns: 12, ships: [lancet], edge: right, loser_at: 0.5}
script:
- say: Lancet spins right round.
  more: Every gun will aim worse.
- {by: lancet, order: "CO+2"}
- {by: azure, order: ""}
- {by: lancet, order: "fire B2a>vesper", dice: [6, 4]}
- expect: {vesper: {hull: 11}, battle: {turn: 1}}
- refuse: {by: lancet, order: "fire B2a>vesper", why: already fired}
- {undo: 2}
- camera: {at: [3, 4], zoom: 2}
"""
SYSTEMS = dict.fromkeys(("full-thrust", "full-sail"), FULL_THRUST)


def designs(system: str) -> list[str]:
    """Return the designs of a system, as its folder would name them."""
    return ["lancet", "vesper"] if system == "full-thrust" else []


def battle(text: str = BATTLE) -> BattleFile:
    return parse_battle(text, "f", SYSTEMS, designs)


def complaints(text: str) -> list[str]:
    with pytest.raises(BadFile) as caught:
        battle(text)
    return [str(problem).splitlines()[0].removeprefix("f:") for problem in caught.value.problems]


def test_every_field_is_read() -> None:
    read = narrow(battle(), ThrustBattleFile)
    assert list(read.sides) == ["azure", "crimson"] and read.sides["azure"].edge == "left" and read.version == 1
    assert read.house == {"manoeuvres": ["CO", "ET"], "co.arc_gain": "mirror"} and read.seed == 7
    assert read.table.terrain[1].velocity == 2 and read.table.terrain[0].name == "Anchor" and not read.table.floating
    lancet, star, vesper = read.ships.values()
    assert (lancet.name, lancet.facing, lancet.at, lancet.hull) == ("Lancet", 3, (12.0, 24.0), None)
    assert (star.name, star.facing, star.velocity, star.lost, star.drive_hits) == ("Far Star 2", 6, 0, ["B2a"], 1)
    assert vesper.name == "Evening" and read.designs["own"]["anything"] == ["goes", "here"]
    assert read.victory.loser_at == 0.5 and read.victory.ships == ["lancet"]
    say, first, second, fire, expect, refuse, undo, camera = read.script
    assert say == Say(say="Lancet spins right round.", more="Every gun will aim worse.")
    assert first == Given(by="lancet", order="CO+2") and second == Given(by="azure", order="")
    assert fire == Given(by="lancet", order="fire B2a>vesper", dice=[6, 4])
    assert expect == Expect(expect={"vesper": {"hull": 11}, "battle": {"turn": 1}})
    assert refuse == Refuse(refuse=RefusedEntry(by="lancet", order="fire B2a>vesper", why="already fired"))
    assert undo == Undo(undo=2) and isinstance(camera, CameraEntry) and camera.camera.at == (3.0, 4.0)


def test_a_short_file_has_the_usual_table_and_victory() -> None:
    read = battle(
        "title: T\nsystem: full-thrust\nsides: {a: {name: A}}\nships: "
        "{l: {side: a, design: lancet, at: [1, 2], course: 1}}\n"
    )
    assert (read.table.width, read.table.height, read.victory.kind, read.seed, read.script) == (
        72,
        48,
        "last-side",
        None,
        [],
    )


def test_the_head_is_written_and_read_back_equal() -> None:
    read = battle()
    again = battle(block(read.header()) + "script:\n")
    assert again == read.model_copy(update={"script": []})


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [  # "^" marks the place of the problem; where there is none, the expected line begins with it
        ("system: full-thrust", "system: ^full-thrst", "system: there is no rule system 'full-thrst'. Did you mean"),
        ("side: azure,   design: lancet", "side: ^azur, design: lancet",
         "ships.lancet.side: there is no side 'azur'. Did you"),
        ("design: lancet,", "design: ^lance,",
         "ships.lancet.design: there is no design 'lance'. Did you mean 'lancet'?"),
        ("design: own,", "design: ^x,", "ships.far-star_2.design: there is no design 'x'. It may be "),
        ("at: [12, 24]", "at: ^[61, 24]",
         "ships.lancet.at: this place is off the table, which is 60 wide and 40 high."),
        ("at: [12, 24]", "at: ^[12, -.5]",
         "ships.lancet.at: this place is off the table, which is 60 wide and 40 high."),
        ("at: [12, 24]", "at: ^[12, 24, 3]", "ships.lancet.at: at most 2 entries belong here, not 3."),
        ("at: [12, 24]", "at: [12, ^up]", "ships.lancet.at.2: expected a number, found 'up'."),
        ("at: [12, 24]", "at: ^[31, 22]", "ships.lancet.at: this place is inside a planet."),
        ("course: 3,", "course: ^0,", "ships.lancet.course: 0 is too small: at least 1."),
        ("course: 3,", "course: ^13,", "ships.lancet.course: 13 is too large: at most 12."),
        ("facing: 6", "facing: ^13", "ships.far-star_2.facing: 13 is too large: at most 12."),
        ("velocity: 8", "velocity: ^-8", "ships.lancet.velocity: -8 is too small: at least 0."),
        ("velocity: 8", "velocity: ^8.5", "ships.lancet.velocity: expected a whole number, found 8.5."),
        ("  far-star_2:  ", "  ^far star:  ", "ships.far star: 'far star' cannot be a key: only letters, digits"),
        ("  far-star_2:  ", "  ^azure:  ", "ships.azure: 'azure' is the key of a side too. Orders could mean either"),
        ("kind: planet", "kind: ^moon", "table.terrain.1.kind: 'moon' is not one of planet, asteroid, dust"),
        ("velocity: 2, course", "velocity: ^two, course", "table.terrain.2.velocity: expected a number, found 'two'."),
        ("kind: asteroid, at: [50, 10], radius: 1.5, velocity: 2", "kind: dust, at: [9, 9], radius: 1, velocity: ^2",
         "table.terrain.2.velocity: only an asteroid moves."),
        ("velocity: 2, course: 7", "velocity: ^2", "table.terrain.2.velocity: what moves needs a course too."),
        ("radius: 3,", "radius: ^0,", "table.terrain.1.radius: 0 is too small: it must be more than 0."),
        ("co.arc_gain: mirror", "^co.arc_gain: {a: b}",
         "house.co.arc_gain: a house rule is text, a number, true or false"),
        ("seed: 7", "seed: ^seven", "seed: expected a whole number, found 'seven'."),
        ("seed: 7", "^sead: 7", "sead: unknown field. Did you mean 'seed'?"),
        ("ships: [lancet]", "ships: [^lancit]", "victory.ships.1: there is no ship 'lancit'. Did you mean 'lancet'?"),
        (" edge: right,", "", "22:1: victory.edge: a victory of the kind 'convoy' needs this."),
        (" edge: right,", " ^edge: null,", "victory.edge: a victory of the kind 'convoy' needs this."),
        ("kind: convoy", "kind: points, side: ^azzure",
         "victory.side: there is no side 'azzure'. Did you mean 'azure'?"),
        ("turns: 12, ships: [lancet], ", "", "22:1: victory.ships: a victory of the kind 'convoy' needs this."),
        ("convoy, turns: 12, ships: [lancet]", "survive, turns: 12",
         "22:1: victory: name the ships or the side that must"),
        ("loser_at: 0.5", "loser_at: ^50", "victory.loser_at: 50 is too large: at most 1."),
        ('{by: azure, order: ""}', '{by: ^azura, order: ""}', "script.3.by: there is no ship or side 'azura'. Did you"),
        ("{vesper: {hull", "{^vespa: {hull",
         "script.5.expect.vespa: there is no ship or side 'vespa'. Did you mean 'vesper'?"),
        ("refuse: {by: lancet", "refuse: {by: ^l",
         "script.6.refuse.by: there is no ship or side 'l'. It may be lancet"),
        ('refuse: {by: lancet, order: "fire B2a>vesper",', "^refuse: {by: lancet,",
         "script.6.refuse.order: this field is missing"),
        ("{undo: 2}", "{undo: ^4}", "script.7.undo: only 3 orders were given until here, and 4 are taken back."),
        ("{undo: 2}", "{undo: ^0}", "script.7.undo: 0 is too small: at least 1."),
        ("dice: [6, 4]", "dice: [6, ^0]", "script.4.dice.2: 0 is too small: at least 1."),
        ("dice: [6, 4]", "^dyce: [6, 4]", "script.4.dyce: unknown field. Did you mean 'dice'?"),
        ('order: "CO+2"', "order: ^+2", "script.2.order: expected text, found 2. Put it in quotes."),
        ('{by: lancet, order: "CO+2"}', "^{by: lancet}", "script.2.order: this field is missing."),
        ('{by: lancet, order: "CO+2"}', '^{by: lancet, order: "CO+2", undo: 1}',
         "script.2: this line is both order and undo"),
        ('{by: lancet, order: "CO+2"}',
         "^{ordre: x}", "script.2: a line of the script has one of the fields say, lesson, order, expect, "
         "refuse, undo, camera; this has none. Did you mean 'order'?"),
        ('{by: lancet, order: "CO+2"}', "^CO+2",
         "script.2: a line of the script is fields in braces, such as {by: lancet"),
        ("at: [12, 24]", "^at: [12]", "ships.lancet.at: value 2 is missing here."),
        ("zoom: 2", "zoom: ^.inf", "script.8.camera.zoom: expected a number, found '.inf'."),
        ("  far-star_2:  ", "  ^none:  ",
         "ships.none: 'none' cannot be the key of one of the ships. Orders mean nobody by it"),
        ("  far-star_2:  ", "  ^battle:  ",
         "ships.battle: 'battle' cannot be the key of one of the ships. A script means"),
        ("velocity: 8", "velocity: ^1001", "ships.lancet.velocity: 1001 is too large: at most 1000."),
        ("seed: 7", "turn: ^13", "turn: the battle ends with turn 12, and would begin with turn 13."),
        ("name: Azure League", "name: ^" + "x" * 121, "sides.azure.name: this text is too long: at most 120 letters."),
        ("name: Azure League", 'name: ^"  "', "sides.azure.name: this name is nothing but blanks."),
        ("name: Azure League", 'name: ^"a\\nb"',
         "sides.azure.name: the character U+000A, which nobody can see, does not"),
        ("name: Evening", 'name: ^"\\u202egninevE"',
         "ships.vesper.name: the character U+202E, which nobody can see, does"),
        ("title: A corkscrew under fire", 'title: ^"bell\\a"',
         "title: the character U+0007, which nobody can see, does not"),
        ("about: What the menu", 'about: ^"\\u200b" #',
         "about: the character U+200B, which nobody can see, does not belong"),
        ("  far-star_2:  ", "  ^" + "x" * 61 + ":  ", "ships." + "x" * 59 + "…: 'xxxxx"),
        ("teaches: [corkscrew", "teaches: [^'" + "y" * 200 + "'",
         "teaches.1: this text is too long: at most 120 letters."),
        ("co.arc_gain: mirror", "co.arc_gain: ^" + "z" * 200, "house.co.arc_gain: this name is too long"),
        ("title: A", "version: ^2\ntitle: A", "version: this file is version 2, and this program reads version 1."),
    ],
)  # fmt: skip
def test_what_does_not_fit_is_said_where_it_stands(old: str, new: str, expected: str) -> None:
    assert BATTLE.count(old) == 1
    before, mark, after = BATTLE.replace(old, new).partition("^")
    place = f"{before.count(chr(10)) + 1}:{len(before) - before.rfind(chr(10))}: " if mark else ""
    found = complaints(before + after)
    assert len(found) == 1 and found[0].startswith(place + expected)


def test_errors_of_every_kind_come_together() -> None:
    text = (
        BATTLE.replace("seed: 7", "seed: 7\nseed: 8")
        .replace("velocity: 8", "velocity: fast")
        .replace("by: azure", "by: azura")
    )
    text = text.replace("design: vesper", "design: vespr").replace("turns: 12", "turns: 0")
    assert [line.split(":")[0] for line in complaints(text)] == ["7", "18", "20", "23", "28"]


def test_a_broken_part_does_not_hide_the_checks_of_the_others() -> None:
    found = complaints(
        BATTLE.replace("  azure:   {name: Azure League, player: human, edge: left}", "  azure: Azure League")
    )
    assert found == ["14:10: sides.azure: expected fields with values, found 'Azure League'."]
    found = complaints(
        "title: x\nsystem: full-thrust\nsides: 3\nships: [lancet]\nscript: {say: x}\nvictory: last-side\ntable: []\n"
    )
    assert [line.split(": ")[1] for line in found] == ["sides", "ships", "script", "victory", "table"]


def test_without_a_list_of_systems_or_designs_neither_is_judged() -> None:
    doc = document_of(BATTLE.replace("full-thrust", "anything").replace("design: lancet", "design: any"), "f")
    assert battle_in(doc, ThrustBattleFile).system == "anything"


def test_a_long_save_is_read_whole(tmp_path: Path) -> None:
    lines = (f'- {{by: lancet, order: "P2+{n % 5}", dice: [6, 4]}}\n' for n in range(5000))
    (tmp_path / "save.yaml").write_text(BATTLE + "".join(lines))
    assert len(read_battle(tmp_path / "save.yaml", SYSTEMS, designs).script) == 5008


def test_keys_as_names() -> None:
    assert [spoken(key) for key in ("lancet", "far-star", "HMS_keen", "b-2")] == [
        "Lancet",
        "Far Star",
        "Hms Keen",
        "B 2",
    ]


def test_the_json_schemas_know_every_field_and_what_is_required() -> None:
    schema = json.loads(json.dumps(json_schema(ThrustBattleFile)))
    assert schema["additionalProperties"] is False and set(schema["properties"]) == set(ThrustBattleFile.model_fields)
    assert set(schema["required"]) == {"title", "system", "sides", "ships"}
    parts = schema["$defs"]
    assert set(parts["StarshipEntry"]["required"]) == {"side", "design", "at", "course"}
    assert not [key for key in ("name", "facing") if "default" in parts["StarshipEntry"]["properties"][key]]
    at = parts["StarshipEntry"]["properties"]["at"]
    assert at["minItems"] == at["maxItems"] == 2
    lines = [each["$ref"].split("/")[-1] for each in schema["properties"]["script"]["items"]["oneOf"]]
    assert lines == ["Say", "LessonStep", "Given", "Expect", "Refuse", "Undo", "CameraEntry"]


def test_a_table_is_at_least_one_unit_wide_and_high() -> None:
    for field, few in (("width: 60", "width: 0.5"), ("height: 40", "height: 0"), ("height: 40", "height: 0.999")):
        found = complaints(BATTLE.replace(field, few))
        assert any("is too small: at least 1." in one and few.partition(":")[0] in one for one in found)


def test_a_side_called_battle_is_refused_too() -> None:
    text = BATTLE.replace("crimson: {name", "battle: {name").replace("crimson", "battle")
    said = (
        "15:3: sides.battle: 'battle' cannot be the key of one of the sides. A script means the battle as a "
        "whole by it: "
    )
    assert complaints(text) == [said + "rename this."]


def test_a_battle_may_begin_with_its_last_turn_and_be_told_in_any_script() -> None:
    assert battle(BATTLE.replace("seed: 7", "turn: 12")).turn == 12
    for name in ("Đại bàng", "नेल्सन", "نورس", "می\u200cروم", "海鷲", "Ship \U0001f680", "O'Brien “Bo” & Co."):
        assert battle(BATTLE.replace("name: Evening", f'name: "{name}"')).ships["vesper"].name == name


def test_what_cannot_be_seen_is_not_printed_either() -> None:
    with pytest.raises(BadFile) as caught:
        battle(BATTLE.replace("side: azure,   design: lancet", 'side: "\u202eruza", design: lancet'))
    assert "\u202e" not in str(caught.value) and "\ufffdruza" in str(caught.value)


@pytest.mark.parametrize("field", ["side: azure,   design: lancet", "design: lancet,"])
@pytest.mark.parametrize("value", ["[azure]", "{azure: lancet}", "7", "true", "null", "[[]]"])
def test_a_side_or_design_that_is_no_name_is_told_once(field: str, value: str) -> None:
    name = field.partition(":")[0]
    found = complaints(BATTLE.replace(field, field.replace("azure" if name == "side" else "lancet", value, 1)))
    assert len(found) == 1 and f"ships.lancet.{name}: expected text" in found[0]


def test_a_ship_without_a_side_or_with_one_that_is_not_there_is_told() -> None:
    (missing,) = complaints(BATTLE.replace("side: azure,   design: lancet", "design: lancet"))
    assert "ships.lancet.side: this field is missing" in missing
    (strange,) = complaints(BATTLE.replace("side: azure,   design: lancet", "side: vesper, design: lancet"))
    assert "ships.lancet.side: there is no side 'vesper'" in strange


def test_no_ship_begins_in_a_hex_that_a_planet_fills() -> None:
    text = (
        "title: T\nsystem: hex12\nsides: {a: {name: A}}\n"
        "table: {hexes: [20, 20], terrain: [{kind: planet, hexes: [[5, 5], [6, 5]]}]}\n"
        "ships: "
        "{l: {side: a, design: lancet, at: [6, 5], course: 2}, m: {side: a, design: lancet, at: [7, 5], course: 2}}\n"
    )
    with pytest.raises(BadFile) as caught:
        parse_battle(text, "f", {"hex12": HEX12})
    assert [(one.path, one.message) for one in caught.value.problems] == [
        ("ships.l.at", "this place is inside a planet")
    ]


def test_a_player_is_known_and_has_only_its_own_styles(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(STYLES_OF, "captain", STYLES)
    text = (ROOT / "scenarios" / "full_thrust" / "crossed_swords.yaml").read_text(encoding="utf-8")

    def told(word: str) -> str:
        try:
            load_start_text(text.replace("name: Amber Pact", f"name: Amber Pact, player: {word}"), "file")
        except BadFile as bad:
            return str(bad).partition("\n")[0]
        return ""

    assert not told("captain") and not told("captain:bold") and not told("random") and not told("human")
    here = "file:8:37: sides.amber.player:"
    assert told("captian") == f"{here} 'captian' is not one of {', '.join(STYLES_OF)}. Did you mean 'captain'?"
    styles = "'captain' is one of wary, cautious, even, bold, reckless"
    assert told("captain:blod") == f"{here} 'captain:blod' is no player: {styles}. Did you mean 'captain:bold'?"
    assert told("random:bold").startswith(f"{here} 'random:bold' is no player: 'random' has no style.")
    assert "captain:wary" in json_schema(BattleFile)["$defs"]["SideEntry"]["properties"]["player"]["enum"]


def test_every_player_that_can_be_named_can_be_made() -> None:
    assert set(STYLES_OF) <= {HUMAN, *PLAYERS}, "others are there to be measured against, not to be offered"
    for word in player_words():
        if word != HUMAN:
            player(word)
    with pytest.raises(LookupError, match="“random:bold”: 'random' has no style"):
        player("random:bold")
