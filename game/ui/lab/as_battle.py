"""A set-up of the lab on the battle screen, kept among the saves."""

from __future__ import annotations

from game.battle.loader import new_save, set_up_text
from game.lab.battle import as_battle
from game.lab.choices import design_words
from game.lab.setup import LabSetUp
from game.ui.host.screen import Answer, Pop, Screen


def battle_of(setup: LabSetUp) -> Screen:
    """The screen of a new battle of that set-up. Raises CannotSave."""
    from game.ui.battle.screen import BattleScreen
    from game.ui.handover.screen import HandoverScreen

    name = design_words(setup.design)[0] if setup.design else "A ship"
    opened = set_up_text(as_battle(f"{name} under attack", setup), "lab")
    recorder = new_save(opened)

    def back() -> Answer:
        recorder.close()
        return Pop()

    return BattleScreen(
        opened.battle, curtain=HandoverScreen, leave=back, trouble=lambda: recorder.trouble,
        notices=(f"Kept as {recorder.journal.path.name}.",), leads="to the odds lab",
    )  # fmt: skip
