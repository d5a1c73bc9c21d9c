"""The computer players by name. Each is given a view, what its side is asked and a generator, and returns one order."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from game.battle.battle import View
from game.core.orders import Order, Prompt
from game.players.random_player import random_order

Player = Callable[[View, Prompt, Random], Order]
PLAYERS: dict[str, Player] = {"random": random_order}
