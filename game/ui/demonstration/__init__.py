"""The demonstration screen and the gallery it is chosen in: rules shown step by step, from files. It has no rules of
its own."""
