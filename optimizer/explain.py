"""Why not: the fewest facts that forbid a wish, in the rules' words, or how to meet it.

A fact is something that could be otherwise: a gate, an amount, whom a creature may damage, what is
prevented, what the other side does. A set of facts forbids a wish if it cannot be met as long as
they hold, *whatever else* may be so; it explains it if none of them is needless. Both are found by
solving the combat with the other facts switched off (`engine.relaxation`).
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from time import perf_counter

from engine.combat import Combat
from engine.scope import require_supported
from optimizer.damage import solve_damage
from optimizer.reasons.arithmetic import closing_sum
from optimizer.reasons.facts import Fact as Fact
from optimizer.reasons.facts import Kind
from optimizer.reasons.impossible import contradictions
from optimizer.reasons.question import Question, TimeUpError
from optimizer.reasons.smallest import Smallest
from optimizer.solution import Solution, Status
from optimizer.wishes import read_wishes

PATIENCE = 20.0
"""Seconds to look for the fewest facts, if there is no deadline."""

# Among as many facts, those that are easier to see come first.
_WEIGHTS = {
    Kind.AMOUNT: 1,
    Kind.GATE: 1,
    Kind.RECIPIENTS: 2,
    Kind.STEP: 2,
    Kind.RESULT: 2,
    Kind.DIVIDER: 3,
    Kind.MODIFIER: 3,
    Kind.OTHER_SIDE: 3,
}


@dataclass(frozen=True)
class Explanation:
    """Whether a wish can be met: how, or why not.

    Attributes
    ----------
    wish
        What was asked, side wishes included.
    possible
        It can be met. If `solution` says ``feasible``, the deadline passed before this was known.
    solution
        An assignment that meets it, or the answer ``infeasible``.
    facts
        Why it cannot be met: facts that together forbid it, in reading order.
    sum
        A sum that closes the explanation, such as ``giant and knight together have 7; 4 + 5 = 9``.
    verified
        Both were solved: with these facts alone it is impossible, without any one of them it is
        possible. If it can be met: the engine has checked the solution.
    smallest
        No smaller set of facts forbids it.
    """

    wish: str
    possible: bool
    solution: Solution
    facts: tuple[Fact, ...] = ()
    sum: str | None = None
    verified: bool = False
    smallest: bool = False

    def to_document(self) -> dict[str, object]:
        """Return it as an output document: the reason, or the solution's own with the answer."""
        document: dict[str, object] = {"wish": self.wish, "possible": self.possible}
        document |= self.solution.to_document()
        if self.solution.status is Status.INFEASIBLE:
            document["reason"] = {
                "facts": [fact.to_document() for fact in self.facts],
                "sum": self.sum,
                "verified": self.verified,
                "smallest": self.smallest,
            }
        return document

    def __str__(self) -> str:
        if self.possible:
            return "\n".join([f"{self.wish}: possible", *_how(self.solution)])
        if self.solution.status is not Status.INFEASIBLE:
            return f"{self.wish}: not known, the deadline passed"
        lines = [f"{self.wish}: not possible, because"]
        lines += [f"- {fact}" for fact in self.facts]
        if self.sum is not None:
            lines.append(f"So {self.sum}.")
        if not self.verified:
            lines.append("(Not verified: some of this may be needless.)")
        return "\n".join(lines)


def explain(
    combat: Combat, wish: str, wishes: Iterable[str] = (), deadline: float | None = None
) -> Explanation:
    """Say how a wish can be met, or why it cannot.

    Parameters
    ----------
    combat
        The combat, attacks and blocks given.
    wish
        A wish (`optimizer.wishes`).
    wishes
        Others that must hold as well.
    deadline
        Seconds to spend, from when the solver is loaded; None waits for the answer, and `PATIENCE`
        for the fewest facts.

    Raises
    ------
    DocumentError
        If a wish cannot be read, or the combat uses what is not supported.
    """
    import optimizer.encoding.game  # noqa: F401  (loads the solver; the time starts then)

    require_supported(combat)
    started = perf_counter()
    texts = (wish, *([wishes] if isinstance(wishes, str) else wishes))
    wanted = read_wishes(combat, texts)
    solution = solve_damage(combat, (), texts, deadline)
    asked = " and ".join(text.strip() for text in texts)
    if solution.status is not Status.INFEASIBLE:
        met = solution.wishes_met
        return Explanation(asked, met, solution, verified=met)
    limit = None if deadline is None else started + deadline
    question = Question(combat, wanted, limit)
    try:
        if question.is_possible(()) is False:
            never = tuple(contradictions(combat, wanted, limit))
            return Explanation(asked, False, solution, never, None, True, len(never) == 1)
    except TimeUpError:
        pass
    return _why_not(asked, question, solution, PATIENCE if deadline is None else deadline / 2)


def _why_not(asked: str, question: Question, solution: Solution, patience: float) -> Explanation:
    candidates = question.candidates
    weights = [_WEIGHTS[candidate.kind] for candidate in candidates]

    def is_possible(held: Iterable[int], thorough: bool) -> bool | None:
        return question.is_possible(frozenset(held), thorough=thorough)

    found = Smallest(weights, is_possible, patience).find()
    numbers = sorted(found.facts)
    verified = found.is_forbidding and _is_needed(question, found.facts)
    kept = [candidates[k] for k in numbers]
    return Explanation(
        asked,
        False,
        solution,
        tuple(candidate.fact for candidate in kept),
        closing_sum(question.combat, question.wishes, kept),
        verified,
        verified and found.is_smallest,
    )


def _is_needed(question: Question, facts: frozenset[int]) -> bool:
    """Say whether none of the facts is needless: without any one of them it is possible."""
    try:
        return all(question.is_possible(facts - {k}) for k in facts)
    except TimeUpError:
        return False


def _how(solution: Solution) -> Sequence[str]:
    """Return the assignment in words, one line for each creature and step."""
    assert solution.outcome is not None
    lines = []
    for step in solution.outcome.steps:
        by_source: dict[str, list[str]] = {}
        for a in step.assignments:
            by_source.setdefault(a.source, []).append(f"{a.amount} to {a.target}")
        when = f" ({step.step.value.replace('_', ' ')})" if len(solution.outcome.steps) > 1 else ""
        lines += [f"- {name} assigns {', '.join(to)}{when}" for name, to in by_source.items()]
    return lines
