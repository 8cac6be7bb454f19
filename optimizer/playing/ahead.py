"""The attack after which the game goes on best, as far as a few turns played out can say."""

from collections.abc import Iterator, Mapping
from contextlib import suppress

from engine.combat import Combat
from engine.declarations import attack_rules
from optimizer.playing.habits import habitual_attack
from optimizer.playing.playout import OutOfTimeError, played_out
from optimizer.requirements import most_attack_requirements

Attacks = dict[str, str]


def attack_ahead(
    combat: Combat, first: Mapping[str, str], turns: int, end: float | None
) -> Attacks:
    """Choose an attack by what it leads to some turns later.

    Begins with the best of a few, then lets one creature after the other do something else while
    that is better.

    Parameters
    ----------
    first
        A legal attack, for where the habitual one is not legal. The first of these two stays if no
        time is left.
    turns
        How many turns are played out after this one.
    end
        The value of `time.perf_counter` at which to stop, or None.
    """
    search = _Search(combat, dict(first), turns, end)
    with suppress(OutOfTimeError):  # what is best by then is legal
        search.run()
    return search.best


class _Search:
    def __init__(self, combat: Combat, first: Attacks, turns: int, end: float | None) -> None:
        self.combat = combat
        self.turns = turns
        self.end = end
        self.rules = attack_rules(combat)
        self.most = most_attack_requirements(combat)
        habitual = habitual_attack(combat)
        is_legal = self.rules.met(set(habitual.items())) == self.most
        self.first = first
        self.best = habitual if is_legal else first
        self.value: int | None = None
        self.seen: set[frozenset[tuple[str, str]]] = set()

    def run(self) -> None:
        for attacks in self._beginnings():
            self._try(attacks)
        is_better = True
        while is_better:
            is_better = sum(map(self._try, self._neighbours())) > 0

    def _beginnings(self) -> Iterator[Attacks]:
        yield self.best
        yield self.first
        yield {}
        yield {name: targets[0] for name, targets in self.rules.possible.items()}

    def _neighbours(self) -> Iterator[Attacks]:
        """Return the best attack with one creature doing something else, as it is by then."""
        for name, targets in self.rules.possible.items():
            for target in (None, *targets):
                attacks = {n: t for n, t in self.best.items() if n != name}
                yield attacks if target is None else attacks | {name: target}

    def _try(self, attacks: Attacks) -> bool:
        """Keep an attack if it is legal and better."""
        pairs = frozenset(attacks.items())
        if pairs in self.seen or self.rules.met(pairs) != self.most:
            return False
        self.seen.add(pairs)
        value = played_out(self.combat, attacks, self.turns, self.end)
        if self.value is not None and value <= self.value:
            return False
        self.best, self.value = attacks, value
        return True
