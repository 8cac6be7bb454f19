"""Text of the input as it can be shown: without characters that nobody sees or that do harm."""


def printable(words: str) -> str:
    """Return text with everything that is no visible character escaped as Python escapes it.

    What is left disturbs no terminal and is allowed in XML.
    """
    return "".join(c if c.isprintable() else repr(c)[1:-1] for c in words)
