"""The second arena: nothing but creature combats, turn after turn, from a random board.

Each side begins with some creatures and gets one more at the beginning of each of its turns, the
same ones whoever plays the side. Damage is divided for both players by `solve_damage`, so that what
is compared is the declarations alone. The engine judges every one.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from random import Random
from time import perf_counter

from benchmarks.arena.games import Game
from benchmarks.arena.thumbs import Player
from benchmarks.drawing import Document, board, draw
from engine.combat import Combat
from engine.declarations import judge_attacks, judge_blocks, with_attacks, with_blocks
from engine.objects import Creature
from engine.reading import read_combat
from engine.state import State
from optimizer.damage import solve_damage
from optimizer.declaring.next_turn import next_turn
from optimizer.requirements import most_attack_requirements, most_block_requirements

SIDES = ("A", "B")
TURNS = 40
"""A game that is not over after so many turns is drawn."""
_DECLARED = frozenset({"vigilance", "haste", "menace", "defender"})
"""Keywords that bear on what may be declared, and are drawn besides those of damage."""


class IllegalError(RuntimeError):
    """A player has declared what the rules do not allow."""


@dataclass(frozen=True)
class Start:
    """A board, and what each side gets later; A begins."""

    combat: Combat
    later: Mapping[str, tuple[Creature, ...]]


def start(seed: int) -> Start:
    """Draw a game: 2 to 6 creatures a side, and one more for each turn."""
    random = Random(seed)
    drawn: dict[str, list[Document]] = {
        side: [_drawn(random, f"{side.lower()}{k}", side) for k in range(random.randint(2, 6))]
        for side in SIDES
    }
    lives = dict.fromkeys(SIDES, 20)
    combat = read_combat(board([c for side in SIDES for c in drawn[side]], lives))
    later = {
        side: tuple(
            _read(_drawn(random, f"{side.lower()}{len(drawn[side]) + k}", side))
            for k in range(TURNS // 2)
        )
        for side in SIDES
    }
    return Start(combat, later)


def _drawn(random: Random, name: str, side: str) -> Document:
    return draw(random, name, side, also=_DECLARED)


def _read(document: Document) -> Creature:
    lives = dict.fromkeys(SIDES, 20)
    return replace(read_combat(board([document], lives)).groups[0], summoning_sick=True)


def play(begun: Start, players: Mapping[str, Player], watched: str) -> Game:
    """Play a game to its end.

    Parameters
    ----------
    players
        Who plays which side.
    watched
        The side whose result and times are given.

    Raises
    ------
    IllegalError
        If a player has declared what is not allowed.
    """
    combat, times = begun.combat, []
    for turn in range(TURNS):
        side = combat.active_player
        arrived = begun.later[side][turn // 2]
        combat = replace(combat, groups=(*combat.groups, arrived))
        other = next(name for name in SIDES if name != side)
        began = perf_counter()
        attacks = players[side].choose_attack(combat)
        if side == watched:
            times.append(perf_counter() - began)
        _refuse(combat, judge_attacks(combat, attacks, most_attack_requirements(combat)))
        combat = with_attacks(combat, attacks)
        if attacks:
            began = perf_counter()
            blocks = players[other].choose_blocks(combat)
            if other == watched:
                times.append(perf_counter() - began)
            _refuse(combat, judge_blocks(combat, blocks, most_block_requirements(combat)))
            combat = with_blocks(combat, {name: tuple(own) for name, own in blocks.items()})
        final = _damage(combat)
        if final.lost:
            won = None if len(final.lost) == len(SIDES) else watched not in final.lost
            return Game(won, turn + 1, tuple(times))
        following = next_turn(final)
        assert following is not None  # both are alive
        combat = following
    return Game(None, TURNS, tuple(times))


def _damage(combat: Combat) -> State:
    outcome = solve_damage(combat, ["play"]).outcome
    assert outcome is not None  # nothing is wished for
    return outcome.final


def _refuse(combat: Combat, violations: tuple[object, ...]) -> None:
    if violations:
        raise IllegalError(f"{'; '.join(map(str, violations))}\n{combat!r}")
