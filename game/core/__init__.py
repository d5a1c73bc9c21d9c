"""The core of every game. Libraries that the menu does without are put off before anything imports them."""

from game.core.installation import LATE, put_off

put_off(LATE)
