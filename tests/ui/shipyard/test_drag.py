"""Dragging in the yard's editor: parts from the palette, symbols off and round the hull, guns to a side, seams."""

from __future__ import annotations

import pygame
import pytest
from pygame.event import Event

from game.systems import SYSTEMS
from game.systems.power_hex.yard_form import COVERED
from game.ui.shipyard.clock import Clock
from game.ui.shipyard.hull import spread
from game.ui.shipyard.rows import LetGoRow
from game.ui.shipyard.sheet import Refused
from game.ui.toolkit.value_fields import Slider
from game.yard.draft import Draft
from tests.support.ui.page_driver import read
from tests.ui.shipyard.test_editor import SIZES, Hand

pytestmark = pytest.mark.usefixtures("own_home")


class Dragging(Hand):
    """A hand that drags."""

    def take(self, name: str) -> None:
        widget = self.named(name)
        for pane in self.page.panes:
            pane.show(widget)
        self.page.handle(Event(pygame.MOUSEBUTTONDOWN, pos=widget.rect.center, button=1))

    def move(self, pos: tuple[int, int]) -> None:
        self.page.handle(Event(pygame.MOUSEMOTION, pos=pos, rel=(1, 1), buttons=(1, 0, 0)))
        self.page.draw(self.window)

    def drop(self, pos: tuple[int, int]) -> None:
        self.page.handle(Event(pygame.MOUSEBUTTONUP, pos=pos, button=1))
        self.page.draw(self.window)

    def drag(self, name: str, pos: tuple[int, int]) -> None:
        self.take(name)
        self.move(pos)
        self.drop(pos)

    @property
    def clock(self) -> Clock:
        found = self.named("clock")
        assert isinstance(found, Clock)
        return found

    def beside(self, arc: str) -> tuple[int, int]:
        """Return a place inside an arc of the clock."""
        clock = self.clock
        r = clock.rect
        places = ((x, y) for x in range(r.x, r.right, 7) for y in range(r.y, r.bottom, 7))
        return next(place for place in places if clock.arc_at(place) == arc)

    @property
    def let_go(self) -> LetGoRow | None:
        return next((one for one in self.page.focus.widgets if isinstance(one, LetGoRow)), None)


@pytest.mark.parametrize("size", SIZES)
def test_a_part_is_held_over_the_hull_and_let_go(size: tuple[int, int]) -> None:
    hand = Dragging(size, "ballista")
    before = hand.entry
    hand.take("offer torpedo")
    hand.move(hand.beside("FS"))
    row = hand.let_go
    assert row is not None and row.figures == ("+4", "+12") and row.label == "Pulse torpedo, FS"
    assert hand.page.form.rect.contains(row.rect), "it is scrolled to"
    words = {one.string for one in read(hand.page, size)}
    assert {"if let go", "+4 MASS · +12 points", "4 too much: 64 of 60 MASS"} <= words
    assert hand.entry == before and set(hand.clock.lit) == {"FS"}
    hand.drop(hand.beside("FS"))
    part = hand.page.model.part
    assert part is not None and part.label == "Pulse torpedo" and part.arcs == ("FS",)
    assert hand.let_go is None and not hand.page.drag.on
    hand.key(pygame.K_ESCAPE)
    hand.key(pygame.K_z)
    assert hand.entry == before


def test_what_is_let_go_elsewhere_changes_nothing() -> None:
    hand = Dragging(design="ballista")
    before, over = hand.entry, hand.beside("F")
    hand.take("offer torpedo")
    hand.move(over)
    hand.move((400, 20))
    assert hand.let_go is None
    hand.drop((400, 20))
    assert hand.entry == before and not hand.page.draft.undoes
    hand.take("offer torpedo")
    hand.move(over)
    hand.key(pygame.K_ESCAPE)
    hand.drop(over)
    assert hand.entry == before and not hand.page.draft.undoes, "Escape puts it back"
    hand.take("offer torpedo")
    hand.move(over)
    hand.page.handle(Event(pygame.MOUSEMOTION, pos=over, rel=(1, 1), buttons=(0, 0, 0)))
    assert not hand.page.drag.on, "the button was let go outside the window"


def test_a_part_of_another_edition_changes_it_only_over_the_ship() -> None:
    hand = Dragging(design="ballista")
    before = hand.entry
    hand.take("offer ecm")
    hand.move(hand.beside("F"))
    assert "let go to change the edition" in {one.string for one in read(hand.page, SIZES[0])}
    hand.move((400, 20))
    hand.drop((400, 20))
    assert hand.entry == before
    hand.drag("offer ecm", hand.beside("F"))
    assert hand.entry["profile"] == "XD" and "Z takes it back" in hand.page.model.said


