"""Combat tricks: what to use with the cards and the mana that are there, when, and on what."""
