"""Which attacks may be declared (508.1), and a combat with a declaration in place of its attacks.

A question about attacks takes no notice of `attacking`, `band` and `blocking` in the document.
Every opponent may be attacked (802.2), by all of the active team (805.10).
"""

from collections.abc import Mapping

from engine.combat import Combat
from engine.declarations.placing import placed
from engine.declarations.reading import read_attacks
from engine.declarations.rules import DeclarationRules, Requirement
from engine.faults import DocumentError, Fault
from engine.keywords import Keyword
from engine.lazy import kept
from engine.violation import Declaring, Violation


def may_attack(combat: Combat, creature: str) -> Violation | None:
    """Return why a creature may not attack anything, if so (508.1a, 508.1c)."""
    found = _is_able(combat, creature)
    return None if found is None else Violation(*found, Declaring.ATTACKERS, creature)


def _is_able(combat: Combat, name: str) -> tuple[str, str] | None:
    creature = combat.creatures[name]
    if creature.controller not in combat.active_side:
        who = f"it is controlled by {creature.controller}"
        return "508.1a", f"{name} is not the active player's and may not attack: {who}"
    if creature.tapped:
        return "508.1a", f"{name} is tapped and may not attack"
    if creature.summoning_sick and not creature.has(Keyword.HASTE):
        return "508.1a", f"{name} has come this turn and may not attack without haste"
    if "battle" in creature.types:
        return "508.1a", f"{name} is a battle and may not attack"
    if creature.has(Keyword.DEFENDER):
        return "702.3b", f"{name} has defender and can't attack"
    if creature.cant_attack is True:
        return "508.1c", f"{name} can't attack"
    return None


def may_attack_target(combat: Combat, creature: str, target: str) -> Violation | None:
    """Return why a creature may not attack something, if so (508.1a-c)."""
    found = _is_able(combat, creature) or _faces(combat, creature, target)
    cant = combat.creatures[creature].cant_attack
    if found is None and not isinstance(cant, bool) and target in cant:
        found = "508.1c", f"{creature} can't attack {target}"
    return None if found is None else Violation(*found, Declaring.ATTACKERS, creature)


def _faces(combat: Combat, creature: str, target: str) -> tuple[str, str] | None:
    """Opponents, their planeswalkers and battles that they protect are attacked (506.2, 508.1b)."""
    if target in combat.battles:
        protector = combat.battles[target].protector
        if protector in combat.active_side:
            return "310.9c", f"{protector} protects {target}, so {creature} cannot attack it"
    elif target in combat.planeswalkers:
        if combat.planeswalkers[target].controller in combat.active_side:
            return "506.2", f"{creature} cannot attack its own side's planeswalker {target}"
    elif target in combat.active_side:
        return "506.2", f"{creature} cannot attack its own side ({target})"
    return None


def attack_targets(combat: Combat, creature: str) -> tuple[str, ...]:
    """Return what a creature may attack: players in turn order, planeswalkers, battles."""
    if _is_able(combat, creature):
        return ()
    targets = (*combat.defending_players, *combat.planeswalkers, *combat.battles)
    return tuple(t for t in targets if may_attack_target(combat, creature, t) is None)


@kept
def attack_rules(combat: Combat) -> DeclarationRules:
    """Return all that a declaration of attackers must keep to (508.1a-d).

    That a creature attacks one thing only goes without a limit (508.1b).
    """
    possible = {name: attack_targets(combat, name) for name in combat.creatures}
    pairs = tuple((name, target) for name, targets in possible.items() for target in targets)
    requirements = []
    for name, targets in possible.items():
        must = combat.creatures[name].must_attack
        if must is False:
            continue
        met_by = tuple((name, t) for t in targets if must is True or t in must)
        if met_by:
            what = "" if must is True else f" {' or '.join(must)}"
            requirements.append(Requirement(name, met_by, f"{name} must attack{what}"))
    return DeclarationRules(Declaring.ATTACKERS, pairs, (), tuple(requirements))


def judge_attacks(
    combat: Combat, attacks: Mapping[str, str], most_requirements: int
) -> tuple[Violation, ...]:
    """Judge a declaration of attackers (508.1a-d).

    Parameters
    ----------
    combat
        The combat; what it says about attacks is not looked at.
    attacks
        For each attacker what it attacks. An id of a group stands for all its copies.
    most_requirements
        How many requirements can be met at once without breaking a restriction
        (`optimizer.requirements.most_attack_requirements`).

    Returns
    -------
    tuple of Violation
        Every restriction that is broken; if none is, what is required and could have been done as
        well. Empty if the declaration is legal.

    Raises
    ------
    DocumentError
        If an id stands for nothing that could be named there.
    """
    declared = list(read_attacks(combat, attacks).items())
    violations = [v for pair in declared if (v := may_attack_target(combat, *pair))]
    return tuple(violations or attack_rules(combat).unmet(set(declared), most_requirements))


def with_attacks(combat: Combat, attacks: Mapping[str, str]) -> Combat:
    """Return the combat with these attacks in place of its own, and without blocks.

    Does not ask if they are legal. Attackers form no bands, and are left untapped, as tapping them
    has no part in combat damage.

    Raises
    ------
    DocumentError
        If an id stands for nothing that could be named there, or a creature would attack its own
        side, or is not the active player's.
    """
    declared = read_attacks(combat, attacks)
    faults = []
    for name, target in declared.items():
        controller = combat.creatures[name].controller
        if controller not in combat.active_side:
            what = f"only the active player's creatures attack; {name} is controlled by"
            faults.append(Fault(f"attacks.{name}", f"{what} {controller}", "506.2"))
        elif found := _faces(combat, name, target):
            faults.append(Fault(f"attacks.{name}", found[1], found[0]))
    if faults:
        raise DocumentError(faults)
    nothing = {"blocking": (), "blocked": None, "band": None, "was_attacking_controller": None}
    roles = {
        name: {"attacks": name in declared, "attacking": declared.get(name)} | nothing
        for name in combat.creatures
    }
    return placed(combat, roles)
