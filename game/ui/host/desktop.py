"""Show a folder on the desktop on which the program runs."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

SHOWERS = {"darwin": "open"}  # the command that shows a folder, by platform


def open_folder(folder: Path) -> bool:
    """Show a folder in the desktop's own file manager. Return whether there is one."""
    try:
        if sys.platform == "win32":
            os.startfile(folder)
            return True
        command = shutil.which(SHOWERS.get(sys.platform, "xdg-open"))
        if command is None:
            return False
        quiet = subprocess.DEVNULL
        subprocess.Popen([command, str(folder)], stdin=quiet, stdout=quiet, stderr=quiet, start_new_session=True)
        return True
    except OSError:
        return False
