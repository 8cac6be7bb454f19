"""Going through the tokens of a statement in the short notation."""

from collections.abc import Sequence
from itertools import takewhile

from engine.notation_words import Span, Token, plain


class Cursor:
    """A place in the tokens of a statement."""

    def __init__(self, tokens: Sequence[Token]) -> None:
        self._tokens = tokens
        self._place = 0

    @property
    def token(self) -> Token | None:
        """The next token, or None at the end of the statement."""
        return self._tokens[self._place] if self._place < len(self._tokens) else None

    @property
    def at_boundary(self) -> bool:
        """Whether the item ends here: at a comma, an arrow or the end of the statement."""
        if self._place >= len(self._tokens):
            return True
        token = self._tokens[self._place]
        return token.kind == "mark" and token.text != ":"

    @property
    def shown(self) -> str:
        """The next token for a message."""
        return "end" if self.token is None else quoted(self.token)

    @property
    def span(self) -> Span:
        """Where the next token is; at the end of the statement the place after the last one."""
        if self._place < len(self._tokens):
            return self._tokens[self._place].span
        end = self._tokens[-1].span[1]
        return (end, end + 1)

    def take(self, count: int = 1) -> Span:
        """Go on by so many tokens and return where they are."""
        first = self._tokens[self._place]
        self._place += count
        return first.span if count == 1 else (first.span[0], self._tokens[self._place - 1].span[1])

    def ahead(self, count: int) -> Sequence[Token]:
        """Return at most so many of the next tokens."""
        return self._tokens[self._place : self._place + count]

    def after(self, count: int) -> Token | None:
        """Return the token after so many of the next ones, or None if there is none."""
        place = self._place + count
        return self._tokens[place] if place < len(self._tokens) else None

    def to_boundary(self) -> Sequence[Token]:
        """Return the tokens up to the end of the item or to a colon."""
        tokens, end = self._tokens, self._place
        while end < len(tokens) and tokens[end].kind != "mark":
            end += 1
        return tokens[self._place : end]

    def skip(self) -> None:
        """Go on to the end of the item."""
        while not self.at_boundary:
            self._place += 1


def read_name(tokens: Sequence[Token]) -> str | None:
    """Return the name that tokens spell: words, or one quoted string; None if it is none."""
    if len(tokens) == 1:
        return tokens[0].text if tokens[0].kind in ("quoted", "word") else None
    if tokens and all(map(_is_word, tokens)):
        return " ".join([token.text for token in tokens])
    return None


def words_of(tokens: Sequence[Token]) -> tuple[str, ...]:
    """Return the vocabulary's form of the words that tokens begin with."""
    return tuple(plain(token.text) for token in takewhile(_is_word, tokens))


def _is_word(token: Token) -> bool:
    return token.kind == "word"


def quoted(token: Token) -> str:
    """Return what a token says for a message."""
    text = token.text if len(token.text) <= 40 else token.text[:37] + "..."
    return repr(text)
