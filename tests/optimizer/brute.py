"""Every play of the active side on a small board, and what each is worth: plain enumeration.

What is legal and what it does is asked of the engine; the oracle of `tests.oracle` has the rules
again, for what it supports.
"""

import random
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from copy import deepcopy
from dataclasses import replace
from itertools import combinations_with_replacement, permutations, product
from math import comb
from typing import Any

from engine import Combat, Step, read_combat
from engine.assignment import Assigned, StepAssignment
from engine.divisions import Division, conditional_divisions, divisions
from engine.legality import judge_step
from engine.state import State
from engine.steps import Outcome, advance, next_step
from optimizer.choices import splits
from tests.conftest import Document
from tests.oracle.boards import PRESETS, Bias, random_board

Row = tuple[str, str, int]
Play = tuple[tuple[Row, ...], ...]
"""For each step in which it is not an answer: source, target, amount, sorted."""
Vector = tuple[int, ...]
Worth = Callable[[Outcome], Vector]
"""What an outcome is worth; more is better."""

BIASES = (
    Bias(max_power=4, max_attackers=3, trivial=0),
    Bias(max_power=4, max_attackers=3, shared_blockers=0.9, trample=0.6, trivial=0),
    Bias(max_power=3, max_attackers=3, strikes=0.4, trivial=0),
    *(replace(bias, max_power=3, trivial=0.05) for bias in PRESETS.values()),
)


class Brute:
    """All plays of a combat."""

    def __init__(self, combat: Combat, worth: Worth) -> None:
        self.combat = combat
        self.worth = worth
        self.start = State.beginning(combat)

    def plays(self) -> dict[Play, Vector]:
        """Return every play with the worst that the other side can make of it.

        Where something may be chosen after the active side's move in the first of two steps, a play
        is the first step's.
        """
        step = next_step(self.start, None)
        assert step is not None
        firsts = {
            own: [self.after(self.start, step, moves)
                  for moves in self.replies(self.start, step, own)]
            for own in self.moves(self.start, step, True, ())
        }  # fmt: skip
        found: dict[Play, Vector] = {}
        if next_step(self.start, step) is None:
            for own, afters in firsts.items():
                found[(rows(own),)] = min(
                    max(self.worth(self.outcome([one])) for one in ways) for ways in afters
                )
        elif self.is_open(firsts.values()):
            for own, afters in firsts.items():
                found[(rows(own),)] = min(max(self.value(one) for one in ways) for ways in afters)
        else:
            for own, afters in firsts.items():
                for second, value in self.seconds(afters[0][0]):
                    found[rows(own), rows(second)] = value
        return found

    @staticmethod
    def is_open(firsts: Iterable[list[list[Any]]]) -> bool:
        """Whether something may be chosen after some move in the first step."""
        return any(len(afters) > 1 or len(afters[0]) > 1 for afters in firsts)

    def seconds(
        self, first: tuple[StepAssignment, Any]
    ) -> Iterator[tuple[tuple[Assigned, ...], Vector]]:
        """Yield every second move after a first step, with its worth."""
        state, step = first[1].after, next_step(first[1].after, first[0].step)
        if step is None:
            yield (), self.worth(self.outcome([first]))
            return
        for own in self.moves(state, step, True, ()):
            afters = [self.after(state, step, moves) for moves in self.replies(state, step, own)]
            yield (
                own,
                min(
                    max(self.worth(self.outcome([first, one])) for one in own_ways)
                    for own_ways in afters
                ),
            )

    def value(self, first: tuple[StepAssignment, Any]) -> Vector:
        """Return the value after the first step."""
        return max(value for _, value in self.seconds(first))

    def outcomes(self, own: Sequence[Assigned]) -> list[Outcome]:
        """Return all that may come of a move in a single step, where nothing shields one's own."""
        step = next_step(self.start, None)
        assert step is not None
        return [
            self.outcome([self.after(self.start, step, moves)[0]])
            for moves in self.replies(self.start, step, own)
        ]

    def outcome(self, played: Sequence[tuple[StepAssignment, Any]]) -> Outcome:
        given, events = zip(*played, strict=True)
        return Outcome(self.combat, given, events, events[-1].after)

    def after(
        self, state: State, step: Step, moves: tuple[tuple[Assigned, ...], tuple[Assigned, ...]]
    ) -> list[tuple[StepAssignment, Any]]:
        """Return all that the active side may make of both moves with its shields."""
        every, prevented = moves
        found = []
        for own in splits(state, every, active=True):
            given = StepAssignment(step, every, (*prevented, *own))
            found.append((given, advance(state, given)))
        return found

    def replies(
        self, state: State, step: Step, own: Sequence[Assigned]
    ) -> list[tuple[tuple[Assigned, ...], tuple[Assigned, ...]]]:
        """Return both moves together, with how the other side's shields are split."""
        return [
            ((*own, *other), prevented)
            for other in self.moves(state, step, False, own)
            for prevented in splits(state, (*own, *other), active=False)
        ]

    def moves(
        self, state: State, step: Step, active: bool, known: Sequence[Assigned]
    ) -> Iterator[tuple[Assigned, ...]]:
        """Yield one side's legal moves, the other side's being known or not made yet."""
        every = divisions(state, step)
        side = self.combat.active_side
        due = [d for d in every if (d.divider in side) is active]
        sources = {d.source for d in due}
        seen = set()
        for parts in product(*(list(_ways(division)) for division in due)):
            own = tuple(a for part in parts for a in part)
            others = known if known or not active else _forced(every, sources)
            wrong = judge_step(state, step, (*own, *others))
            if not any(v.source in sources for v in wrong) and frozenset(own) not in seen:
                seen.add(frozenset(own))
                yield own


