"""A combat after uses is a combat: on random boards, against the document and the steps."""

import random

import pytest

from engine import Combat, play, read_combat, write_document
from engine.assignment import Assigned, StepAssignment
from engine.combat import Step
from engine.participation import assigned_amount, takes_part
from engine.resources import (
    Use,
    Way,
    Window,
    check_uses,
    play_uses,
    possible_uses,
    resolve,
    rest_of,
    settled,
)
from engine.resources.table import trick_table
from engine.state import State
from engine.steps import advance
from tests.conftest import Document, attacker, blocker, board, creature, walker
from tests.oracle.boards import EVERYTHING, INTERLUDE, random_board

NAMES = [card.name for card in trick_table() if card.timing == "instant" or card.cycling]


@pytest.mark.parametrize("bias", [None, EVERYTHING], ids=["plain", "everything"])
def test_every_use_of_random_cards_is_legal_and_leaves_a_combat(bias: object) -> None:
    """What a combat becomes is one that the rules allow: its document is read as the same."""
    random_ = random.Random(11)
    count = 0
    for _ in range(60):
        document = random_board(random_, bias=bias)  # type: ignore[arg-type]
        players = list(document["players"])[:2]
        mana = {"any": 9, "C": 9}
        document["resources"] = {
            name: {"mana": mana, "hand": random_.sample(NAMES, 3)} for name in players
        }
        combat = read_combat(document)
        for player in players:
            uses = possible_uses(combat, player, Window.AFTER_BLOCKS)
            for use in random_.sample(uses, min(4, len(uses))):
                assert check_uses(combat, [use]) == ()
                after = play_uses(combat, [use])
                if not resolve(State.beginning(combat), [use]).is_over:
                    assert read_combat(write_document(after)) == after, (document, use)
                count += 1
    assert count > 200


def _any_assignment(state: State, step: Step, random_: random.Random) -> StepAssignment:
    """Assign all of each creature's damage to one of those that it may hit."""
    combat, rows = state.combat, []
    for name, one in state.creatures.items():
        if name in state.left or not takes_part(state, name, step):
            continue
        amount = assigned_amount(one, state.counters.get(name, 0))
        target = combat.creatures[name].attacking
        fought = [other for other in combat.fighting_order(name) if other not in state.gone]
        free = one.attacks and not combat.is_blocked(name) and target is not None
        if free and target not in state.gone and target not in state.lost:
            fought.append(str(target))
        if amount > 0 and fought:
            rows.append(Assigned(name, random_.choice(fought), amount))
    return StepAssignment(step, tuple(rows))


def test_the_second_step_is_the_same_as_a_combat_of_its_own() -> None:
    random_ = random.Random(12)
    count = 0
    for k in range(120):
        bias = INTERLUDE if k % 2 else EVERYTHING
        state = State.beginning(read_combat(random_board(random_, steps=2, bias=bias)))
        assigned = _any_assignment(state, Step.FIRST_STRIKE, random_)
        state = advance(state, assigned).after
        if state.is_over:
            continue
        rest = rest_of(state)
        assert rest.steps == (Step.REGULAR,)
        assert read_combat(write_document(rest)) == rest
        second = _any_assignment(state, Step.REGULAR, random.Random(k))
        assert second == _any_assignment(State.beginning(rest), Step.REGULAR, random.Random(k))
        one, other = advance(state, second).after, play(rest, [second]).final
        assert one.died - state.died == other.died
        assert one.lost - state.lost == other.lost
        for player in rest.players:
            assert (one.life[player], one.poison[player]) == (
                other.life[player],
                other.poison[player],
            )
        count += 1
    assert count > 80


def test_nothing_used_changes_nothing() -> None:
    combat = read_combat(random_board(random.Random(13)))
    assert settled(State.beginning(combat)) == combat
    assert play_uses(combat, []) == combat


BOLT: Document = {
    "name": "Bolt",
    "cost": "{0}",
    "timing": "instant",
    "effects": [{"kind": "damage", "target": "any", "amount": 3}],
}


def _use(*targets: str, card: int = 0) -> Use:
    return Use("A", card, Way.CAST, Window.AFTER_BLOCKS, targets=targets)


class TestPlayersWhoLose:
    def combat(self, players: str) -> Combat:
        lives = {name: {"life": 3 if name == "B" else 20} for name in players}
        return read_combat(
            board(
                attacker("x 4/4", "B"), attacker("y 2/2", "j"), attacker("z 1/1", players[-1]),
                blocker("w 2/2", "x"),
                players=lives, planeswalkers=[walker("j", 3)],
                resources={"A": {"hand": [BOLT]}, "B": {"hand": ["Shock"]}},
            )
        )  # fmt: skip

    def test_800_4a_in_a_game_that_goes_on_they_leave_with_all_they_own(self) -> None:
        after = play_uses(self.combat("ABC"), [_use("B")])
        assert set(after.players) == {"A", "C"}
        assert set(after.creatures) == {"x", "y", "z"}
        assert after.planeswalkers == {}
        assert set(after.resources) == {"A"}
        assert [after.creatures[name].attacking for name in "xyz"] == [None, None, "C"]
        assert read_combat(write_document(after)) == after

    def test_104_2a_where_the_game_is_over_the_life_says_so(self) -> None:
        after = play_uses(self.combat("AB"), [_use("B")])
        assert after.players["B"].life == 0

    def test_nothing_resolves_after_the_end(self) -> None:
        combat = read_combat(
            board(creature("A x 1/1"), players={"A": {"life": 3}, "B": {"life": 3}},
                  resources={"A": {"hand": [BOLT, BOLT]}})
        )  # fmt: skip
        state = resolve(State.beginning(combat), [_use("B"), _use("A", card=1)])
        assert state.lost == {"B"}
