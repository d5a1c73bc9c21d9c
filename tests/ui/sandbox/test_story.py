"""What a newcomer does in the sandbox: a backfire against three pursuers, its dice set, two escapes compared, and
written out."""

from __future__ import annotations

from pathlib import Path

import pygame
from pygame.event import Event

from game.battle.loader import load_start, load_start_text
from game.battle.script import run
from game.sandbox.comparison import comparison_rows
from game.sandbox.export import story_of, story_text
from game.sandbox.sandbox import Sandbox
from game.sandbox.start_editor import blank, open_start
from game.systems import SYSTEMS
from tests.support.battles import paper
from tests.support.ui.sandbox_driver import Sat

EMPTY = paper(
    "Pursued",
    """\
  lancet: {side: azure, design: lancet, at: [40, 24], course: 3, velocity: 8}
""",
    seed=5,
)


def test_a_backfire_is_set_up_compared_and_written_out(sitting: None, tmp_path: Path) -> None:
    sat = Sat(tmp_path, EMPTY, (1920, 1080))
    box = sat.sandbox
    sat.key("SLASH")  # the manoeuvre is found in the archive; using it switches it on
    sat.type("backfire")
    sat.key("RETURN")
    assert box.course().planned_move(1, "lancet") == "BACKFIRE"
    sat.key("ESCAPE", "ESCAPE", "BACKSPACE")
    assert box.start.state.house["man.GB"] is True
    for design, at in (("vesper", (36, 24)), ("cinder", (33, 26)), ("kiln", (33, 22))):
        sat.palette("amber")
        sat.press(f"design {design}")
        sat.click(sat.xy(at))
        assert sat.screen.context.chosen == design
        while box.start.state.ships[design].course != 3:
            sat.key("q")
        box.set_fields(design, velocity=8)
        sat.screen.context.look_anew()
    sat.click(sat.ship("lancet"))
    sat.key("o")
    sat.type("BACKFIRE")
    sat.key("RETURN")
    assert box.course().planned_move(1, "lancet") == "BACKFIRE"
    rolls = [throw for throw in box.course().throws(1) if "backfire" in throw.label]
    caught = {name for name in ("vesper", "cinder", "kiln") if any(throw.label.endswith(f">{name}") for throw in rolls)}
    assert caught == {"vesper", "cinder", "kiln"}
    first = rolls[0].label
    for _ in range(6):
        sat.press(f"die {first} 0")
    assert box.branch.dice[first][0] == 6

    sat.key("b")
    assert box.branch.key == "B" and not box.branch.steps
    sat.key("RIGHT", "RIGHT", "UP", "RETURN")
    assert box.course().planned_move(1, "lancet")
    while sat.screen.context.target != "vesper":
        sat.key("e")
    rows = {row.branch: row for row in comparison_rows(box, "lancet", "vesper")}
    assert rows["A"].end != rows["B"].end and {"plan A", "plan B"} <= set(sat.names())
    alive = {key: box.course(key).view(1).state.ships["vesper"].hull for key in "AB"}  # type: ignore[union-attr]
    assert alive["A"] < alive["B"], "the backfire has hurt it"

    sat.press("plan A")
    sat.key("x", "RETURN")
    sat.pushed.draw(sat.frame)
    sat.pushed.handle(Event(pygame.KEYDOWN, key=pygame.K_s, mod=pygame.KMOD_LCTRL, unicode=""))
    path = sat.screen.context.copies.paths.get("demonstration")
    assert path is not None and run(load_start(path)) == []
    assert "BACKFIRE" in path.read_text(encoding="utf-8")


def test_a_table_without_a_title_is_written_out_under_its_plans_name() -> None:
    sandbox = Sandbox(open_start(blank(SYSTEMS["full-thrust"])))
    told = load_start_text(story_text(sandbox, story_of(sandbox)), "told").file
    assert told.title == "First plan" and told.about.startswith("Tried out: ")
