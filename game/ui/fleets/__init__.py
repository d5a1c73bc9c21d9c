"""Two fleets before a battle: bought by points, and placed on the table."""
