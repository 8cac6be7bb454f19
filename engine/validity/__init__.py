"""What the objects of a document may be to each other: references, roles, and the rules on them.

`judge` finds every fault. A key that is already at fault is not judged again, and what depends on
it is left alone, so that one mistake is reported once.
"""

from dataclasses import replace

from engine.draft import Draft
from engine.faults import Fault
from engine.given import GivenCreature
from engine.limits import MOST_CREATURES
from engine.validity.index import Index
from engine.validity.names import Names
from engine.validity.players import Players
from engine.validity.resources import Hands
from engine.validity.roles import Roles
from engine.validity.things import Things


def judge(draft: Draft) -> list[Fault]:
    """Return every fault in what the objects of a draft are to each other."""
    faults = []
    if sum(entry.given.count for entry in draft.creatures) > MOST_CREATURES:
        faults.append(Fault("creatures", f"more than {MOST_CREATURES} creatures, copies counted"))
        single = [  # the rest is judged as if each group were one creature
            entry._replace(given=GivenCreature(vars(entry.given) | {"count": 1}))
            for entry in draft.creatures
        ]
        draft = replace(draft, creatures=single)
    index = Index(draft)
    for part in (Players, Names, Roles, Things, Hands):
        faults += part(index).faults()
    return faults
