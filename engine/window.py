"""When, in a combat, cards may be used."""

from enum import StrEnum, unique


@unique
class Window(StrEnum):
    """When a card may be used: whenever players have priority (117.1)."""

    BEFORE_BLOCKS = "before_blocks"
    """In the declare attackers step (508.2): the attackers are known, the blockers are not."""
    AFTER_BLOCKS = "after_blocks"
    """In the declare blockers step (509.2)."""
    BETWEEN_STEPS = "between_steps"
    """In the first of two combat damage steps, after its damage (510.3, 510.4)."""
