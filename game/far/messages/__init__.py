"""Messages between seats: signed files, the secrets behind them, and their order."""
