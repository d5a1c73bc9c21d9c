"""Full Sail: ships of the age of sail on the same table of courses, arcs and threshold checks."""
