"""How many requirements on attacks and blocks can be met at once (508.1d, 509.1c), exactly.

Most of it is decided by a small search in the engine (`engine.declarations.maximum`); what is left
is a model of 0-1 variables. `declare` writes what a declaration must keep to into a model, for this
one and for any other that chooses a declaration.
"""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from engine.combat import Combat
from engine.declarations import attack_rules, block_rules, obedient
from engine.declarations.rules import DeclarationRules, Limit, Pair
from engine.lazy import kept
from optimizer.mismatch import MismatchError

if TYPE_CHECKING:
    from optimizer.encoding.variables import Sum, Value, Variables


def most_block_requirements(combat: Combat) -> int:
    """Return the most requirements that blocks can meet within the restrictions (509.1c)."""
    return block_rules(combat).met(obedient_blocks(combat))


def most_attack_requirements(combat: Combat) -> int:
    """Return the most requirements that attacks can meet within the restrictions (508.1d)."""
    return attack_rules(combat).met(obedient_attacks(combat))


@kept
def obedient_blocks(combat: Combat) -> frozenset[Pair]:
    """Return blocks within the restrictions that meet as many requirements as any (509.1c)."""
    return obedient(block_rules(combat), by_solver)


@kept
def obedient_attacks(combat: Combat) -> frozenset[Pair]:
    """Return attacks within the restrictions that meet as many requirements as any (508.1d)."""
    return obedient(attack_rules(combat), by_solver)


def by_solver(rules: DeclarationRules) -> frozenset[Pair]:
    """Return a declaration that meets the most requirements that can be met, by the solver.

    Raises
    ------
    MismatchError
        If the engine does not confirm the solver's declaration.
    """
    from ortools.sat.python import cp_model

    from optimizer.encoding.lexicographic import new_solver
    from optimizer.encoding.variables import Variables

    variables = Variables()
    chosen = {pair: variables.literal("->".join(pair)) for pair in rules.pairs}
    total = declare(variables, rules, chosen)
    variables.model.maximize(variables.expression(total))
    solver = new_solver(None)
    status = solver.solve(variables.model)
    declared = frozenset(pair for pair, z in chosen.items() if solver.boolean_value(z))
    most = round(solver.objective_value)
    if status != cp_model.OPTIMAL or rules.broken_limits(declared) or rules.met(declared) != most:
        raise MismatchError(f"{declared} does not meet {most} requirements of {rules}")
    return declared


def declare(
    variables: "Variables", rules: DeclarationRules, chosen: Mapping[Pair, "Value"]
) -> "Sum":
    """Have a model keep to the restrictions, and return how many requirements are met.

    Parameters
    ----------
    chosen
        For each pair of the rules whether it is declared.
    """
    for limit in rules.limits:
        _keep(variables, limit, chosen)
    total = variables.sum()
    for k, requirement in enumerate(rules.requirements):
        ways = [chosen[pair] for pair in requirement.met_by]
        variables.add(total, variables.any_of(ways, f"requirement {k}"))
    return total


def _keep(variables: "Variables", limit: Limit, chosen: Mapping[Pair, "Value"]) -> None:
    """None of the choices, or from the fewest to the most."""
    name = f"{limit.subject} {limit.rule}"
    made = [variables.any_of([chosen[pair] for pair in pairs], name) for pairs in limit.choices]
    total = variables.sum(*made)
    if limit.most is not None:
        variables.at_most(total, limit.most)
    if limit.fewest > 1:
        some = variables.any_of(made, f"{name} any")
        variables.at_least(variables.sum(total, (some, -limit.fewest)), 0)
