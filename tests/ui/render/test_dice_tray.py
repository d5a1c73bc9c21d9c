"""Dice in their lanes: they tumble for a moment and lie on the faces that were rolled. No window opens."""

from __future__ import annotations

import math
import os

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")

from copy import copy, deepcopy
from dataclasses import replace
from functools import partial

import pytest
from pygame import Rect, Surface

from game.battle.view import View
from game.board.terrain import Body
from game.core.events import Die, Event, Score
from game.rules.special.boarding import SendBoarders
from game.ui.battle.dice.dice_panel import DicePanel
from game.ui.playback.lanes import lanes_of, result_of_lane, step_lanes, summarise
from game.ui.render import dice_tray
from game.ui.render.dice_tray import LARGE, PACES, SMALL, DiceGroup, DiceLane, DiceTray, groups_of, layout
from game.ui.render.text import lines, width
from tests.support.battles import laid, paper
from tests.support.builders import carried_out, ship, state


def lane(*groups: DiceGroup, owner: str = "lancet", result: str = "3 damage") -> DiceLane:
    return DiceLane(owner.title(), groups, "at Vesper", result, "good", 0, owner)


@pytest.fixture(scope="module")
def view(tmp_path_factory: pytest.TempPathFactory) -> View:
    """Lancet and Halyard against Vesper and Cinder."""
    return laid(
        tmp_path_factory.mktemp("dice"),
        paper(
            "Dice",
            """\
  lancet:  {side: azure, design: lancet, at: [20, 20], course: 3, velocity: 6}
  halyard: {side: azure, design: halyard, at: [14, 12], course: 2, velocity: 8}
  vesper:  {side: amber, design: vesper, at: [40, 20], course: 9, velocity: 4}
  cinder:  {side: amber, design: cinder, at: [44, 32], course: 8, velocity: 6}
""",
        ),
    ).battle.view(None)


def shot(gun: str, points: int, *dice: Die, whom: str = "vesper") -> Event:
    score = Score(points, (0.5, 0.5))
    return Event(
        "fire",
        "",
        f"{{lancet}} fires {gun} at {{{whom}}}",
        "lancet",
        whom,
        dice,
        result=f"{points} damage",
        mounts=(gun,),
        weapon=gun,
        score=score,
    )


@pytest.mark.parametrize("size", ((514, 106), (220, 90), (60, 40), (20, 20)))
def test_dice_come_to_rest_on_the_faces_that_were_rolled(size: tuple[int, int]) -> None:
    tray, dst = DiceTray(Rect(5, 5, *size), seed=4), Surface((540, 130))
    dice = (Die(6), Die(5), Die(2, False), Die(6, True, True), Die(17, sides=20))
    groups = (*groups_of("Beam 3", dice), DiceGroup("Torpedo", (Die(4),)))
    assert [group.caption for group in groups] == ["Beam 3", "again", "Torpedo"]
    tray.throw([lane(*groups)])
    assert tray.busy and 0.5 <= tray.length <= 0.9
    passed = 0.0
    while tray.busy:
        tray.draw(dst)
        assert tray.tick(0.05)
        passed += 0.05
    assert passed <= 0.95
    assert tray.faces == (6, 5, 2, 17, 6, 4)
    for one in tray.dice:
        assert one.way[-1][:2] == pytest.approx(one.rest, abs=1.5) and one.faces[-1] == one.face
    tray.draw(dst)


FOOTS = ((728, 159), (1104, 290), (636, 290), (532, 132))  # design pixels of the dice in the foot, and on their plate


@pytest.mark.parametrize("size", FOOTS)
@pytest.mark.parametrize("guns", (1, 4, 10))
@pytest.mark.parametrize("lanes", (1, 5, 12))
def test_every_die_lies_in_its_lane_beside_its_names(size: tuple[int, int], guns: int, lanes: int) -> None:
    faces = (Die(6), Die(5), Die(2, False), Die(6, True, True), Die(1, False, True))
    groups = [group for n in range(guns) for group in groups_of(f"Beam {n}", faces)]
    tray = DiceTray(Rect((0, 0), size), seed=3)
    tray.throw([lane(*groups)] * lanes, still=True)
    placed, half = tray._placed, tray._placed.die / 2
    assert len(tray.dice) == 5 * guns * lanes and placed.die >= SMALL
    for dice, place in zip(tray.thrown, placed.lanes):
        assert place.rect.right <= size[0]
        for n, one in enumerate(dice):
            side = Rect(0, 0, round(2 * half), round(2 * half))
            side.center = round(one.rest[0]), round(one.rest[1])
            assert place.rect.contains(side) and side.x >= placed.named, f"die {n} is cut, or lies over the names"
            assert all(math.dist(one.rest, other.rest) > 2 * half for other in dice[:n]), "a heap"
        assert all(place.rect.collidepoint(at[0], at[1] + 6) for _, at, _ in place.captions)
    assert all(a.rect.bottom < b.rect.y for a, b in zip(placed.lanes, placed.lanes[1:]))
    if placed.high > size[1]:
        assert tray.scroll(-10_000) and tray.visible_rect(lanes - 1), "what does not fit is scrolled to"


