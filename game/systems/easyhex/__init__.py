"""Easier HexThrust: six courses through the sides of hexes, hidden markers, ranges in thirds (hex/3)."""
