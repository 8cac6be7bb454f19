"""How answers look to people: pure functions from an answer to something that rich can print.

Made for 80 columns; without color nothing is lost. Names are never read as markup.
"""

from collections.abc import Iterator, Mapping, Sequence
from textwrap import indent
from typing import TYPE_CHECKING

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from engine.combat import Step
from optimizer.console.display_parts import Names, new_table, plain

if TYPE_CHECKING:
    from engine.assignment import StepAssignment
    from engine.faults import Fault
    from engine.steps import Outcome
    from engine.violation import Declaring, Violation
    from engine.window import Window
    from optimizer.declaring.solution import Declared
    from optimizer.solution import Solution
    from optimizer.tricks.solution import Tricks

_METHODS = {"forced": "nobody has a choice", "closed_form": "closed form", "cp_sat": "CP-SAT"}
_STATUSES = {
    "optimal": ("Proven best", "bold green"),
    "feasible": ("The best found before the deadline, not proven", "bold yellow"),
    "infeasible": ("No: no legal assignment meets every wish", "bold red"),
}
_WISHES_NOT_MET = "It does not meet every wish; it is not known whether anything does"
_OUTCOMES = {"win": "{} wins", "loss": "{} loses", "draw": "a draw", "undecided": "undecided"}


def solution(answer: "Solution") -> RenderableType:
    """Return a whole answer: how good it is, the damage of each step, what it leads to."""
    parts: list[RenderableType] = [_headline(answer)]
    outcome = answer.outcome
    if outcome is None:
        return Group(*parts)
    if not answer.wishes_met:
        parts.append(Text(_WISHES_NOT_MET, "bold yellow"))
    if answer.objectives:
        parts += [Text(), objectives(answer)]
    return Group(*parts, *whole(outcome))


def whole(outcome: "Outcome") -> list[RenderableType]:
    """Return the damage of each step, and what it leads to."""
    parts: list[RenderableType] = []
    for step in outcome.steps:
        parts += [Text(), _title(step.step, outcome), damage(outcome, step)]
    return [*parts, Text(), Text("After combat", "bold"), result(outcome)]


def verdict(violations: Sequence["Violation"]) -> RenderableType:
    """Return the judgement of an assignment: legal, or each violation with its rule."""
    if not violations:
        return Text("legal", "bold green")
    count = f"{len(violations)} violation{'s' * (len(violations) > 1)}"
    table = new_table()
    table.add_column("rule", no_wrap=True)
    table.add_column("step", no_wrap=True)
    table.add_column("what is wrong")
    for violation in violations:
        table.add_row(violation.rule, _step_name(violation.step), plain(violation.message))
    return Group(Text(f"illegal: {count}", "bold red"), Text(), table)


def refusal(faults: Sequence["Fault"]) -> str:
    """Return every fault of an input as plain text: a message may have lines of its own."""
    title = "Refused:" if len(faults) == 1 else f"Refused, {len(faults)} faults:"
    return "\n".join([title, *(indent(str(fault), "  ") for fault in faults)])


def declared_headline(answer: "Declared | Tricks") -> Text:
    """Return how good a declaration or a use of cards is, and how it was found."""
    title, style = _STATUSES[answer.status.value]
    about = f" ({answer.statistics['method']}, {answer.statistics['milliseconds']} ms)"
    return Text.assemble((title, style), about)


def objectives(answer: "Solution | Declared | Tricks") -> Table:
    """Return the table of the objectives, each with what is proven of it."""
    table = new_table()
    table.add_column("objective")
    table.add_column("value", justify="right", no_wrap=True)
    table.add_column("", no_wrap=True)
    open_above = False
    for objective, value, bound in zip(
        answer.objectives, answer.values, answer.bounds, strict=True
    ):
        name = f"{'max' if objective.sense > 0 else 'min'} {objective.name}"
        low, high = sorted((value, bound))
        if low < high:
            proof = f"at least {low}, at most {high}: not proven"
        elif open_above:
            proof = "not proven, as what is above is not"
        else:
            proof = "proven best"
        open_above = open_above or low < high
        table.add_row(plain(name), str(value), proof)
    return table


