"""Hexcess Thrust, the game on hexes without written orders (hex/2): its differences from the space game.

A ship is at the centre of a hex, `ship.at`; `hexes.hex_at` gives the hex. Course and facing are even, 12 to 10;
`course` is the heading, in which it moves, `facing` the direction of its bow. State that lasts from phase to phase:

- marks of a ship: OUT, it is out of control; EXCESS, it has declared Excess Thrust this turn;
- `BEGAN` (helm): the velocity of a ship at the start of this turn's move, for costs and terrain;
- `LEAVING` (stacking): the ship that must leave an occupied hex, while the owner chooses;
- `ARRIVING` (stacking): pieces that have moved and are still to be set down, in order;
- `OFF_MAP` (map): where a ship off the table left, and how far it has turned back;
- `VERDICT` (victory): the result of the victory check in this turn's end phase.
"""
