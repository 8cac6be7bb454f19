"""What may be declared, as data: pairs, limits and requirements (508.1c-d, 509.1b-c)."""

from collections.abc import Collection
from dataclasses import dataclass

from engine.violation import Declaring, Violation

Pair = tuple[str, str]
"""A blocker and an attacker that it blocks, or an attacker and what it attacks: single ids."""


@dataclass(frozen=True, slots=True)
class Limit:
    """How many of some choices may be made at once: none, or from `fewest` to `most`.

    Attributes
    ----------
    subject
        The creature that may block, or be blocked by, only so many.
    choices
        Each counts once, however many of its pairs are declared: to a blocker, the members of an
        attacking band are one attacker.
    most
        None if there may be any number.
    rule, reason
        The rule's number, and what it says about the subject.
    """

    subject: str
    choices: tuple[tuple[Pair, ...], ...]
    fewest: int
    most: int | None
    rule: str
    reason: str

    def made(self, declared: Collection[Pair]) -> int:
        """Return how many of the choices a declaration makes."""
        return sum(any(pair in declared for pair in pairs) for pairs in self.choices)

    def allows(self, number: int) -> bool:
        """Say whether so many of the choices may be made."""
        return number == 0 or (number >= self.fewest and (self.most is None or number <= self.most))


@dataclass(frozen=True, slots=True)
class Requirement:
    """Something that a creature must do, or that must be done to it, if able.

    Attributes
    ----------
    subject
        The creature that says so.
    met_by
        Declaring any of these pairs meets it. Never empty: what nothing can meet is left out.
    text
        What it requires, with the creatures' names.
    """

    subject: str
    met_by: tuple[Pair, ...]
    text: str

    def is_met(self, declared: Collection[Pair]) -> bool:
        """Say whether a declaration obeys it."""
        return any(pair in declared for pair in self.met_by)


@dataclass(frozen=True, slots=True)
class DeclarationRules:
    """All that a declaration of attackers or of blockers must keep to.

    Attributes
    ----------
    step
        What is declared.
    pairs
        All that restrictions allow by themselves; a declaration consists of some of them.
    limits
        Those that some choice of pairs would break.
    requirements
        As many of these as can be met at once must be met.
    """

    step: Declaring
    pairs: tuple[Pair, ...]
    limits: tuple[Limit, ...]
    requirements: tuple[Requirement, ...]

    @property
    def possible(self) -> dict[str, list[str]]:
        """The pairs by the creature that declares: whom it may block, or what it may attack."""
        found: dict[str, list[str]] = {}
        for name, other in self.pairs:
            found.setdefault(name, []).append(other)
        return found

    def broken_limits(
        self, declared: Collection[Pair], unsure: Collection[str] = ()
    ) -> list[Violation]:
        """Return a violation for each limit that a declaration of allowed pairs does not keep.

        Parameters
        ----------
        unsure
            Subjects that were also declared with pairs that are not allowed, which is reported on
            its own: nothing is said about there being too few of them.
        """
        return [
            Violation(limit.rule, f"{limit.reason}, not {made}", self.step, limit.subject)
            for limit in self.limits
            if not limit.allows(made := limit.made(declared))
            and not (limit.subject in unsure and made < limit.fewest)
        ]

    def met(self, declared: Collection[Pair]) -> int:
        """Return how many requirements a declaration meets."""
        return sum(requirement.is_met(declared) for requirement in self.requirements)

    def unmet(self, declared: Collection[Pair], most: int) -> list[Violation]:
        """Return the violation of a legal declaration that meets fewer requirements than it could.

        Parameters
        ----------
        most
            The highest number of requirements that a declaration within the restrictions meets.

        Raises
        ------
        ValueError
            If the declaration meets more than that, so that `most` is wrong.
        """
        open_ones = [r for r in self.requirements if not r.is_met(declared)]
        met = len(self.requirements) - len(open_ones)
        if met > most:
            raise ValueError(f"a declaration meets {met} requirements, but {most} were the most")
        if met == most:
            return []
        rule = "508.1d" if self.step is Declaring.ATTACKERS else "509.1c"
        reason = (
            f"requirements met: {met}, but {most} can be met at once; not met: "
            f"{', '.join(requirement.text for requirement in open_ones)}"
        )
        return [Violation(rule, reason, self.step, open_ones[0].subject)]