def _forced(every: Sequence[Division], sources: set[str]) -> list[Assigned]:
    return [
        Assigned(d.source, d.options[0].recipients[0].id, d.amount)
        for d in every
        if d.source not in sources and d.is_forced and d.options[0].recipients
    ]


def _ways(division: Division) -> Iterator[tuple[Assigned, ...]]:
    for option in division.options:
        names = [recipient.id for recipient in option.recipients]
        if not names:
            yield ()
        for cuts in combinations_with_replacement(range(len(names)), division.amount):
            amounts = [(name, cuts.count(k)) for k, name in enumerate(names)]
            if names:
                yield tuple(Assigned(division.source, name, n) for name, n in amounts if n)


def size(combat: Combat) -> int:
    """Return in how many ways a combat can be played at most, shields and gates aside."""
    state, count = State.beginning(combat), 1
    for step in combat.steps:
        for division in conditional_divisions(state, step):
            count *= (
                sum(
                    comb(division.amount + len(option.recipients) - 1, division.amount)
                    for option in division.options
                    if option.recipients
                )
                or 1
            )
    return count


def small_boards(rng: random.Random, count: int, most: int) -> Iterator[Document]:
    """Yield random boards of all kinds, many of them with identical creatures."""
    found = 0
    while found < count:
        document = random_board(rng, bias=BIASES[found % len(BIASES)])
        if rng.random() < 0.6:
            document = with_twins(rng, document)
        if size(read_combat(document)) <= most:
            found += 1
            yield document


def rows(assigned: Sequence[Assigned]) -> tuple[Row, ...]:
    return tuple(sorted((a.source, a.target, a.amount) for a in assigned))


# --- identical creatures, by trying all permutations ------------------------------------------


def symmetries(document: Document, wishes: Iterable[str] = ()) -> list[dict[str, str]]:
    """Return all ways to rename creatures that lead to the same document and wishes.

    Attackers keep their blockers and blockers keep their attackers: only creatures that change
    places with nobody else moving count as identical.
    """
    names = [entry["id"] for entry in document["creatures"]]
    document = document | {"wishes": [re.split(r"[()]", wish) for wish in wishes]}
    plain = _described(document, {})
    swaps = {
        (one, other)
        for one, other in permutations(names, 2)
        if _described(document, {one: other, other: one}) == plain
    }
    classes: list[list[str]] = []
    for name in names:
        for members in classes:
            if (members[0], name) in swaps:
                members.append(name)
                break
        else:
            classes.append([name])
    return [
        {old: new for before, after in zip(classes, choice, strict=True)
         for old, new in zip(before, after, strict=True)}
        for choice in product(*(list(permutations(members)) for members in classes))
    ]  # fmt: skip


def _described(document: Document, renamed: dict[str, str]) -> object:
    """Return a document with renamed creatures, where only the order of things is not looked at."""

    def name(text: str) -> str:
        return renamed.get(text, text)

    def described(value: object, key: str = "") -> object:
        if isinstance(value, dict):
            return frozenset((name(k), described(v, k)) for k, v in value.items())
        if isinstance(value, list):
            if key in ("damage_order",):
                return tuple(described(v) for v in value)
            return frozenset((described(v), value.count(v)) for v in value)
        return name(value) if isinstance(value, str) else value

    return described(document)


def orbits(plays: Sequence[Play], symmetries: Sequence[dict[str, str]]) -> int:
    """Count plays, those that differ by a symmetry only once."""
    left, count = set(plays), 0
    while left:
        play = next(iter(left))
        left -= {
            tuple(tuple(sorted((s.get(a, a), s.get(b, b), n) for a, b, n in step)) for step in play)
            for s in symmetries
        }
        count += 1
    return count


def with_twins(rng: random.Random, document: Document, most: int = 2) -> Document:
    """Return a document in which some creatures have got identical twins."""
    document = deepcopy(document)
    if document.get("after_first_strike") or document.get("rules") == "ordered":
        return document
    for _ in range(rng.randint(1, most)):
        entry = rng.choice(document["creatures"])
        if entry.get("commander"):
            continue
        name = f"{entry['id']}t"
        if any(other["id"] == name for other in document["creatures"]):
            continue
        document["creatures"].append(deepcopy(entry) | {"id": name})
        for other in document["creatures"]:
            if entry["id"] in other.get("blocking", ()):
                other["blocking"] = [*other["blocking"], name]
    return document
