"""What a combat may say that not every question looks at. It is refused, never ignored."""

from engine.combat import Combat, Step
from engine.faults import DocumentError, Fault


def require_supported(combat: Combat, *, is_declared: bool = True) -> None:
    """Refuse a combat that says what a question does not look at, or what has no place in it.

    Parameters
    ----------
    is_declared
        The question is about a combat whose attacks and blocks are given.

    Raises
    ------
    DocumentError
        With every use that was found.
    """
    faults = []
    if combat.resources:
        message = "this question looks at the board only; cards are used in tricks, blocks, attack"
        faults.append(Fault("resources", message))
    if is_declared and combat.after_first_strike and Step.FIRST_STRIKE not in combat.steps:
        what = "nobody in combat has first or double strike, so there is no first-strike step"
        faults.append(Fault("after_first_strike", what, "510.4"))
    if faults:
        raise DocumentError(faults)
