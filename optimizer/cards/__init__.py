"""Card data that people have: reading it, keeping it (`engine.card_store`), fetching it."""
