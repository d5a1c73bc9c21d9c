"""Files of FullThrustFleetManager: designs taken over, notes on what is not, and the way there and back."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import pytest

from game.battle.designs import designs_of
from game.core.values import Data
from game.exchange import fleet_manager
from game.exchange.fleet_manager_out import Loss, design_text
from game.exchange.json_source import json_document
from game.exchange.taken import SYSTEM, Imported, Taken
from game.rules.ships.design import CORE_KINDS, SYSTEM_KINDS, Design, Mount
from game.rules.shipyard.design_schema import KINDS
from game.rules.shipyard.price_tables import LARGEST, MODES
from game.rules.shipyard.system_lines import new_line
from game.yard.draft import draw_design
from tests.support.files.foreign_designs import CATALOGUE, HERON, TURNSTONE, imported
from tests.support.narrowing import narrow

SHIPPED = {key: narrow(one, Design) for key, one in designs_of(SYSTEM).items()}


def only(found: Imported) -> Taken:
    (one,) = found.designs
    return one


def heron(**fields: Any) -> Taken:
    return only(imported(HERON | fields))


def said(taken: Taken | Imported) -> list[str]:
    return [note.message for note in taken.notes]


def with_system(system: Data, **loads: Any) -> Taken:
    """Return Heron with one system more, and these loads beside her own."""
    loadout = HERON["default_loadout"]
    loadout = loadout | {name: loadout[name] + more for name, more in loads.items()}
    return heron(systems=[*HERON["systems"], {"uid": "s99"} | system], default_loadout=loadout)


# -- taken over --------------------------------------------------------------------------------------------------------


def test_a_ship_of_the_fleet_books() -> None:
    one = heron()
    assert dict(one.drawn.entry) == {
        "name": "Heron", "class": "Escort Carrier", "glyph": "needle-light-cruiser",
        "about": "Two years late.\nFullThrustFleetManager: OWN, CVE, OB page 7.", "mass": 60, "hull": 13, "armour": 2,
        "drive": {"thrust": 4}, "ftl": True,
        "systems": [
            {"kind": "beam", "class": 2, "arcs": ["FP", "F", "FS"]},
            {"kind": "beam", "arcs": ["F", "FS", "AS", "A", "AP", "FP"]}, {"kind": "hangar", "mode": "long range"},
            {"kind": "sml", "arcs": ["FP", "F", "FS"]}, {"kind": "magazine", "mass": 6, "mode": "ER"},
            {"kind": "screen"}, {"kind": "pds", "count": 2}, {"kind": "fcs"},
        ],
    }  # fmt: skip
    assert one.drawn.faults == () and said(one) == []


def test_a_ship_of_the_second_edition() -> None:
    one = only(imported(TURNSTONE))
    design = one.design
    assert (design.profile, design.hull, design.rows) == ("FT2", 20, 4)
    assert [(mount.kind, mount.level, mount.mode) for mount in design.mounts[:4]] == [
        ("beam", 3, ""), ("beam", 4, ""), ("pds", 1, ""), ("hangar", 1, "torpedo"),
    ]  # fmt: skip
    assert design.of("minelayer")[0].size == 3 and said(one) == []


@pytest.mark.parametrize(
    "file",
    [
        HERON,
        {"schema_version": 1, "designs": [HERON]},
        {"schema_version": 2, "kind": "FTDesign", "design": HERON, "factions": []},
        {"schema_version": 2, "kind": "FTFleet", "designs": [HERON]},
    ],
)
def test_every_kind_of_file(file: Data) -> None:
    assert dict(only(imported(file)).drawn.entry) == dict(heron().drawn.entry)


def test_a_catalogue_has_many() -> None:
    assert [one.design.name for one in imported(CATALOGUE).designs] == ["Heron", "Turnstone"]


def test_aliens_have_their_drives_and_shells() -> None:
    kravak = heron(race="kravak", systems=[{"uid": "k", "type": "kgun", "class": 3, "arcs": ["F"]}], default_loadout={})
    assert kravak.design.advanced and kravak.design.of("kgun")[0].level == 3
    phalon = heron(race="phalon", armour=5, armour_layers=[3, 2])
    assert phalon.design.shell == (3, 2) and not phalon.design.advanced
    assert heron(race="phalon", armour=3, armour_layers=[3]).design.shell == ()


# -- what is not taken over --------------------------------------------------------------------------------------------


def test_living_ships_are_not_taken_over() -> None:
    found = imported({"designs": [HERON | {"race": "savasku"}, TURNSTONE]})
    assert [one.design.name for one in found.designs] == ["Turnstone"]
    assert said(found) == ["not taken over: the yard builds no living ships of the Sa'Vasku"]


def test_the_fleet_is_told_and_the_designs_that_it_lacks() -> None:
    ships = [{"design_id": "heron"}, {"design_id": "fb:absent"}]
    found = imported({"kind": "FTFleet", "fleet": {"ships": ships}, "designs": [HERON], "factions": [{"id": "OWN"}]})
    assert len(found.designs) == 1 and len(found.notes) == 3
    assert "'fb:absent' is not in this file" in said(found)[0]


@pytest.mark.parametrize(
    ("system", "words"),
    [
        ({"type": "laser"}, "there is no system 'laser': left out"),
        ({"type": "aa_battery"}, "the yard builds no 'aa_battery' of this edition: left out"),
        ({"type": "beam", "class": 40, "arcs": ["F"]}, "a whole number from 1 to 2000 belongs"),
        ({"type": "beam", "class": 3, "arcs": ["X"]}, "there is no fire arc 'X'"),
        ({"type": "pds", "dual": True}, "nothing here has a place for this field: left out"),
        ({"type": "hold", "kind": "zoo", "mass": 4}, "'zoo' is not one of cargo"),
        ({"type": "hold"}, "a whole number from 1 to 2000 belongs into 'mass': this field is missing"),
        ({"type": "hold", "mass": None}, "a whole number from 1 to 2000 belongs into 'mass': this field is empty"),
        (
            {"type": "sm_magazine", "capacity": 6, "feeds": ["s4", "s77"]},
            "the design has no such launcher 's77' to feed",
        ),
    ],
)
def test_a_system_that_the_yard_does_not_build(system: Data, words: str) -> None:
    assert any(words in each for each in said(with_system(system))) or "40" in str(system)


def test_a_class_beyond_those_of_the_yard_is_told() -> None:
    one = with_system({"type": "beam", "class": 40, "arcs": ["F"]})
    assert any("too large: at most 9" in each for each in said(one)) and len(one.design.of("beam")) == 2


def test_loads_that_differ_are_told() -> None:
    magazine = {"type": "sm_magazine", "capacity": 6, "feeds": []}
    mixed = with_system(magazine, magazines=[{"magazine": "s99", "salvos": ["std", "er"]}])
    words = said(mixed)
    assert "its salvos are taken as standard ones: here a magazine has one kind" in words
    assert "it is loaded with 2 salvos; here it is full, with 3" in words
    assert any("which launchers it feeds" in each for each in words)
    crowded = heron(default_loadout={"fighters": [{"hangar": "s3", "type": "heavy"}] * 2 + [{"hangar": "x"}]})
    assert "the hangar has 1 bay: this group is left out" in said(crowded)
    assert "the design has no such system 'x' to load: left out" in said(crowded)
    assert crowded.design.of("hangar")[0].mode == "heavy"


def test_bays_without_a_group_are_empty() -> None:
    systems = [{"uid": "h", "type": "hangar", "bays": 3}]
    fighters = [{"hangar": "h", "type": "attack"}, {"hangar": "h", "type": "attack"}]
    one = heron(systems=systems, default_loadout={"fighters": fighters})
    assert [mount.mode for mount in one.design.of("hangar")] == ["attack", "attack", "empty"]


def test_every_note_has_its_place() -> None:
    one = heron(speed=3)
    (note,) = one.notes
    assert note.path == "speed" and '"speed": 3' in note.source and note.line > 1


def test_other_points_are_told() -> None:
    one = heron(source=HERON["source"] | {"npv_book": 200})
    assert said(one) == [f"Heron has 200 points there; the yard counts {one.design.points}"]


def test_what_cannot_be_built_is_told_and_kept_as_a_draft() -> None:
    one = heron(hull_boxes=14)
    assert any(each.startswith("taken over, but it cannot be built as it is") for each in said(one))
    assert one.design.hull == 14


@pytest.mark.parametrize("field", ["tmf", "hull_boxes", "ruleset"])
def test_a_design_without_its_figures_is_not_taken_over(field: str) -> None:
    found = imported({"designs": [HERON | {field: None}, TURNSTONE]})
    assert [one.design.name for one in found.designs] == ["Turnstone"]
    assert any("not taken over" in each for each in said(found))


def test_a_newer_schema_is_told() -> None:
    assert any("schema 9" in each for each in said(imported({"schema_version": 9, "designs": [HERON]})))


# -- there and back ----------------------------------------------------------------------------------------------------


def plain(mount: Mount) -> tuple[object, ...]:
    return mount.kind, mount.level, mount.arcs, mount.mode, mount.size


def there_and_back(design: Design) -> tuple[Design, list[Loss]]:
    text, losses = design_text([design])
    found = fleet_manager.read(json_document(text, "back.json"))
    return replace(only(found).design, key=design.key, fleet=design.fleet), [loss for _, loss in losses]


def held(design: Design, back: Design, losses: list[Loss]) -> Design:
    """Return the design with everything that was told as lost as it came back."""
    fields = {"class": "ship_class", "drive": "manoeuvre", "repair_parties": "parties"}
    gone = {loss.at[1] for loss in losses if loss.at[:1] == ("systems",) and len(loss.at) == 2}
    kept = [n for n in range(len(design.mounts)) if n not in gone]
    mounts = [design.mounts[n] for n in kept]
    for loss in losses:
        if loss.at and loss.at[0] != "systems":
            name = fields.get(str(loss.at[0]), str(loss.at[0]))
            design = replace(design, **{name: getattr(back, name)})
        elif len(loss.at) == 3:
            nth = kept.index(int(loss.at[1]))
            mounts[nth] = replace(mounts[nth], mode=back.mounts[nth].mode, size=back.mounts[nth].size)
    return replace(design, mounts=tuple(mounts))


def assert_same(design: Design) -> list[Loss]:
    back, losses = there_and_back(design)
    assert len(losses) == len({(loss.at, loss.words) for loss in losses}), "nothing is told twice"
    wanted = held(design, back, losses)
    assert [plain(mount) for mount in back.mounts] == [plain(mount) for mount in wanted.mounts]
    points = back.points if any(loss.at[:1] not in ((), ("glyph",)) for loss in losses) else design.points
    assert replace(back, mounts=()) == replace(wanted, mounts=(), points=points)
    return losses


@pytest.mark.parametrize("key", SHIPPED)
def test_a_design_of_the_game_comes_back_the_same(key: str) -> None:
    losses = assert_same(SHIPPED[key])
    assert any(loss.at == ("glyph",) for loss in losses)
    if SHIPPED[key].profile == "FB" and SHIPPED[key].point_defence == "base" and key not in ("bittern", "eyrie"):
        assert [loss for loss in losses if loss.at not in ((), ("glyph",))] == []


def of_kind(kind: str, profile: str, mode: str = "", level: int = 1) -> Design:
    """Return a ship with one system of a kind."""
    system = (
        new_line(kind, level, profile)
        | ({"mode": mode} if mode else {})
        | ({"mines": 4} if kind == "minelayer" else {})
    )
    hull = {} if profile == "FT2" else {"hull": 30}
    entry = {"name": "Trial", "class": "trial", "glyph": "fork-frigate", "profile": profile, "mass": 60, **hull}
    entry |= {"systems": [system]}
    return narrow(draw_design(SYSTEM, entry, "trial").design, Design)


@pytest.mark.parametrize("profile", ["FB", "XD", "FT2"])
@pytest.mark.parametrize("kind", KINDS)
def test_a_system_of_every_kind_comes_back_or_is_told(kind: str, profile: str) -> None:
    for mode in MODES.get(kind, ("",)):
        assert_same(of_kind(kind, profile, mode))
    for level in range(2, LARGEST.get(kind, 9) + 1 if SYSTEM_KINDS[kind].classed else 2):
        assert_same(of_kind(kind, profile, level=level))


def test_what_the_fields_hold_comes_back() -> None:
    entry = {
        "name": "Trial", "class": "tug", "glyph": "box-tanker", "mass": 120, "hull": 30, "shell": [4, 3], "ftl": True,
        "tow": 60, "merchant": True, "streamlining": "partial", "drive": {"thrust": 3, "advanced": True},
        "about": "Slow,\nbut strong.",
        "systems": [{"kind": "screen", "count": 3}, {"kind": "beam", "class": 3, "arcs": "all"}],
    }  # fmt: skip
    assert_same(narrow(draw_design(SYSTEM, entry, "trial").design, Design))
    entry |= {"drive": {"thrust": 3, "manoeuvre": 2}, "repair_parties": 2, "attack_fighter_price": 5, "shell": []}
    entry |= {"systems": [{"kind": "hangar"}], "groups": {"HGR": "Shrikes"}}
    lost = assert_same(narrow(draw_design(SYSTEM, entry, "trial").design, Design))
    names = {"glyph", "drive", "repair_parties", "attack_fighter_price", "groups"}
    assert {loss.at for loss in lost} == {(name,) for name in names}


@pytest.mark.parametrize("profile", ["FB", "XD", "FT2"])
@pytest.mark.parametrize("seed", range(10))
def test_a_ship_of_any_parts_comes_back_or_is_told(profile: str, seed: int) -> None:
    dice = random.Random(f"{profile} {seed}")
    for _ in range(10):
        systems = [any_line(dice, profile) for _ in range(dice.randint(0, 9))]
        entry = {
            "name": "Trial", "class": "trial", "glyph": "fork-frigate", "profile": profile,
            "mass": dice.randint(2, 300),
            "drive": {"thrust": dice.randint(1, 8), "advanced": dice.random() < 0.3}, "ftl": dice.random() < 0.7,
            "merchant": dice.random() < 0.3, "armour": dice.choice((0, 0, 7)), "systems": systems,
        }  # fmt: skip
        entry |= {} if profile == "FT2" else {"hull": dice.randint(1, 90)}
        assert_same(narrow(draw_design(SYSTEM, entry, "trial").design, Design))


def any_line(dice: random.Random, profile: str) -> Data:
    """Return a line of systems that the yard offers, of any class and mode."""
    kind = dice.choice([one for one in KINDS if one != "screen"])
    most = LARGEST.get(kind, 9) if SYSTEM_KINDS[kind].classed else 1
    made = new_line(kind, dice.randint(1, most), profile) | {"count": dice.randint(1, 3)}
    mode = dice.choice(MODES.get(kind, ("",)))
    return made | ({"mode": mode} if mode else {}) | ({"mines": dice.randint(1, 9)} if kind == "minelayer" else {})


def test_several_designs_are_a_fleet_with_a_ship_each() -> None:
    text, _ = design_text([SHIPPED["lancet"], SHIPPED["anvil"]])
    doc = json_document(text, "fleet.json")
    assert [ship["design_id"] for ship in doc.data["fleet"]["ships"]] == ["lancet", "anvil"]
    found = fleet_manager.read(doc)
    assert [one.design.name for one in found.designs] == ["Lancet", "Anvil"] and len(found.notes) == 1


def test_ids_are_unlike_one_another() -> None:
    twice = [SHIPPED["lancet"], replace(SHIPPED["lancet"], armour=1), replace(SHIPPED["anvil"], key="My anvil!")]
    fleet, other = (json_document(design_text(ships)[0], "f").data["fleet"] for ships in (twice, twice[:2]))
    assert [ship["design_id"] for ship in fleet["ships"]] == ["lancet", "lancet-2", "my-anvil"]
    assert fleet["id"] != other["id"]


def test_every_launcher_is_fed_by_one_magazine() -> None:
    systems = [{"kind": "sml", "count": 3}, {"kind": "magazine", "mass": 4, "count": 2}]
    entry = {"name": "Trial", "class": "trial", "mass": 60, "hull": 30, "systems": systems}
    text, _ = design_text([narrow(draw_design(SYSTEM, entry, "trial").design, Design)])
    made = json_document(text, "f").data["design"]["systems"]
    launchers = [one["uid"] for one in made if one["type"] == "sm_launcher"]
    assert sorted(uid for one in made for uid in one.get("feeds", ())) == launchers


def test_the_core_and_drives_are_no_systems_there() -> None:
    assert {"drive", "ftl", *CORE_KINDS} | set(KINDS) == set(SYSTEM_KINDS)


def test_layers_that_are_none_are_told() -> None:
    one = heron(armour=5, armour_layers=[3, "2", 2, -1, True, 0, 9999])
    assert one.design.shell == (3, 2)
    assert [note.path for note in one.notes if note.path.startswith("armour")] == [
        "armour_layers.2", "armour_layers.4", "armour_layers.5", "armour_layers.7",
    ]  # fmt: skip
