"""The menu: systems, scenarios as cards, house rules, and the plan of a battle before it begins."""