def test_a_gun_too_many_is_refused_in_words() -> None:
    hand = Dragging(design="halcyon", system=SYSTEMS["full-sail"])
    hand.page.model.change("guns", {"guns": {"port": "M" * 20}})
    hand.take("offer heavy gun")
    hand.move(hand.beside("FP"))
    held = hand.page.model.held
    assert held is not None and held.after is None and held.why
    hand.drop(hand.beside("FP"))
    assert hand.entry["guns"] == {"port": "M" * 20} and hand.page.model.said == held.why


def test_a_part_that_is_let_go_where_it_was_stays_in_hand() -> None:
    hand = Dragging(design="halcyon", system=SYSTEMS["full-sail"])
    hand.click(hand.named("symbol guns bow 0").rect.center)
    hand.drag("symbol guns bow 0", hand.beside("F"))
    assert hand.page.model.hand == ("guns", "bow", 0)


def test_a_part_is_let_go_over_the_form() -> None:
    hand = Dragging(design="ballista")
    hand.drag("offer beam 1", hand.page.form.rect.center)
    part = hand.page.model.part
    assert part is not None and part.label == "Beam 1"


def test_a_symbol_is_taken_in_hand_turned_and_dragged_off() -> None:
    hand = Dragging(design="ballista")
    before = hand.page.draft.now.form.aboard
    beam = next(one for one in before if one.label == "Beam 2")
    name = "symbol " + " ".join(map(str, beam.at))
    assert not hand.clock.arc_at(hand.named(name).rect.center), "it stands outside"
    hand.click(hand.named(name).rect.center)
    assert hand.page.model.part == beam
    hand.drag(name, hand.beside("AP"))
    part = hand.page.model.part
    assert part is not None and set(part.arcs) == {"A", "AP", "FP"}, "its middle is where it was let go"
    hand.take(name)
    hand.move((100, 500))
    row = hand.let_go
    assert row is not None and row.figures == ("−2", "−6")
    hand.drop((100, 500))
    assert "Beam 2" not in {one.label for one in hand.page.draft.now.form.aboard}


def test_one_gun_of_several_that_share_a_symbol_is_dragged_alone() -> None:
    hand = Dragging(design="halberd")
    fore = {"kind": "beam", "class": 2, "arcs": ["FP", "F", "FS"]}
    pds = {"kind": "pds", "count": 2}
    hand.page.model.change("guns", {"systems": [{**fore, "count": 3}, pds]})
    hand.page.draw(hand.window)
    hand.drag("symbol systems 0", hand.beside("FS"))
    turned = {**fore, "arcs": ["F", "FS", "AS"]}
    assert hand.entry["systems"] == [{**fore, "count": 2}, turned, pds]
    assert hand.page.model.hand == ("systems", 1), "the one that was dragged is in hand"
    hand.drag("symbol systems 0", hand.beside("FS"))
    assert hand.entry["systems"] == [fore, {**turned, "count": 2}, pds], "it joins those that bear alike"
    hand.drag("symbol systems 1", (60, 600))
    assert hand.entry["systems"] == [fore, turned, pds]
    hand.drag("symbol systems 2", (60, 600))
    assert hand.entry["systems"] == [fore, turned, {"kind": "pds"}]
    hand.drag("symbol systems 2", (60, 600))
    assert hand.entry["systems"] == [fore, turned]


def test_a_gun_is_dragged_to_a_side() -> None:
    hand = Dragging(design="halcyon", system=SYSTEMS["full-sail"])
    hand.drag("offer heavy gun", hand.beside("F"))
    assert hand.entry["guns"] == {"port": "MMMC", "bow": "LH", "stern": "L"}
    hand.drag("symbol guns bow 1", hand.beside("FS"))
    assert hand.entry["guns"] == {"port": "MMMCH", "bow": "L", "stern": "L"}, "starboard is as port"
    hand.drag("symbol guns port 2", (60, 600))
    assert hand.entry["guns"] == {"port": "MMMC", "bow": "L", "stern": "L"}


def own_sides() -> Dragging:
    """A ship whose sides have guns of their own."""
    hand = Dragging(design="halcyon", system=SYSTEMS["full-sail"])
    hand.page.model.change("guns", {"guns": {"port": "MMMC", "starboard": "MMMC", "bow": "L"}})
    hand.page.draw(hand.window)
    return hand


def port(hand: Dragging, place: str) -> str:
    return next(one.name for one in hand.page.hull.ports if one.place == place)


