"""What the sheet and the board show of a level: its dice, the bands with who rolls in each, casualties, links."""

from __future__ import annotations

from functools import partial

from game.core.display import Link, Token
from game.core.events import Pointer
from game.rules.defence.bands import BANDS
from game.rules.defence_level.actions import forget, resolve, roll_levels
from game.rules.defence_level.assist import Assist
from game.rules.defence_level.commit import Commit
from game.rules.defence_level.level_card import (
    fighter_words,
    lent_links,
    missile_words,
    piece_sheet,
    salvo_words,
    tokens,
)
from game.rules.point_defence.defend import Defend
from tests.rules.defence_level.test_level_at_the_table import FOUR, SCREEN, attacked
from tests.support.builders import told
from tests.support.fighter_battles import ADFC, PDS, carrier, give


def test_the_table_says_what_the_rule_says() -> None:
    assert [missile_words(row) for row in BANDS] == [
        "2 or more",
        "3 or more",
        "4 or more",
        "5 or 6",
        "6",
        "6, one die less",
        "6, two dice less",
    ]
    assert [fighter_words(row) for row in BANDS] == [
        "3, 4: 1 · 5: 2 · 6: 2+",
        "4, 5: 1 · 6: 2+",
        "5: 1 · 6: 2+",
        "5: 1 · 6: 1+",
        "6: 1+",
        "6: 1",
        "nothing",
    ], "a 5 is never rolled again"
    assert [salvo_words(row) for row in BANDS] == ["all", "−1", "−2", "−3", "−4", "−5", "none"]


def test_the_card_builds_the_level_and_points_to_what_each_meets() -> None:
    battle = attacked(*FOUR, SCREEN, groups=2, modes=("standard", "torpedo"))
    assert piece_sheet(battle, "prey").buildup is None
    give(battle, Commit.parse("prey", "commit B1a B1b PDSa PDSb"))
    told(partial(roll_levels, battle), 1, 5, 4, 6, 2)  # guns 0 + 1, PDS 1 + 2 and nothing more
    sheet = piece_sheet(battle, "prey")
    card, ladder = sheet.buildup, sheet.ladder
    assert card is not None and ladder is not None
    assert [(part.label, part.total) for part in card.parts] == [("2 class-1 beams", 1), ("2 PDS", 3)]
    assert (card.total, card.lit, card.pointers) == (
        4,
        3,
        (Pointer(4, "4, no screens: fighters"), Pointer(6, "4 + 2, screens: fighters")),
    )
    standing = {mark.letter: index for index, row in enumerate(ladder.rows) for mark in row.marks}
    assert standing == {"S": 3, "T": 2}, "standard fighters meet 6, torpedo fighters 4 and one band lower"
    assert piece_sheet(battle, "rook.HGRa").ladder == ladder, "who attacks has it on its sheet too"
    planned = piece_sheet(battle, "rook.HGRb", Assist("rook.HGRb", "rook.HGRa")).ladder
    assert planned is not None and {mark.letter: n for n, row in enumerate(planned.rows) for mark in row.marks} == {
        "S": 2
    }


def test_the_board_has_bands_and_links_until_all_is_done() -> None:
    battle = attacked(*FOUR, groups=2)
    give(battle, Commit.parse("prey", "commit PDSa"))
    told(partial(roll_levels, battle), 5)
    give(battle, Assist("rook.HGRb", "rook.HGRa"))
    shown = tokens(battle)
    first, second = (one for one in shown if isinstance(one, Token) and one.key in ("rook.HGRa", "rook.HGRb"))
    assert (first.band, first.kind, second.target, second.kind) == (1, "band 1", "", "assists")
    assert Link("rook.HGRb", "rook.HGRa") in shown
    told(partial(resolve, battle), 1, 1, 1, 1, 1, 1, 4, 5)  # no hits; two dice for casualties
    sheet = piece_sheet(battle, "prey")
    assert sheet.buildup is not None and [(row.label, row.words) for row in sheet.tallies] == [("Standard", "1 lost")]
    assert sheet.buildup.at == len(sheet.buildup.steps) == 5, "every step is done"
    assert sheet.ladder is not None and [mark.hint for mark in sheet.ladder.rows[1].marks] == [
        "Rook flight a: no damage"
    ]
    assert not any(isinstance(one, Link) for one in tokens(battle))
    forget(battle)
    assert piece_sheet(battle, "prey").ladder is None


def test_lent_point_defence_is_a_link_by_either_set_of_rules() -> None:
    for rules in ("pdl", "base"):
        battle = attacked(*FOUR)
        battle.house["pd_rules"] = rules
        battle.ships["mate"] = carrier("mate", "crimson", (33.0, 24.0), ADFC, PDS)
        order = "commit PDS>prey" if rules == "pdl" else "defend PDS>rook.HGRa"
        give(battle, (Commit if rules == "pdl" else Defend).parse("mate", order))
        assert list(lent_links(battle)) == [Link("mate", "prey")]
