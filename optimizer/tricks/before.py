"""Cards used before the blocks: then the blocks are declared, and more may be used after them.

If the cards are an attacking player's, the defending side does not know them: it blocks as
`optimizer.declaring.blocks` does where nothing more is used. If they are a defending player's, it
chooses its blocks knowing what it will use.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from engine.combat import Combat
from engine.declarations import block_rules, with_blocks
from engine.resources.playing import settled
from engine.resources.uses import Window
from engine.state import State
from optimizer.declaring.blocks import best_blocks
from optimizer.declaring.every import Blocks, declarations
from optimizer.declaring.gangs import Memory
from optimizer.requirements import most_block_requirements
from optimizer.tricks.answer import Before, answered
from optimizer.tricks.hand import Hand
from optimizer.tricks.lines import Line, lines
from optimizer.tricks.planning import Plan, best_plan
from optimizer.tricks.solution import Tricks
from optimizer.tricks.worth import Asked, TimeUpError


@dataclass(frozen=True)
class _Way:
    """What is used before the blocks, the blocks, and the plan after them."""

    before: Before
    blocked: Combat
    asked: Asked
    plan: Plan

    @property
    def size(self) -> int:
        return len(self.before.uses) + len(self.plan.uses)


def with_blocks_to_come(
    combat: Combat, hand: Hand, asked: Asked, texts: Sequence[str], started: float
) -> Tricks:
    """Return the best of what may be used before and after blocks that are to be declared.

    Parameters
    ----------
    texts
        The objectives as they are written out.
    """
    bare = with_blocks(combat, {})
    best: _Way | None = None
    is_proven = True
    try:
        for way in _ways(bare, hand, asked, texts):
            is_proven = is_proven and way.plan.is_proven
            if best is None or (way.plan.worth, -way.size) > (best.plan.worth, -best.size):
                best = way
    except TimeUpError:
        is_proven = False
    if best is None:  # the time was too short for anything
        state = State.beginning(bare)
        blocks = next(declarations(block_rules(bare), most_block_requirements(bare)))
        before = Before(bare, (), state, blocks)
        best = _Way(before, with_blocks(bare, blocks), asked, Plan((), is_proven=False))
    plan = best.plan if is_proven else best.plan.unproven
    return answered(best.blocked, best.asked, plan, started, best.before)


def _ways(bare: Combat, hand: Hand, asked: Asked, texts: Sequence[str]) -> Iterator[_Way]:
    def check() -> None:
        if asked.is_late:
            raise TimeUpError

    window = lines(
        State.beginning(bare),
        hand,
        lambda state, spent: hand.possible(state, Window.BEFORE_BLOCKS, spent),
        check=check,
    )
    for line in window:
        died = tuple(line.state.creatures[name] for name in sorted(line.state.died))
        then = replace(asked, died=died)
        attacked = settled(line.state)
        for blocks in _blocks(attacked, line, then, texts):
            check()
            blocked = with_blocks(attacked, blocks)
            plan = best_plan(blocked, hand.after(line.items), then)
            if plan.worth:
                yield _Way(Before(bare, line.uses, line.state, blocks), blocked, then, plan)


def _blocks(combat: Combat, line: Line, asked: Asked, texts: Sequence[str]) -> Iterator[Blocks]:
    """Yield the blocks that may follow: the best ones, or all, of a side that knows its cards."""
    rules = block_rules(combat)
    if not rules.pairs or line.state.is_over:
        yield {}
    elif asked.by_active:
        plain = replace(combat, resources={})
        yield best_blocks(plain, texts, asked.objectives, asked.end, Memory()).blocks
    else:
        yield from declarations(rules, most_block_requirements(combat))
