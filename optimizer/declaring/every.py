"""Every legal declaration, one by one, for boards where creatures depend on each other."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations, combinations_with_replacement, product

from engine.combat import Combat
from engine.declarations import DeclarationRules
from engine.declarations.rules import Pair
from optimizer.declaring.gangs import nature


def declarations(rules: DeclarationRules, most: int) -> Iterator[dict[str, tuple[str, ...]]]:
    """Yield every legal declaration of blockers.

    Parameters
    ----------
    rules
        What may be declared.
    most
        How many requirements have to be met.
    """
    possible = rules.possible
    blockers = list(possible)
    own = {limit.subject: limit for limit in rules.limits}

    def extend(number: int, declared: dict[str, tuple[str, ...]]) -> Iterator[set[Pair]]:
        if number == len(blockers):
            yield {(b, a) for b, names in declared.items() for a in names}
            return
        blocker = blockers[number]
        for size in range(len(possible[blocker]) + 1):
            for chosen in combinations(possible[blocker], size):
                pairs = {(blocker, name) for name in chosen}
                limit = own.get(blocker)
                if limit is None or limit.allows(limit.made(pairs)):
                    yield from extend(number + 1, {**declared, blocker: chosen})

    for pairs in extend(0, {}):
        if not rules.broken_limits(pairs) and rules.met(pairs) == most:
            yield as_blocks(pairs, blockers)


def as_blocks(pairs: set[Pair], blockers: Sequence[str]) -> dict[str, tuple[str, ...]]:
    """Return pairs as the attackers of each blocker."""
    found: dict[str, list[str]] = {}
    for blocker, attacker in sorted(pairs):
        found.setdefault(blocker, []).append(attacker)
    return {name: tuple(found[name]) for name in blockers if name in found}


Blocks = Mapping[str, tuple[str, ...]]

Attacks = dict[str, str]
"""For each attacker what it attacks."""


def every_attack(combat: Combat, rules: DeclarationRules, most: int) -> Iterator[Attacks]:
    """Yield every legal attack, but of those that differ by identical creatures only one.

    Parameters
    ----------
    rules
        What may be declared.
    most
        How many requirements have to be met.
    """
    targets = rules.possible
    kinds: dict[object, list[str]] = {}
    for name, own in targets.items():
        creature = combat.creatures[name]
        kinds.setdefault((nature(combat, creature), tuple(own)), []).append(name)
    ways = [
        list(combinations_with_replacement([None, *targets[names[0]]], len(names)))
        for names in kinds.values()
    ]
    for chosen in product(*ways):
        attacks = {
            name: target
            for names, own in zip(kinds.values(), chosen, strict=True)
            for name, target in zip(names, own, strict=True)
            if target is not None
        }
        if rules.met(set(attacks.items())) == most:
            yield attacks
