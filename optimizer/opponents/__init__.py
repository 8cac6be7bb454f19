"""Players for game engines that others have written; each is imported by its own name only."""
