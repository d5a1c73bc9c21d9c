"""The demonstration screen and the gallery: rules shown step by step, from files. It has no rules of its own."""
