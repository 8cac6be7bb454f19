"""What a combat may say and no question honours yet. It is refused, never ignored."""

from engine.combat import Combat
from engine.faults import DocumentError, Fault


def require_supported(combat: Combat) -> None:
    """Refuse a combat that uses what is not supported yet.

    Raises
    ------
    DocumentError
        With every use that was found.
    """
    if combat.resources:
        message = "combat tricks: not supported by this version"
        raise DocumentError([Fault("resources", message)])
