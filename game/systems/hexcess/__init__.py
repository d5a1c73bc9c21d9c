"""Hexcess Thrust, the game on hexes that writes no orders (hex/2): what it does otherwise than the game in space.

A ship lies in the middle of a hex, `ship.at`; `hexes.hex_at` gives the hex. Course and facing are the even ones, 12 to
10; `course` is the heading, in which it moves, `facing` where its guns look from. What lasts from phase to phase:

- marks of a ship: OUT, it is out of control; EXCESS, it has declared Excess Thrust this turn;
- `BEGAN` (helm): the velocity of a ship at the start of this turn's move, for costs and terrain;
- `LEAVING` (stacking): who must leave a hex that is taken, while the owner chooses;
- `ARRIVING` (stacking): what has moved and is still to be set down, one after the other;
- `OFF_MAP` (map): where a ship off the table left, and how far it has turned back;
- `VERDICT` (victory): what the victory check of this turn's end phase found.
"""
