"""Ships at sea: masts, yards and sails, flames, smoke, and the anchor; decides nothing."""
