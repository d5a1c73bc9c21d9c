"""The report of a fault of the program, for whoever mends it."""

from __future__ import annotations

import contextlib
import platform
import traceback
from datetime import datetime
from pathlib import Path

from game.battle.loader import Recorder
from game.core.installation import TITLE


def report(error: BaseException, recorder: Recorder | None, folder: Path, window: str = "plain text") -> Path:
    """Write what happened, and the battle without its sealed orders, to a text file beside the saves; return its path.
    `window` is the version of the library that draws it. Raises OSError."""
    path = folder / f"report-{datetime.now():%Y-%m-%d-%H%M%S}.txt"
    lines = [
        f"{TITLE}: a report of something that went wrong.",
        f"{platform.system()} {platform.release()}, Python {platform.python_version()}, {window}",
        "",
        "".join(traceback.format_exception(error)),
    ]
    if recorder is not None:
        with contextlib.suppress(Exception):  # the battle may be damaged; the fault is reported nevertheless
            lines += [
                f"The battle, {recorder.journal.path.name}, without orders that are sealed:",
                "",
                recorder.public_text(),
            ]
    path.write_text("\n".join(lines), encoding="utf-8")
    return path
