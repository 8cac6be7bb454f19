"""The best blocks and the best attack: what to declare, knowing what follows (508.1, 509.1)."""
