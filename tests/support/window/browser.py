"""A real browser without a window, for tests of pages: what it makes of a page, and how that looks."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Callable
from html import unescape
from pathlib import Path

BROWSER = next(
    (found for name in ("chromium", "chromium-browser", "google-chrome") if (found := shutil.which(name))), ""
)
QUIET = (
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update", "--disable-sync", "--hide-scrollbars",
)  # fmt: skip
BUDGETS = (4_000, 16_000, 64_000)  # milliseconds of the page's own clock; on a busy machine few frames are drawn in one
MOST = 120  # seconds after which a browser that says nothing is given up


def visit(
    page: Path,
    size: tuple[int, int],
    folder: Path,
    fragment: str = "",
    shot: Path | None = None,
    reached: Callable[[str], object] = lambda document: True,
) -> str:
    """Open a page in a window of a size; the document as its scripts leave it, unescaped, once it has `reached` what is
    waited for. `shot` is where a picture goes."""
    ask = f"--screenshot={shot}" if shot else "--dump-dom"
    there, window, document = f"{page.as_uri()}{fragment}", f"--window-size={size[0]},{size[1]}", ""
    for budget in BUDGETS:
        clock = f"--virtual-time-budget={budget}"
        done = subprocess.run(
            [BROWSER, *QUIET, clock, f"--user-data-dir={folder}", window, ask, there],
            capture_output=True,
            timeout=MOST,
            check=True,
        )
        document = unescape(done.stdout.decode("utf-8"))
        if reached(document):
            break
    return document