def test_no_die_leaves_its_lane_while_it_tumbles() -> None:
    for seed in range(12):
        tray = DiceTray(Rect(0, 0, 591, 250), seed=seed)
        tray.throw([lane(DiceGroup("", (Die(4),) * 2))] * 5)
        for dice, place in zip(tray.thrown, tray._placed.lanes):
            assert all(place.rect.y <= y <= place.rect.bottom for one in dice for _, y, _ in one.way), seed


def written(tray: DiceTray, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return every piece of text that is drawn in the tray now."""
    said = list[str]()
    with monkeypatch.context() as patch:
        for name in ("text", "fit_text"):
            patch.setattr(dice_tray, name, lambda dst, words, *rest: said.append(words))
        tray.draw(Surface(tray.rect.size))
    return said


def steps_of_a_shot(view: View) -> tuple[DiceLane, ...]:
    shot = partial(Event, shot="lancet/lance", mounts=("lance",))
    told = "17 or less: signature 8, range +9, jamming −3, sensors −2", "on 9–18, destroyed before: structure instead"
    return step_lanes(
        view,
        [
            shot(
                "fire", "", "", "lancet", "vesper", (Die(11, sides=20),), told[0], "strikes", step="to hit", needs="17"
            ),
            shot("check", "", "", "lancet", "vesper", (Die(12, sides=20),), told[1], "structure", step="places"),
            shot(
                "damage",
                "",
                "",
                "lancet",
                "vesper",
                (Die(6), Die(5)),
                "2d6: 11 points, armour −2",
                step="damage",
                harm=(("boxes", 9),),
            ),
        ],
    )


@pytest.mark.parametrize("wide", (317, 591), ids=("at 1280x800", "at 1920x1080"))
def test_the_words_of_a_step_are_broken_into_lines_and_not_cut(
    view: View, wide: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    lanes = steps_of_a_shot(view)
    tray = DiceTray(Rect(0, 0, wide, 250), seed=3)
    tray.throw(lanes, still=True)
    said = " ".join(written(tray, monkeypatch))
    assert all(one.words in said and one.result in said for one in lanes), said
    for n, one in enumerate(lanes):
        rows = len(lines(one.words, tray._placed.named, 13))
        assert tray.visible_rect(n).h >= 18 + 15 * rows + 3 * (rows - 1), (
            "the lane is as high as its words, and its frame free"
        )


def test_what_a_step_came_to_is_written_when_its_dice_lie(view: View, monkeypatch: pytest.MonkeyPatch) -> None:
    lanes = steps_of_a_shot(view)
    tray = DiceTray(Rect(0, 0, 591, 250), seed=3)
    tray.throw(lanes)
    for n, start in enumerate(tray.starts):
        tray.seconds = start + tray._one * 0.6
        said = " ".join(written(tray, monkeypatch))
        assert lanes[0].words in said, "what the first die has to show is known before"
        assert lanes[n].name in said and not any(one.result in said for one in lanes[n:])
        assert not any(one.words in said for one in lanes[max(1, n) :])
        assert not any(one.name in said for one in lanes[n + 1 :]), "lanes to come would tell of a hit"
    tray.skip()
    said = " ".join(written(tray, monkeypatch))
    assert all(one.words in said and one.result in said for one in lanes)


def long_lanes(count: int) -> list[DiceLane]:
    """Lanes of differing heights: every other one has names of guns under its dice."""
    dice = (Die(6), Die(2, False))
    return [lane(*([DiceGroup("Beam 3", dice)] if n % 2 else [DiceGroup("", dice)])) for n in range(count)]


@pytest.mark.parametrize("size", FOOTS)
def test_a_notch_scrolls_one_lane_and_none_is_drawn_in_part(size: tuple[int, int]) -> None:
    count = 20
    tray, dst = DiceTray(Rect((30, 70), size), seed=3), Surface((size[0] + 60, size[1] + 140))
    tray.throw(long_lanes(count), still=True)
    whole = {place.rect.h for place in tray._placed.lanes}
    assert len(whole) > 1
    for top in range(count):
        seen = [n for n in range(count) if tray.visible_rect(n)]
        assert seen == list(range(seen[0], seen[-1] + 1)) and seen[0] == top
        assert all(
            tray.rect.contains(tray.visible_rect(n)) and tray.visible_rect(n).h == tray._placed.lanes[n].rect.h
            for n in seen
        )
        assert tray.visible_rect(top).y == tray.rect.y
        tray.draw(dst)
        if seen[-1] == count - 1:
            break
        assert tray.scroll(-1)
    assert not tray.scroll(-1) and tray.scroll(1) and tray.visible_rect(top - 1), (
        "there is no more below, one lane more above"
    )


def test_what_is_out_of_sight_is_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    said = list[str]()
    monkeypatch.setattr(dice_tray, "fit_text", lambda dst, words, *rest: said.append(words))
    tray, dst = DiceTray(Rect(0, 0, 728, 108), seed=3), Surface((728, 108))
    tray.throw(long_lanes(5), still=True)
    for marks in ("3 more below", "1 more above · 2 more below", "2 more above · 1 more below", "3 more above"):
        said.clear()
        tray.draw(dst)
        assert said[-1] == marks and said.count("Lancet") == 2
        tray.scroll(-1)


def test_a_lane_higher_than_the_tray_is_scrolled_by_rows_of_dice() -> None:
    tray, dst = DiceTray(Rect(0, 0, 300, 80), seed=3), Surface((300, 80))
    tray.throw([lane(DiceGroup("", (Die(4),) * 60)), lane(DiceGroup("", (Die(1),)))], still=True)
    assert tray._placed.lanes[0].rect.h > 80
    rows = sorted({y for _, y in tray._placed.lanes[0].dice})
    for n in range(len(rows)):
        assert abs(tray.offset - (rows[n] - rows[0])) <= 4
        tray.draw(dst)
        if not tray.scroll(-1):
            break
    assert tray.visible_rect(1) and not tray.scroll(-1)


def test_the_lane_of_the_newest_die_is_seen_whole_and_stays_so_in_another_size() -> None:
    tray, count = DiceTray(Rect(0, 0, 728, 132), seed=3), 9
    tray.throw(long_lanes(count))
    for newest in range(count):
        tray.seconds = tray.starts[newest] - 0.001
        tray.tick(0.002)
        assert tray.visible_rect(newest).h == tray._placed.lanes[newest].rect.h
    tray.throw(long_lanes(count))
    tray.skip()
    assert tray.visible_rect(count - 1)
    tray.resize(Rect(0, 0, 636, 110))
    assert tray.visible_rect(count - 1)
    tray.scroll(4)
    first = next(n for n in range(count) if tray.visible_rect(n))
    tray.resize(Rect(0, 0, 728, 132))
    assert tray.visible_rect(first).y == 0


def test_the_name_of_a_gun_is_written_whole_where_there_is_room() -> None:
    dice, name = (Die(11, sides=20),), "Sevenfold’s Plasma S"
    for count in (1, 3):
        placed = layout((760, 108), [lane(*[DiceGroup(name, dice)] * count)])
        assert placed.die == LARGE and all(room >= width(name, 13, "s") for _, _, room in placed.lanes[0].captions)


def test_a_field_of_dust_is_named_also_when_its_last_hex_is_gone(view: View) -> None:
    hexes = tuple(Body(f"dust1-{n}", "dust", "The Fleece", (n, 0), 1.0, part_of="dust1") for n in (1, 2))
    before = copy(view)
    before.state = deepcopy(view.state)
    before.state.table = replace(before.state.table, bodies=hexes)
    stirs = Event("hazard", "hexcess/1", "The Fleece stirs", whom="dust1", dice=(Die(1), Die(2)))
    assert [lane.name for lane in lanes_of(before, (stirs,), view)] == ["The Fleece"]


def test_guns_of_one_ship_at_one_target_are_summed_and_named(view: View) -> None:
    events = [
        shot("beam_3", 3, Die(6), Die(5)),
        shot("beam_2", 0, Die(2, False)),
        shot("beam_1", 1, Die(4)),
        shot("beam_1", 2, Die(6), whom="cinder"),
    ]
    found = lanes_of(view, events)
    assert [(one.name, one.words, one.result) for one in found] == [
        ("Lancet", "at Vesper", "4 damage"),
        ("Lancet", "fires beam_1 at Cinder", "2 damage"),
    ]
    assert [group.caption for group in found[0].groups] == ["beam_3", "beam_2", "beam_1"]
    assert summarise(view, events) == ("4 damage at Vesper, 2 damage at Cinder", "good")
    assert summarise(
        view, [*events, Event("damage", "", "{vesper} is hit", "lancet", "vesper", harm=(("hull", 4),))]
    ) == ("Vesper loses 4 hull", "bad")


def test_dice_of_two_parties_lie_apart_under_their_names(view: View) -> None:
    contest = Event(
        "contact",
        "",
        "{lancet} tries to ram {vesper}",
        "lancet",
        "vesper",
        (Die(5), Die(3, False, by="vesper")),
        "die and thrust: 9 to 7",
        "contact",
        "bad",
    )
    ours, theirs = lanes_of(view, [contest])
    assert (ours.name, ours.words, ours.seat, ours.result) == ("Lancet", "tries to ram Vesper", 0, "contact")
    assert (theirs.name, theirs.words, theirs.seat) == ("Vesper", "against Lancet", 1)
    assert [[die.face for group in one.groups for die in group.dice] for one in (ours, theirs)] == [[5], [3]]


@pytest.mark.parametrize(
    ("faces", "ours", "theirs"),
    [
        ((5, 2, 6, 6, 1, 6, 6), "7 against 12, loses a factor", "12 against 7, they lose a factor"),
        ((6, 6, 3, 3, 6, 6, 1), "12 against 6, they lose a factor", "6 against 12, loses a factor"),
        ((2, 5, 4, 3, 6, 1), "7 against 7, both lose a factor", "7 against 7, both lose a factor"),
        ((1, 1, 6, 6), "2 against 12, loses at once", "12 against 2, wins at once"),
    ],
)
def test_both_sides_of_a_boarding_are_told_what_it_cost_them(
    view: View, faces: tuple[int, ...], ours: str, theirs: str
) -> None:
    lancet, vesper = ship("lancet", velocity=6), ship("vesper", "crimson", (0.0, 4.0), velocity=6)
    lancet.hull = vesper.hull = 8
    log = carried_out(state(lancet, vesper, boarding=True), SendBoarders("lancet", "vesper"), *faces)
    assert log[0].text == "{lancet} boards {vesper}", "what comes of it is told by its result alone"
    assert result_of_lane(view, "lancet", log[:1]) == (ours, "plain")
    assert result_of_lane(view, "vesper", log[:1]) == (theirs, "plain")


def test_initiative_rolled_twice_says_who_has_it(view: View) -> None:
    rolls = [
        Event("initiative", "", f"{{{side}}} rolls for initiative", side, dice=(Die(face),))
        for side, face in (("azure", 4), ("amber", 4), ("azure", 2), ("amber", 5))
    ]
    events = [*rolls, Event("initiative", "", "{amber} has the initiative and fires first", "amber")]
    found = lanes_of(view, events)
    names = [view.state.sides[key].name for key in ("azure", "amber")]
    assert [one.name for one in found] == names * 2 and [one.seat for one in found] == [0, 1, 0, 1]
    assert [one.groups[0].caption for one in found] == ["", "", "again", "again"]
    panel = DicePanel(Rect(24, 24, 728, 159), DiceTray(Rect(0, 0, 1, 1), seed=3), events, found, view)
    assert panel.summary == f"{names[1]} has the initiative and fires first"


def test_a_throw_can_be_skipped_lane_by_lane_or_lie_still() -> None:
    tray = DiceTray(Rect(0, 0, 400, 200), seed=1)
    lanes = [lane(DiceGroup("", (Die(n + 1),)), owner=owner) for n, owner in enumerate(("a", "a", "b"))]
    tray.throw(lanes)
    starts = tray.starts
    assert starts == sorted(set(starts)), "one after another"
    tray.skip_lane()
    assert tray.seconds == starts[1] and tray.busy
    tray.throw(lanes)
    tray.skip_lane(same_owner=True)
    assert tray.seconds == tray.starts[2] and tray.busy
    tray.skip()
    assert not tray.busy and tray.lying == 3 and tray.faces == (1, 2, 3)
    tray.pace = PACES[2]
    tray.throw(lanes)
    assert set(tray.starts) == {0.0}, "all at once"
    tray.pace = PACES[1]
    tray.throw(lanes)
    assert len(set(tray.starts)) == 2 and tray.starts[0] == tray.starts[1]
    tray.throw(lanes, still=True)
    assert not tray.busy and tray.faces == (1, 2, 3)
    tray.throw(())
    assert tray.faces == ()
