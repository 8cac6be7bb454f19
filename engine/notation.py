"""The short notation (being written)."""


def parse(text: str) -> object:
    raise NotImplementedError


def describe(combat: object) -> str:
    return object.__repr__(combat)
