"""The games on offer, in the order of the menu."""

from game.core.system import RuleSystem
from game.systems.easyhex import EASYHEX
from game.systems.full_thrust import FULL_THRUST
from game.systems.hex12 import HEX12
from game.systems.hexcess import HEXCESS

SYSTEMS: dict[str, RuleSystem] = {system.key: system for system in (FULL_THRUST, HEXCESS, EASYHEX, HEX12)}
