"""The error of an optimizer that is wrong."""

from collections.abc import Sequence

from engine.steps import Outcome


class MismatchError(RuntimeError):
    """The optimizer claims what the engine does not confirm. Always a defect of this program."""


def confirm_claim(outcome: Outcome, claimed: Sequence[int], measured: Sequence[int]) -> None:
    """Check that an outcome is worth what the parts of its board claim together.

    Raises
    ------
    MismatchError
        If it is not, with the combat in the message.
    """
    if tuple(claimed) != tuple(measured):
        raise MismatchError(
            f"claimed {claimed}, worth {measured}\n{outcome.steps}\n{outcome.combat!r}"
        )
