"""What "best" means: objectives in order of importance, each a sum of measures.

An objective is written ``max NAME`` or ``min NAME``, with one of the names of `engine.measures`,
such a name for one defending player (``player_damage:B``), or a sum with integer weights: ``max
2*kill_value + player_damage - own_losses``. ``play`` stands for those of playing well
(`optimizer.play_well`).
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from engine.cards import closest_names
from engine.combat import Combat
from engine.faults import DocumentError, Fault
from engine.limits import LIMIT
from engine.measures import BY_PLAYER, MEASURES, measure
from engine.steps import Outcome
from optimizer.play_well import PLAY, play_objectives

OWN_LOSS_MEASURES = frozenset({"own_losses", "own_loss_value"})
"""The measures that the defending side's divisions decide; all others are the active side's."""

LARGEST = 2**61
"""The largest value of a sum that the solver can compute with."""

_TERM = re.compile(
    r"\s*(?P<sign>[+-])?\s*(?:(?P<weight>\d+)\s*\*\s*)?(?P<name>[a-z_]+(?::[^\s+*]+)?)\s*"
)


@dataclass(frozen=True)
class Objective:
    """One objective, to be maximised or minimised.

    Attributes
    ----------
    name
        The sum as it was written, without ``max`` or ``min``.
    sense
        1 to maximise, -1 to minimise.
    weights
        The weight of each measure.
    """

    name: str
    sense: int
    weights: Mapping[str, int] = field(hash=False)

    def value(self, outcome: Outcome) -> int:
        """Return the objective's own value of an outcome, whatever the sense."""
        total = 0
        for name, weight in self.weights.items():
            total += weight * measure(outcome, name)
        return total


def read_objectives(combat: Combat, texts: Iterable[str]) -> tuple[Objective, ...]:
    """Read objectives.

    Raises
    ------
    DocumentError
        Naming every objective that cannot be read, with the closest known names.
    """
    given = (texts,) if isinstance(texts, str) else tuple(texts)
    placed = tuple(enumerate(given))
    if PLAY in given:
        placed = tuple((k, one) for k, text in placed for one in written_out(combat, (text,)))
    try:
        return _read_all(combat.defending_players, placed)
    except TypeError:  # something that is no text and cannot be remembered
        return _read_all.__wrapped__(combat.defending_players, placed)


def written_out(combat: Combat, texts: Iterable[str]) -> tuple[str, ...]:
    """Return objectives with those that ``play`` stands for in its place."""
    given = (texts,) if isinstance(texts, str) else tuple(texts)
    found: list[str] = []
    for text in given:
        found += play_objectives(combat) if text == PLAY else (text,)
    return tuple(found)


@lru_cache(maxsize=256)
def _read_all(
    players: tuple[str, ...], texts: tuple[tuple[int, str], ...]
) -> tuple[Objective, ...]:
    faults: list[Fault] = []
    found = []
    for k, text in texts:
        objective = _read(players, text, f"objectives[{k}]", faults)
        if objective:
            found.append(objective)
    if faults:
        raise DocumentError(faults)
    return tuple(found)


def values(objectives: Sequence[Objective], outcome: Outcome) -> tuple[int, ...]:
    """Return the value of each objective."""
    return tuple(objective.value(outcome) for objective in objectives)


def turned(objectives: Sequence[Objective], values: Sequence[int]) -> tuple[int, ...]:
    """Return values turned to maximising by each objective's sense; twice, they are as before."""
    return tuple([o.sense * value for o, value in zip(objectives, values, strict=True)])


def read_sum(players: Sequence[str], body: str) -> dict[str, int] | str:
    """Read a sum of measures with integer weights; return what is wrong if it is none."""
    weights: dict[str, int] = {}
    position = 0
    while position < len(body):
        term = _TERM.match(body, position)
        if term is None or (position > 0 and term["sign"] is None):
            rest = body[position:]
            return (
                f"expected a sum such as '2*kills + player_damage', but {rest!r} is no term of one"
            )
        fault = _unknown_name(players, term["name"])
        weight = term["weight"] or "1"
        if fault or len(weight) > 10 or int(weight) > LIMIT:
            return fault or f"the weight {weight} is larger than {LIMIT}"
        signed = -int(weight) if term["sign"] == "-" else int(weight)
        weights[term["name"]] = weights.get(term["name"], 0) + signed
        position = term.end()
    return weights or "expected the name of an objective"


def _read(players: Sequence[str], text: object, path: str, faults: list[Fault]) -> Objective | None:
    words = text.strip().split(None, 1) if isinstance(text, str) else []
    if len(words) < 2 or words[0] not in ("max", "min"):
        faults.append(Fault(path, f"expected 'max NAME' or 'min NAME', not {text!r}"))
        return None
    weights = read_sum(players, words[1])
    if isinstance(weights, str):
        faults.append(Fault(path, weights))
        return None
    return Objective(words[1].strip(), 1 if words[0] == "max" else -1, weights)


def _unknown_name(players: Sequence[str], name: str) -> str | None:
    base, colon, player = name.partition(":")
    if base not in MEASURES:
        near = closest_names(base, MEASURES)
        hint = f"; did you mean {' or '.join(near)}?" if near else ""
        return f"there is no objective {base!r}{hint}"
    if not colon:
        return None
    if base not in BY_PLAYER:
        return f"{base} is not known for one player; these are: {', '.join(sorted(BY_PLAYER))}"
    if player not in players:
        return f"{player!r} is no defending player; they are {', '.join(players)}"
    return None
