"""How further answers look to people: all best ones, the next best, the trade-offs."""

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from rich.console import Group, RenderableType
from rich.text import Text

from engine.divisions import divisions
from optimizer.console.display import whole
from optimizer.console.display_parts import Names, new_table, plain

if TYPE_CHECKING:
    from engine.steps import Outcome
    from optimizer.alternatives import Answers
    from optimizer.frontier import Point
    from optimizer.next_best import NextBest

_WIDTH, _HEIGHT = 40, 12
"""The most columns and rows of a chart."""

Division = tuple[int, str]
"""The number of a step and a creature that assigns damage in it."""


def answers(found: "Answers") -> RenderableType:
    """Return how many best answers there are, and where they differ."""
    total = found.total
    if found.is_complete and total == 1:
        return _headline("No other answer is as good")
    if found.is_complete:
        words = f"All {total} best answers"
    elif found.is_cut_short:
        words = f"{total} best answers or more: the deadline passed"
    else:
        words = f"More than {total} best answers; the first {total}"
    table = new_table()
    table.add_column("", justify="right", no_wrap=True)
    table.add_column("what they differ in: who assigns what")
    for number, lines in enumerate(differences(found.answers), 1):
        table.add_row(str(number), lines)
    return Group(
        _headline(words), Text("Identical creatures count once; the first is shown above."), table
    )


def next_best(following: "NextBest | None", *, is_complete: bool) -> RenderableType:
    """Return the next best answer, and in what it is worse."""
    if following is None:
        words = "Every legal answer is as good" if is_complete else "The deadline passed before"
        return _headline(words if is_complete else f"{words} a next best answer was found")
    outcome = following.outcome
    assert outcome is not None
    name, amount = following.gives_way.name, following.by
    words = f"Next best: {amount} worse in {name}"
    parts: list[RenderableType] = [_headline(words if is_complete else f"{words}, not proven")]
    table = new_table()
    table.add_column("objective")
    for column in ("best", "next", "worse by"):
        table.add_column(column, justify="right", no_wrap=True)
    for objective, best, value in zip(
        following.objectives, following.best.values, following.values, strict=True
    ):
        sense = "max" if objective.sense > 0 else "min"
        worse = objective.sense * (best - value)
        table.add_row(plain(f"{sense} {objective.name}"), str(best), str(value), str(worse))
    return Group(*parts, table, *whole(outcome))


# --- trade-offs ---------------------------------------------------------------------------------


def frontier(points: "Sequence[Point]", *, is_complete: bool) -> RenderableType:
    """Return the trade-offs between two objectives as a chart and a table."""
    if not points:
        words = "no legal assignment meets every wish"
        return Text(f"No: {words}" if is_complete else "The deadline passed first", "bold red")
    first, second = points[0].solution.objectives
    count = f"{len(points)} trade-off{'s' * (len(points) > 1)}"
    proof = "all of them, proven" if is_complete else "not proven to be all: the deadline passed"
    title = Text(count, "bold green" if is_complete else "bold yellow").append(f" ({proof})", "dim")
    table = new_table()
    for objective in (first, second):
        name = f"{'max' if objective.sense > 0 else 'min'} {objective.name}"
        table.add_column(plain(name), justify="right")
    table.add_column("who assigns what" if len(points) == 1 else "where they differ")
    outcomes = [point.solution.outcome for point in points]
    shown = differences([outcome for outcome in outcomes if outcome is not None])
    for point, lines in zip(points, shown, strict=True):
        mark = "" if point.is_proven else " ?"
        table.add_row(f"{point.values[0]}{mark}", f"{point.values[1]}{mark}", lines)
    parts: list[RenderableType] = [title]
    if len(points) > 1:
        parts += [Text(), *chart([p.values for p in points], first.name, second.name)]
    return Group(*parts, Text(), table)


def chart(pairs: Sequence[tuple[int, int]], upwards: str, rightwards: str) -> Iterator[Text]:
    """Yield the lines of a chart: the first of each pair upwards, the second to the right."""
    lows = [min(pair[axis] for pair in pairs) for axis in (0, 1)]
    highs = [max(pair[axis] for pair in pairs) for axis in (0, 1)]
    height = min(highs[0] - lows[0], _HEIGHT - 1)
    width = highs[1] - lows[1]
    width = width * min(4, _WIDTH // width) if 0 < width <= _WIDTH else min(width, _WIDTH)

    def place(value: int, axis: int, size: int) -> int:
        span = highs[axis] - lows[axis]
        return (value - lows[axis]) * size // span if span else 0

    marks = {(place(a, 0, height), place(b, 1, width)): a for a, b in pairs}
    labels = {row: str(value) for (row, _), value in marks.items()}
    margin = max(map(len, labels.values()))
    yield plain(upwards)
    for row in range(height, -1, -1):
        line = "".join("*" if (row, column) in marks else " " for column in range(width + 1))
        yield Text(f"{labels.get(row, ''):>{margin}} | {line}".rstrip())
    yield Text(f"{'':>{margin}} +-{'-' * (width + 1)}")
    low, high = str(lows[1]), str(highs[1])
    ends = low if low == high else f"{low} {high:>{max(0, width - len(low))}}"
    yield plain(f"{'':>{margin}}   {ends}  {rightwards}")


# --- assignments in short -----------------------------------------------------------------------


def differences(outcomes: "Sequence[Outcome]") -> list[Text]:
    """Return for each outcome what the active side assigns in it but not in all of them."""
    every = [_own(outcome) for outcome in outcomes]
    if len(every) == 1:
        return [_brief(outcomes[0], every[0])]
    divided = {key for own in every for key in own}
    varying = {key for key in divided if len({str(own.get(key)) for own in every}) > 1}
    return [
        _brief(outcome, {key: own[key] for key in own if key in varying})
        for outcome, own in zip(outcomes, every, strict=True)
    ]


def _own(outcome: "Outcome") -> dict[Division, dict[str, int]]:
    """Return what the active side assigns, by target."""
    found: dict[Division, dict[str, int]] = {}
    side, names = outcome.combat.active_side, Names(outcome.combat)
    for number, (step, event) in enumerate(zip(outcome.steps, outcome.events, strict=True)):
        mine = {d.source for d in divisions(event.before, step.step) if d.divider in side}
        amounts = {(a.source, a.target): a.amount for a in step.assignments if a.source in mine}
        for source in names.ordered({source for source, _ in amounts}):
            targets = names.ordered([target for other, target in amounts if other == source])
            found[number, source] = {target: amounts[source, target] for target in targets}
    return found


def _brief(outcome: "Outcome", own: Mapping[Division, Mapping[str, int]]) -> Text:
    """Return assignments in short, a line for each creature or run of copies."""
    names = Names(outcome.combat)
    lines = []
    for number in range(len(outcome.steps)):
        sources = [source for step, source in own if step == number]
        when = f", {outcome.steps[number].step.value.replace('_', ' ')}" * (len(outcome.steps) > 1)
        said = {source: str(own[number, source]) for source in sources}
        for run in names.runs(sources, said.get):
            amounts = own[number, run[0]]
            targets = [
                f"{names.name(to)} {amounts[to[0]]}{' each' * (len(to) > 1)}"
                for to in names.runs(amounts, amounts.get)
            ]
            each = "each: " if len(run) > 1 else ""
            lines.append(plain(f"{names.name(run)}{when} -> {each}{', '.join(targets)}"))
    return Text("\n").join(lines) if lines else Text("nothing")


def _headline(words: str) -> Text:
    text = plain(words)
    text.stylize("bold")
    return Text("\n").append_text(text)