def test_one_gun_of_a_row_is_dragged_alone() -> None:
    hand = own_sides()
    hand.drag(port(hand, "starboard 1"), (60, 600))
    assert hand.entry["guns"] == {"port": "MMMC", "starboard": "MMC", "bow": "L"}
    hand.drag(port(hand, "port 0"), hand.beside("A"))
    assert hand.entry["guns"] == {"port": "MMC", "starboard": "MMC", "bow": "L", "stern": "M"}
    at = next(one.rect.center for one in hand.page.hull.ports if one.place == "port 0")
    hand.drag(port(hand, "port 2"), at)
    assert hand.entry["guns"]["port"] == "CMM", "they change places"
    at = next(one.rect.center for one in hand.page.hull.ports if one.place == "starboard 0")
    hand.drag(port(hand, "port 0"), at)
    assert hand.entry["guns"] == {"port": "MM", "starboard": "CMMC", "bow": "L", "stern": "M"}


def test_with_shift_a_gun_brings_its_twin_and_m_makes_both_sides_alike(monkeypatch: pytest.MonkeyPatch) -> None:
    hand = own_sides()
    hand.drag("offer heavy gun", next(one.rect.center for one in hand.page.hull.ports if one.place == "port 1"))
    assert hand.entry["guns"] == {"port": "MHMC", "starboard": "MMMC", "bow": "L"}
    with monkeypatch.context() as held:
        held.setattr(pygame.key, "get_mods", lambda: pygame.KMOD_LSHIFT)
        hand.drag(
            "offer heavy gun", next(one.rect.center for one in hand.page.hull.ports if one.place == "starboard 3")
        )
        assert hand.entry["guns"] == {"port": "MHMH", "starboard": "MMMH", "bow": "L"}
        hand.drag("offer carronade", hand.beside("F"))
        assert hand.entry["guns"] == {"port": "MHMH", "starboard": "MMMH", "bow": "LC"}, "the bow has no twin"
        hand.press("offer light gun")
        assert hand.entry["guns"] == {"port": "MHMHL", "starboard": "MMMHL", "bow": "LC"}
    hand.click(next(one.rect.center for one in hand.page.hull.ports if one.place == "starboard 0"))
    hand.key(pygame.K_m)
    assert hand.entry["guns"] == {"port": "MMMHL", "starboard": "MMMHL", "bow": "LC"}
    assert any("brings its twin" in one.string for one in read(hand.page, SIZES[0]))


def test_sides_that_are_alike_need_no_mirror() -> None:
    hand = Dragging(design="halcyon", system=SYSTEMS["full-sail"])
    hand.key(pygame.K_m)
    assert hand.page.model.said == "This ship has no sides that differ."


def test_a_gun_is_dragged_to_a_section_and_its_arc_turned() -> None:
    hand = Dragging(design="bastion", system=SYSTEMS["power-hex"])
    hand.drag("offer railgun", hand.named("system side port").rect.center)
    part = hand.page.model.part
    assert part is not None and part.place == "port" and part.arcs == hand.clock.lit
    hand.press("arcs P180")
    hand.click(hand.beside("60–90°"))
    part = hand.page.model.part
    assert part is not None and "60–90°" in part.arcs and len(part.arcs) > 1
    for _ in range(12):
        hand.key(pygame.K_e)
    assert all(sum(_faces(hand.page.draft, side).values()) == 20 for side in ("fore", "port"))


@pytest.mark.parametrize(("side", "arc"), [("fore", "F120"), ("port", "PF"), ("starboard", "SF"), ("aft", "A120")])
def test_a_new_gun_bears_as_guns_of_its_section_do(side: str, arc: str) -> None:
    hand = Dragging(SIZES[1], design="bastion", system=SYSTEMS["power-hex"])
    hand.drag("offer railgun", hand.named(f"system side {side}").rect.center)
    part = hand.page.model.part
    assert part is not None and part.place == side and part.arcs == COVERED[arc]


def test_a_part_is_dragged_from_one_section_to_another() -> None:
    hand = Dragging(SIZES[1], design="bastion", system=SYSTEMS["power-hex"])
    hand.drag("part sections fore mounts lance_1", hand.named("system side aft").rect.center)
    part = hand.page.model.part
    assert part is not None and part.place == "aft"
    assert _faces(hand.page.draft, "aft")["lance_1"] == 1 and "lance_1" not in _faces(hand.page.draft, "fore")
    assert not hand.page.draft.now.faults


