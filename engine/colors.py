"""The five colors, by their words and letters (105.1)."""

COLOR_WORDS = {"white": "W", "blue": "U", "black": "B", "red": "R", "green": "G"}
"""In the order in which they are always listed."""

COLORS = tuple(COLOR_WORDS.values())
"""Their letters."""

WORD_OF = {letter: word for word, letter in COLOR_WORDS.items()}
"""Their words by their letters."""
