"""The error of an optimizer that is wrong."""


class MismatchError(RuntimeError):
    """The optimizer claims what the engine does not confirm. Always a defect of this program."""
