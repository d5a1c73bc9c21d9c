"""Ships at sea: masts, yards and sails, flames, smoke, and the anchor; no part of the rules."""
