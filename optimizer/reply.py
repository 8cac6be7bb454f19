"""The defending side's divisions in the last step: as bad for the objectives as they can be."""

from collections.abc import Sequence

from engine.assignment import Assigned
from engine.combat import Step
from engine.divisions import Division
from engine.state import State
from optimizer.encoding.problem import side_divisions
from optimizer.greedy import greedy_step
from optimizer.objectives import OWN_LOSS_MEASURES, Objective


def worst_reply(state: State, step: Step, objectives: Sequence[Objective]) -> tuple[Assigned, ...]:
    """Return the defending side's assignment in the last step that hurts the objectives most.

    In the last step its damage decides only which of the active side's creatures die: the most
    important objective that speaks of them is made as bad as possible, then the next. The blockers
    deal their damage at the same time as the attackers, so what the attackers assign in this step
    does not matter. Players who assign later in turn order (802.5) want the same.

    Parameters
    ----------
    state
        The state as the last step begins.
    step
        The last step.
    objectives
        In order of importance.
    """
    due = side_divisions(state, step, state.combat.defending_players)
    asked = [o for o in objectives if OWN_LOSS_MEASURES.intersection(o.weights)]
    if not asked or all(division.is_forced for division in due):
        return greedy_step(state, due)
    return _solve(state, step, due, asked)


def _solve(
    state: State, step: Step, due: tuple[Division, ...], objectives: Sequence[Objective]
) -> tuple[Assigned, ...]:
    from ortools.sat.python import cp_model  # slow to import, and most boards do not need it

    from optimizer.encoding.board import Board
    from optimizer.encoding.model import new_solver

    creatures = [
        c for c in state.combat.creatures.values() if c.controller in state.combat.active_side
    ]
    losses = [
        {
            creature.id: objective.sense
            * (
                objective.weights.get("own_losses", 0)
                + objective.weights.get("own_loss_value", 0) * creature.value
            )
            for creature in creatures
        }
        for objective in objectives
    ]
    gains_by_death = all(weight <= 0 for weights in losses for weight in weights.values())
    board = Board(state, step, due, None, {}, is_exact=not gains_by_death)
    variables = board.variables
    assignment = greedy_step(state, due)
    for weights in losses:
        total = variables.sum(*((board.dead(name), weight) for name, weight in weights.items()))
        if total.is_constant:
            continue
        board.variables.model.minimize(variables.expression(total))
        solver = new_solver(None)
        status = solver.solve(variables.model)
        if status != cp_model.OPTIMAL:
            raise RuntimeError(f"no reply: {solver.status_name(status)}\n{state.combat!r}")
        (found,) = board.read(solver)
        assignment = found.assignments
        variables.equal(total, int(solver.value(variables.expression(total))))
    return assignment
