"""How large the numbers of a combat may be."""

LIMIT = 1_000_000_000
"""The largest absolute value that a number in a document may have.

No sum over a combat leaves 64 bits.
"""

MOST_CREATURES = 100_000
"""The largest number of creatures in a document, copies counted."""

MOST_MANA = 1000
"""The most mana that a player may have available in a document."""
