"""The ladder: computer players fight many battles, from which their strength is estimated."""
