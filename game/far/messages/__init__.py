"""What seats hand each other: signed messages, the secrets behind them, and their order."""
