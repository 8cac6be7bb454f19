"""The questions of ``overrun damage``: each asks the library, shows the answer and exits."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, NoReturn

import typer

from optimizer.console.arguments import with_sense
from optimizer.console.output import NO, give, show, show_json, show_text
from optimizer.console.pictures import save_picture

if TYPE_CHECKING:
    from rich.console import RenderableType

    from engine.combat import Combat
    from optimizer.explain import Explanation
    from optimizer.solution import Solution


@dataclass(frozen=True)
class Question:
    """What was typed."""

    combat: "Combat"
    objectives: Sequence[str]
    wishes: Sequence[str]
    deadline: float | None
    as_json: bool
    picture: str | None = None

    def best(self) -> NoReturn:
        """Show the best answer."""
        from optimizer.damage import solve_damage

        solution = solve_damage(self.combat, self.objectives, self.wishes, self.deadline)
        document = None
        if (self.as_json or self.picture) and solution.outcome is None:
            document = solution.to_document() | {"reason": self._explain().to_document()["reason"]}
        self._give(solution, document)

    def all(self, most: int) -> NoReturn:
        """Show all best answers, so many at most."""
        from optimizer.alternatives import best_answers
        from optimizer.console import display_more

        found = best_answers(self.combat, self.objectives, self.wishes, most, self.deadline)
        self._give(found.solution, found.to_document(), display_more.answers(found))

    def next(self) -> NoReturn:
        """Show the best answer, and the best that is worse."""
        from optimizer.console import display_more
        from optimizer.further import find_following

        found = find_following(self.combat, self.objectives, self.wishes, self.deadline)
        more = display_more.next_best(found.next, is_complete=found.is_complete)
        self._give(found.best, found.to_document(), more)

    def frontier(self, one: str, other: str) -> NoReturn:
        """Show every trade-off between two objectives."""
        from optimizer.console import display_more
        from optimizer.further import find_trade_offs

        pair = with_sense(one), with_sense(other)
        found = find_trade_offs(self.combat, pair, self.wishes, self.deadline)
        is_infeasible = found.is_complete and not found.points
        document = found.to_document()
        save_picture(self.picture, self.combat, document)
        if self.as_json:
            show_json(document)
        else:
            show(display_more.frontier(found.points, is_complete=found.is_complete))
            if is_infeasible:
                show_text(f"\n{self._reason()}")
        raise typer.Exit(NO if is_infeasible else 0)

    def why(self, wish: str) -> NoReturn:
        """Show how a wish can be met, or why not."""
        from optimizer.explain import explain

        found = explain(self.combat, wish, self.wishes, self.deadline)
        save_picture(self.picture, self.combat, found)
        if self.as_json:
            show_json(found.to_document())
        else:
            show_text(str(found))
        raise typer.Exit(NO if found.solution.outcome is None else 0)

    def _give(
        self,
        solution: "Solution",
        document: Mapping[str, object] | None = None,
        more: "RenderableType | None" = None,
    ) -> NoReturn:
        answer = solution if document is None else document
        save_picture(self.picture, self.combat, answer)
        give(solution, self.as_json, document=document, more=more, reason=self._reason)

    def _reason(self) -> str:
        """Return why the wishes cannot be met."""
        return str(self._explain())

    def _explain(self) -> "Explanation":
        from optimizer.explain import explain

        return explain(self.combat, self.wishes[0], self.wishes[1:], self.deadline)
