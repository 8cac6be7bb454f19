"""The measures of `engine.measures` as expressions over a model, and objectives made of them."""

from collections.abc import Callable, Mapping, Sequence

from engine.keywords import Keyword
from engine.measures import opposing_creatures, opposing_walkers, own_creatures
from optimizer.encoding.board import Board
from optimizer.encoding.replies import Replies
from optimizer.encoding.variables import Sum, Value
from optimizer.objectives import OWN_LOSS_MEASURES, Objective


class Measures:
    """Expressions of the measures that the active side's own divisions decide."""

    def __init__(self, board: Board, replies: Replies) -> None:
        self.board = board
        self.replies = replies
        self.combat = board.combat
        self.variables = board.variables
        self._known: dict[str, Sum] = {}
        self._methods: dict[str, Callable[[], Sum]] = {
            "player_damage": lambda: self._damage(self.combat.defending_players),
            "lethal": self._lethal,
            "kills": lambda: self._killed(lambda _: 1),
            "kill_value": lambda: self._killed(lambda name: self.combat.creatures[name].value),
            "planeswalker_damage": lambda: self._damage(opposing_walkers(self.combat)),
            "planeswalkers_killed": lambda: self._emptied(opposing_walkers(self.combat)),
            "battle_damage": lambda: self._damage(self.combat.battles),
            "battles_defeated": lambda: self._emptied(self.combat.battles),
            "poison": self._poison,
            "commander_damage": self._commander_damage,
            "life_gained": self._life_gained,
            "overkill": self._overkill,
        }

    def objective(self, objective: Objective) -> Sum:
        """Return an objective to be maximised, without what the defending side decides."""
        parts = [
            (self.measure(name), weight * objective.sense)
            for name, weight in objective.weights.items()
            if name not in OWN_LOSS_MEASURES and weight
        ]
        return self.variables.sum(*parts)

    def measure(self, name: str) -> Sum:
        """Return one measure."""
        if name not in self._known:
            base, _, player = name.partition(":")
            self._known[name] = self._damage([player]) if player else self._methods[base]()
        return self._known[name]

    def _damage(self, targets: Sequence[str] | Mapping[str, object]) -> Sum:
        steps = self.board.steps
        return self.variables.sum(*(self.board.targets.total(steps, name) for name in targets))

    def _lethal(self) -> Sum:
        board, variables = self.board, self.variables
        lost = []
        for player in self.combat.defending_players:
            if player in board.state.lost:
                continue
            gained = variables.sum(board.answer_gain.get(player, 0), self.replies.gained(player))
            lost.append(board.targets.has_lost(board.steps, player, gained, "in the end"))
        return variables.sum(variables.all_of(lost, "everybody lost"))

    def _killed(self, value: Callable[[str], int]) -> Sum:
        parts: list[tuple[Value, int]] = []
        for name in opposing_creatures(self.combat):
            dead: Value = 1 if name in self.board.state.died else self.board.dead(name)
            parts.append((dead, value(name)))
        return self.variables.sum(*parts)

    def _emptied(self, targets: Sequence[str] | Mapping[str, object]) -> Sum:
        targets_of, steps = self.board.targets, self.board.steps
        return self.variables.sum(*(targets_of.emptied(steps, t, "in the end") for t in targets))

    def _poison(self) -> Sum:
        targets, steps = self.board.targets, self.board.steps
        return self.variables.sum(
            *(targets.poison(steps, p) for p in self.combat.defending_players)
        )

    def _commander_damage(self) -> Sum:
        return self.variables.sum(
            *(
                cell.amount
                for cell in self.board.cells()
                if self.combat.creatures[cell.division.source].commander
                and cell.recipient.id in self.combat.defending_players
            )
        )

    def _life_gained(self) -> Sum:
        """Everything that a source with lifelink assigns is dealt, the rest included (702.15)."""
        total = self.variables.sum()
        for step in self.board.steps:
            for cell in step.cells:
                if self.combat.creatures[cell.division.source].has(Keyword.LIFELINK):
                    self.variables.add(total, cell.amount)
        return total

    # --- damage beyond lethal (120.10) ---------------------------------------------------------

    def _overkill(self) -> Sum:
        total = self.variables.sum()
        for name in [*opposing_walkers(self.combat), *self.combat.battles]:
            left = self.variables.sum(
                {**self.board.state.loyalty, **self.board.state.defense}[name]
            )
            for number, step in enumerate(self.board.steps):
                dealt = self.board.targets.total([step], name)
                beyond = self.variables.sum(dealt, (left, -1))
                label = f"{name} overkill {number}"
                self.variables.add(total, self.variables.excess(beyond, label))
                left = self.variables.excess(
                    self.variables.sum(left, (dealt, -1)), f"{name} left {number}"
                )
        for name in opposing_creatures(self.combat):
            if name in self.board.limits:
                self._creature_overkill(total, name)
        return total

    def _creature_overkill(self, total: Sum, name: str) -> None:
        variables = self.variables
        needed = variables.sum(self.board.limits[name].needed)
        for number, step in enumerate(self.board.steps):
            cells = step.towards(name)
            dealt = variables.sum(*(cell.amount for cell in cells))
            touching = variables.sum(*(c.amount for c in cells if c.division.deathtouch))
            touched = variables.reaches(touching, 1, f"{name} touched {number}")
            label = f"{name} overkill {number}"
            # Lethal damage is `needed`, but 1 at most where a deathtouch source took part.
            spared = variables.excess(variables.sum(needed, -1), f"{label} spared")
            spared = self._if(touched, spared, f"{label} touch spares")
            beyond = variables.sum(dealt, (needed, -1), spared)
            variables.add(total, variables.excess(beyond, label))
            needed = variables.excess(variables.sum(needed, (dealt, -1)), f"{label} needed")

    def _if(self, condition: Value, amount: Sum, name: str) -> Sum:
        """Return the amount where a condition holds, else 0."""
        variables = self.variables
        if isinstance(condition, int) or amount.is_constant:
            return (
                variables.sum((condition, amount.constant))
                if amount.is_constant
                else (amount if condition else variables.sum())
            )
        result = variables.sum(variables.integer(0, amount.high, name))
        variables.at_most(variables.sum(result, (condition, -amount.high)), 0)
        variables.at_most(variables.sum(result, (amount, -1)), 0)
        variables.at_least(
            variables.sum(result, (amount, -1), (condition, -amount.high)), -amount.high
        )
        return result


def own_loss(replies: Replies, objective: Objective, deaths: Mapping[str, Value]) -> Sum:
    """Return the part of an objective that the defending side decides, to be maximised."""
    combat = replies.combat
    parts = []
    for name in own_creatures(combat):
        value = combat.creatures[name].value
        weight = objective.weights.get("own_losses", 0)
        weight += objective.weights.get("own_loss_value", 0) * value
        parts.append((deaths.get(name, 0), weight * objective.sense))
    return replies.variables.sum(*parts)
