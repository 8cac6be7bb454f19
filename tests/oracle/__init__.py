"""A brute-force oracle of combat damage, written from the rules alone.

It shares no code with the product: it reads the JSON document itself, enumerates everything that
each player may do, and plays it out. Plain and obviously right comes first, speed second.
"""

from .counting import count_optimal as count_optimal
from .counting import frontier as frontier
from .game import best as best
from .game import best_result as best_result
from .game import count_choices as count_choices
from .judge import is_legal as is_legal
from .judge import result as result
from .judge import values as values
from .reading import UnsupportedError as UnsupportedError
from .reading import read as read
