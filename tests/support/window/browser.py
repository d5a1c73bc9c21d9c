"""A real browser without a window, for tests of pages: what it makes of a page, and how that looks."""

from __future__ import annotations

import shutil
import subprocess
from html import unescape
from pathlib import Path

BROWSER = next(
    (found for name in ("chromium", "chromium-browser", "google-chrome") if (found := shutil.which(name))), ""
)
QUIET = (
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update", "--disable-sync", "--hide-scrollbars", "--virtual-time-budget=4000",
)  # fmt: skip
MOST = 120  # seconds after which a browser that says nothing is given up


def visit(page: Path, size: tuple[int, int], folder: Path, fragment: str = "", shot: Path | None = None) -> str:
    """Open a page in a window of a size; the document as its scripts leave it, unescaped. `shot` is where a picture
    goes."""
    ask = f"--screenshot={shot}" if shot else "--dump-dom"
    there = f"{page.as_uri()}{fragment}"
    window = f"--window-size={size[0]},{size[1]}"
    done = subprocess.run(
        [BROWSER, *QUIET, f"--user-data-dir={folder}", window, ask, there],
        capture_output=True,
        timeout=MOST,
        check=True,
    )
    return unescape(done.stdout.decode("utf-8"))
