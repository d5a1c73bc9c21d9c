"""The exit codes of the verbs that need no window: 0 for success, 1 if a file is faulty or a check fails, 2 for wrong
usage or a command that cannot be carried out."""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import wraps
from typing import ParamSpec

from game.battle.seats import NoSeat
from game.cli.streams import refuse
from game.formats.atomic_file import CannotSave
from game.formats.validation import BadFile
from game.lab.workers import NoWorkers

Given = ParamSpec("Given")


def verb(run: Callable[Given, int]) -> Callable[Given, int]:
    """Wrap a verb so that it prints why it cannot be carried out, and returns the exit code for that."""

    @wraps(run)
    def told(*given: Given.args, **named: Given.kwargs) -> int:
        try:
            return run(*given, **named)
        except BadFile as bad:
            print(bad, file=sys.stderr)
            return 1
        except (CannotSave, NoSeat, NoWorkers) as why:
            return refuse(str(why))

    return told