def damage(outcome: "Outcome", step: "StepAssignment") -> RenderableType:
    """Return the table of one step: who assigns how much to whom, the active side first.

    Neighbouring copies of a group that do the same share a row.
    """
    if not step.assignments:
        return Text("nobody assigns damage")
    combat = outcome.combat
    by_source: dict[str, dict[str, int]] = {}
    for row in step.assignments:
        by_source.setdefault(row.source, {})[row.target] = row.amount
    table = new_table()
    for name in ("from", "", "", "to", ""):
        table.add_column(name, no_wrap=name == "")
    table.add_column("damage", no_wrap=True, justify="right")
    names = Names(combat)
    for active in (True, False):
        sources = [
            name
            for name in names.ordered(by_source)
            if (combat.creatures[name].controller in combat.active_side) is active
        ]
        for run in names.runs(sources, by_source.get):
            for cells in _rows(names, run, by_source[run[0]]):
                table.add_row(*cells)
        table.add_section()
    return table


def _rows(
    names: Names, sources: list[str], amounts: Mapping[str, int]
) -> Iterator[tuple[str | Text, ...]]:
    """Yield what each of these sources deals to each of these targets."""
    first: tuple[str | Text, ...] = (names.name(sources), names.stats(sources), "->")
    for targets in names.runs(names.ordered(amounts), amounts.get):
        each = "each " if len(sources) * len(targets) > 1 else ""
        second = (names.name(targets), names.stats(targets))
        yield (*first, *second, f"{each}{amounts[targets[0]]}")
        first = ("", "", "->")


def result(outcome: "Outcome") -> RenderableType:
    """Return what the combat leads to: players, planeswalkers, battles, the dead, the game."""
    combat, final = outcome.combat, outcome.final
    dealt: dict[str, int] = {}
    for event in outcome.events:
        for hit in event.dealt:
            dealt[hit.target] = dealt.get(hit.target, 0) + hit.amount
    table = new_table(header=False)
    table.add_column()
    for _ in range(3):
        table.add_column(no_wrap=True)
    for name, player in combat.players.items():
        notes = []
        if player.poison or final.poison[name]:
            notes.append(f"poison {_change(player.poison, final.poison[name])}")
        if name in final.lost:
            notes.append("loses")
        life = f"life {_change(player.life, final.life[name])}"
        table.add_row(plain(name), life, _damage(dealt.get(name, 0)), ", ".join(notes))
    for name, walker in combat.planeswalkers.items():
        left = final.loyalty[name]
        change = f"loyalty {_change(walker.loyalty, left)}"
        table.add_row(plain(name), change, _damage(dealt.get(name, 0)), "dies" if not left else "")
    for name, battle in combat.battles.items():
        left = final.defense[name]
        change = f"defense {_change(battle.defense, left)}"
        note = "defeated" if not left else ""
        table.add_row(plain(name), change, _damage(dealt.get(name, 0)), note)
    return Group(table, Text(), _ending(outcome))


def _headline(answer: "Solution") -> Text:
    words, style = _STATUSES[answer.status.value]
    method, spent = str(answer.statistics["method"]), answer.statistics["milliseconds"]
    time = f"{spent:.2f}" if isinstance(spent, float) and spent < 10 else f"{spent:.0f}"
    text = Text(words, style)
    return text.append(f" ({_METHODS.get(method, method)}, {time} ms)", "not bold dim")


def _ending(outcome: "Outcome") -> Table:
    """Return who dies, by controller, and how the game stands."""
    from engine.results import verdict as stands

    combat = outcome.combat
    table = Table.grid(padding=(0, 2))
    table.add_column(no_wrap=True)
    table.add_column()
    for player in combat.players:
        dead = [
            name
            for name, creature in combat.creatures.items()
            if name in outcome.final.died and creature.controller == player
        ]
        if dead:
            table.add_row(plain(f"dies ({player})"), plain(Names(combat).listed(dead)))
    if not outcome.final.died:
        table.add_row("dies", "nothing")
    table.add_row("game", plain(_OUTCOMES[stands(outcome.final)].format(combat.active_player)))
    return table


def _title(step: Step, outcome: "Outcome") -> Text:
    alone = len(outcome.combat.steps) == 1
    return Text("Combat damage" if alone else f"Combat damage, {_step_name(step)} step", "bold")


def _step_name(step: "Step | Declaring | Window") -> str:
    if isinstance(step, Step):
        return "first-strike" if step is Step.FIRST_STRIKE else "regular"
    return step.value.replace("_", " ")


def _change(before: int, after: int) -> str:
    return str(after) if before == after else f"{before} -> {after}"


def _damage(amount: int) -> str:
    return f"{amount} damage" if amount else ""
