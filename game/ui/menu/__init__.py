"""The menu: systems, scenarios as cards, house rules, and players of a battle."""
