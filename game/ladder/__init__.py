"""The ladder: computer players fight each other over many battles, and what that says of their strength."""
