"""The board as it is drawn: ground, bodies, ships, lines and zones, in layers."""
