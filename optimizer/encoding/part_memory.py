"""Parts that were solved before, whatever their creatures are called: a bounded memory."""

from collections import OrderedDict
from collections.abc import Hashable, Sequence
from dataclasses import replace

from engine.assignment import Assigned
from optimizer.encoding.part_search import PartAnswer, solve_part
from optimizer.encoding.part_shape import PartShape

MOST_REMEMBERED = 2_000
"""How many parts are remembered; the one that was not asked for the longest is forgotten first."""

_known: OrderedDict[Hashable, PartAnswer] = OrderedDict()


def forget() -> None:
    """Forget all of them."""
    _known.clear()


def remembered_part(
    shape: PartShape, known: Sequence[Assigned], deadline: float | None
) -> PartAnswer:
    """Return the best assignment of a part, as `solve_part` does.

    What was proven once is not searched again. The names are numbers meanwhile, so that the answer
    depends on the shape alone.
    """
    names = {name: str(number) for number, name in enumerate(shape.names)}
    plain = shape.renamed(names)
    key = (plain.attackers, tuple(plain.blockers.values()), tuple(plain.holders.values()))
    answer = _known.get(key)
    if answer is None:
        hint = [Assigned(names[a.source], names[a.target], a.amount) for a in known]
        answer = solve_part(plain, hint, deadline)
        if answer.values == answer.bounds:
            _known[key] = answer
            if len(_known) > MOST_REMEMBERED:
                _known.popitem(last=False)
    else:
        _known.move_to_end(key)
    back = {number: name for name, number in names.items()}
    assigned = tuple([Assigned(back[a.source], back[a.target], a.amount) for a in answer.assigned])
    return replace(answer, assigned=assigned)
