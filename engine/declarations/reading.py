"""The ``blocks`` and ``attacks`` of an answer: names of single creatures, or of whole groups."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from engine.combat import Combat
from engine.faults import DocumentError, Fault


def read_blocks(combat: Combat, blocks: Mapping[str, Sequence[str]]) -> dict[str, tuple[str, ...]]:
    """Return for each single creature the single attackers that it is said to block.

    An id of a group means all of its copies, on either side. Creatures that block nobody are left
    out. Whether the blocks are legal, or possible, is another matter.

    Raises
    ------
    DocumentError
        With every id that is no creature, or is named twice.
    """
    faults: list[Fault] = []
    found: dict[str, tuple[str, ...]] = {}
    for blocker, given, path in _entries(combat, blocks, "blocks", faults):
        if isinstance(given, str) or not isinstance(given, Sequence):
            faults.append(Fault(path, "expected a list of attackers"))
            continue
        attackers: list[str] = []
        for k, name in enumerate(given):
            if not isinstance(name, str) or name not in combat.copies:
                faults.append(Fault(f"{path}[{k}]", f"there is no creature {name!r}"))
                continue
            copies = combat.copies[name]
            if not set(copies).isdisjoint(attackers):
                faults.append(Fault(f"{path}[{k}]", f"{name} is named twice"))
            attackers += copies
        if attackers:
            found[blocker] = tuple(attackers)
    if faults:
        raise DocumentError(dict.fromkeys(faults))
    return found


def read_attacks(combat: Combat, attacks: Mapping[str, str]) -> dict[str, str]:
    """Return for each single creature what it is said to attack.

    An id of a group means all of its copies. Whether the attacks are legal, or possible, is another
    matter.

    Raises
    ------
    DocumentError
        With every id that is no creature, or nothing to attack, or is named twice.
    """
    faults: list[Fault] = []
    found: dict[str, str] = {}
    targets = {*combat.players, *combat.planeswalkers, *combat.battles}
    for attacker, target, path in _entries(combat, attacks, "attacks", faults):
        if isinstance(target, str) and target in targets:
            found[attacker] = target
        else:
            what = f"there is no player, planeswalker or battle {target!r}"
            faults.append(Fault(path, what, "508.1b"))
    if faults:
        raise DocumentError(dict.fromkeys(faults))
    return found


def _entries(
    combat: Combat, declared: Mapping[str, Any], key: str, faults: list[Fault]
) -> Iterator[tuple[str, Any, str]]:
    """Yield each single creature with what is said of it, and where."""
    if not isinstance(declared, Mapping):
        faults.append(Fault(key, "expected an object with the creatures' ids as keys"))
        return
    seen: set[str] = set()
    for name, given in declared.items():
        path = f"{key}.{name}"
        if name not in combat.copies:
            faults.append(Fault(path, f"there is no creature {name!r}"))
            continue
        if not seen.isdisjoint(combat.copies[name]):
            faults.append(Fault(path, f"{name} is named twice"))
        seen.update(combat.copies[name])
        for single in combat.copies[name]:
            yield single, given, path
