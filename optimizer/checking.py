"""Is an answer legal: its attacks, its blocks and its damage (508.1, 509.1, 510.1)."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from engine.combat import Combat
from engine.declarations import judge_attacks, judge_blocks, with_attacks, with_blocks
from engine.legality import check_assignment
from engine.violation import Violation
from engine.window import Window
from optimizer.requirements import most_attack_requirements, most_block_requirements

if TYPE_CHECKING:
    from engine.resources.use import Use

JUDGED = ("attacks", "uses", "blocks", "steps")
"""What of an answer can be judged."""


def judge_answer(
    combat: Combat, answer: Mapping[str, Any], *, declarations: bool = False
) -> tuple[Violation, ...]:
    """Judge what an answer says, in the order in which it happens.

    Parameters
    ----------
    combat
        The combat.
    answer
        Any of ``attacks``, ``uses``, ``blocks`` and ``steps``, as in an output document. Attacks
        and blocks take the place of those in the combat; without ``uses`` nobody uses a card.
    declarations
        Judge the attacks and blocks of the combat as well, where the answer has none, as though
        they had been declared.

    Returns
    -------
    tuple of Violation
        Every violation; empty if all of it is legal. Blocks are judged only under legal attacks,
        and damage only under legal declarations.

    Raises
    ------
    DocumentError
        If the answer is not about objects of this combat.
    """
    violations: tuple[Violation, ...] = ()
    if "attacks" in answer:
        attacks = answer["attacks"]
        violations = judge_attacks(combat, attacks, most_attack_requirements(combat))
        if violations:
            return violations
        combat = with_blocks(with_attacks(combat, attacks), {})
    elif declarations:
        before = _before_attacks(combat)
        own = {c.id: c.attacking for c in combat.attackers if c.attacking is not None}
        violations = judge_attacks(before, own, most_attack_requirements(before))
    uses: tuple[Use, ...] = ()
    early: tuple[Use, ...] = ()
    if "uses" in answer:
        from engine.resources.reading_uses import read_uses
        from engine.resources.whole import in_window

        uses = read_uses(combat, answer["uses"])
        early = in_window(uses, Window.BEFORE_BLOCKS)
    if early and not violations:
        from engine.resources import play_uses
        from engine.resources.whole import check_resolved
        from engine.state import State

        combat = with_blocks(combat, {}) if "blocks" in answer else combat
        violations = check_resolved(combat, early, State.beginning(combat))
        if violations:
            return violations
        combat = play_uses(combat, early)
    if "blocks" in answer:
        blocks = answer["blocks"]
        violations += judge_blocks(combat, blocks, most_block_requirements(combat))
        if not violations:
            combat = with_blocks(combat, blocks)
    elif declarations:
        blocks = {name: c.blocking for name, c in combat.creatures.items() if c.blocking}
        violations += judge_blocks(combat, blocks, most_block_requirements(combat))
    if violations:
        return violations
    if uses:
        from engine.resources.whole import check_combat

        return check_combat(combat, uses, answer.get("steps"), early)
    if "steps" not in answer:
        return ()
    return check_assignment(replace(combat, resources={}), answer["steps"])


@dataclass(frozen=True)
class Judgement:
    """What an answer breaks."""

    violations: tuple[Violation, ...]

    def to_document(self) -> dict[str, object]:
        """Return it as an output document."""
        return verdict_document(self.violations)


def verdict_document(violations: Iterable[Violation]) -> dict[str, object]:
    """Return a judgement as a JSON object."""
    found = [
        {"rule": v.rule, "message": v.message, "step": v.step.value, "source": v.source}
        for v in violations
    ]
    return {"legal": not found, "violations": found}


def _before_attacks(combat: Combat) -> Combat:
    """Return the combat as it was before its attackers were declared.

    They were untapped then, as attacking taps them (508.1f). Where what one attacked has left
    combat, it is not known if it did what it had to; nothing is required of it.
    """
    groups = tuple(
        replace(group, tapped=False, must_attack=group.attacking is not None and group.must_attack)
        if group.attacks
        else group
        for group in combat.groups
    )
    return replace(combat, groups=groups)
