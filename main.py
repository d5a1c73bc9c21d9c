"""Start Dead Reckoning from a checkout: `python main.py`. What it does is in `game/cli/main.py`."""

import sys

from game.cli.main import run

if __name__ == "__main__":
    sys.exit(run())
