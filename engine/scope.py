"""What a combat may say that not every question looks at. It is refused, never ignored."""

from engine.combat import Combat
from engine.faults import DocumentError, Fault


def require_supported(combat: Combat) -> None:
    """Refuse a combat that says what a question does not look at.

    Raises
    ------
    DocumentError
        With every use that was found.
    """
    if combat.resources:
        message = "this question looks at the board only; cards are used in tricks, blocks, attack"
        raise DocumentError([Fault("resources", message)])
