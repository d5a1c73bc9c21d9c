"""The odds lab: the damage fighters and missiles do to a ship under both rules of point defence, exact where it can be
summed."""
