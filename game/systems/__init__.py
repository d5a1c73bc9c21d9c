"""The games on offer, in the order of the menu."""

from game.core.system import RuleSystem
from game.systems.easyhex.system import EASYHEX
from game.systems.full_sail.system import FULL_SAIL
from game.systems.full_thrust.system import FULL_THRUST
from game.systems.hex12.system import HEX12
from game.systems.hexcess.system import HEXCESS
from game.systems.power_hex.system import POWER_HEX

SYSTEMS: dict[str, RuleSystem] = {system.key: system for system in (FULL_THRUST, HEXCESS, EASYHEX, HEX12, FULL_SAIL, POWER_HEX)}
