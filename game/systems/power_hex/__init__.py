"""Power and initiative: a duel on hexes with reactors, turn delay, hit locations and fighters."""