@pytest.mark.parametrize("size", SIZES)
def test_a_plate_has_sliders_and_its_parts_on_the_drawing(size: tuple[int, int]) -> None:
    hand = Dragging(size, design="bastion", system=SYSTEMS["power-hex"])

    def of(side: str, name: str) -> object:
        return hand.page.draft.now.model.model_dump()["sections"][side][name]

    for name, before in (("structure", 44), ("armour", 4)):
        slider = hand.named(f"plate port {name}")
        assert isinstance(slider, Slider) and slider.value == before == of("port", name)
        plate = hand.named("system side port")
        assert plate.rect.contains(slider.rect) and slider.groove.w >= 40
        hand.take(slider.name)
        for x in (slider.groove.centerx, slider.groove.right):
            hand.move((x, slider.groove.centery))
        hand.drop((slider.groove.right, slider.groove.centery))
        assert of("port", name) == slider.high
        hand.page.focus.focus(hand.named(slider.name), True)
        hand.key(pygame.K_LEFT)
        assert of("port", name) == slider.high - 1
        hand.page.focus.focus(None)
        hand.key(pygame.K_z)
        hand.key(pygame.K_z)
        assert of("port", name) == before, "a drag is one step"
    hand.press("plate part sections port mounts railgun_p")
    part = hand.page.model.part
    assert part is not None and part.place == "port" and hand.page.model.side == "port"
    hand.drag("plate part sections port mounts railgun_p", hand.named("system side aft").rect.midtop)
    part = hand.page.model.part
    assert part is not None and part.place == "aft", "it is dragged from plate to plate"


@pytest.mark.parametrize("size", SIZES)
def test_guns_stand_at_their_ports_on_the_deck(size: tuple[int, int]) -> None:
    hand = Dragging(size, design="halcyon", system=SYSTEMS["full-sail"])
    ports = {one.place: one for one in hand.page.hull.ports}
    assert set(ports) == {f"{side} {n}" for side in ("port", "starboard") for n in range(4)} | {"bow 0", "stern 0"}
    clock = hand.clock
    for one in ports.values():
        assert clock.rect.contains(one.rect) and not clock.arc_at(one.rect.center), "within the ring of means"
    assert ports["port 0"].rect.centerx < clock.rect.centerx < ports["starboard 0"].rect.centerx
    hand.drag("offer heavy gun", ports["starboard 1"].rect.center)
    assert hand.entry["guns"] == {"port": "MHMC", "bow": "L", "stern": "L"}, "it takes the place of the gun there"
    part = hand.page.model.part
    assert part is not None and part.label == "Heavy gun, both sides"
    hand.click(next(one for one in hand.page.hull.ports if one.place == "port 3").rect.center)
    part = hand.page.model.part
    assert part is not None and part.label == "Carronade, both sides"


def test_a_seam_of_the_chart_is_dragged() -> None:
    hand = Dragging(SIZES[1], design="bastion", system=SYSTEMS["power-hex"])
    before = _faces(hand.page.draft, "fore")
    row = hand.named("faces")
    face = row.rect.w / 20
    y = row.rect.centery
    hand.page.handle(Event(pygame.MOUSEBUTTONDOWN, pos=(round(row.rect.x + 3 * face), y), button=1))
    for to in (4, 6, 19):
        hand.move((round(row.rect.x + to * face), y))
    hand.drop((round(row.rect.x + 19 * face), y))
    after = _faces(hand.page.draft, "fore")
    assert sum(after.values()) == 20 and min(after.values()) == 1, "a face is never without an owner"
    assert after["thr_f"] == 4 and after["lance_1"] == 1
    hand.key(pygame.K_z)
    assert _faces(hand.page.draft, "fore") == before, "a drag is one step"


def test_bearings_are_spread_in_their_order() -> None:
    found = spread([0.0, 0.0, 10.0, 180.0], 20.0)
    gaps = [later - sooner for sooner, later in zip(sorted(found), sorted(found)[1:])]
    assert min(gaps) > 19.5 and found == sorted(found) and abs(found[3] - 180) < 1
    assert len(spread([0.0] * 40, 20.0)) == 40


def _faces(draft: Draft, side: str) -> dict[str, int]:
    chart = draft.now.model.model_dump()["sections"][side]["chart"]
    return {key: high - low + 1 for key, (low, high) in chart.items()}


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("name", ["field hull", "field armour", "field thrust"])
def test_no_row_moves_while_a_slider_is_dragged(size: tuple[int, int], name: str) -> None:
    """Faults and their buttons come, change and go, and lines of the key; the rows stand where they stood."""
    hand = Dragging(size)

    def seen() -> Slider:
        slider = hand.named(name)
        hand.page.form.show(slider)
        hand.page.draw(hand.window)
        assert isinstance(slider, Slider)
        return slider

    def rows() -> dict[str, int]:
        return {one.name: one.rect.y for one in hand.page.form.widgets if one.name.startswith(("field ", "part "))}

    for start in (seen().value, seen().high, seen().low):
        seen().set(start)
        hand.page.draw(hand.window)
        groove, stood = seen().groove, rows()
        hand.take(name)
        for share in range(11):
            hand.move((groove.x + groove.w * share // 10, groove.centery))
            assert rows() == stood, (start, share)
        hand.drop(groove.midright)
        told = [one.words for one in hand.page.form.widgets if isinstance(one, Refused) and not one.built]
        assert told == [fault.why for fault in hand.page.draft.now.faults], "once it is let go"
