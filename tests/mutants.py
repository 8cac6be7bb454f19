"""A mutation check: break one rule of the encoding at a time; the tests must notice every time.

Run as ``python -m tests.mutants``, or with words that a mutant's name must contain. Each mutant is
made in a copy of the project, in which the conformance tests and the random boards then run until
the first failure. It takes some minutes, so it is no part of the test suite itself; a test makes
sure that every mutant still applies to the code.
"""

import os
import shutil
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

PROJECT = Path(__file__).resolve().parents[1]
TESTS = (
    "tests/conformance",
    "tests/optimizer/test_replies.py",
    "tests/optimizer/test_damage_random.py",
    "tests/engine/test_pooled.py",
    "tests/optimizer/test_pooled.py",
    "tests/optimizer/test_part_model.py",
)


@dataclass(frozen=True)
class Mutant:
    """One change that breaks a rule.

    Attributes
    ----------
    name
        What is left out.
    file, before, after
        Where, the text that stands there once, and what takes its place.
    """

    name: str
    file: str
    before: str
    after: str


_ENCODING = "optimizer/encoding"
_POOLED = "optimizer/pooled"

MUTANTS = (
    Mutant("510.1a: all of the power is assigned", f"{_ENCODING}/assignments.py",
           "            variables.equal(balance, 0)\n", "            variables.at_most(balance, 0)\n"),
    Mutant("one option is picked", f"{_ENCODING}/assignments.py",
           "self.variables.equal(self.variables.sum(*picks, (here, -1)), 0)", "pass"),
    Mutant("510.1c: what is gone is assigned nothing", f"{_ENCODING}/assignments.py",
           "self._none_unless(cell.amount, division.amount, variables.opposite(closed))", "pass"),
    Mutant("702.2c: one touch of deathtouch is lethal", f"{_ENCODING}/assignments.py",
           "if division.deathtouch and limit.needed > 1:", "if False:"),
    Mutant("702.2c: a touch takes a point", f"{_ENCODING}/assignments.py",
           "counted = variables.sum(useful, touch)", "counted = variables.sum(useful)"),
    Mutant("702.19b: the gate", f"{_ENCODING}/node.py",
           "if cell.recipient.behind and not cell.recipient.sealed:", "if False:"),
    Mutant("702.19b: lethal damage is counted over all attackers", f"{_ENCODING}/credits.py",
           "[(cell.useful, cell.division.amount) for cell in cells]",
           "[(cell.useful, cell.division.amount) for cell in cells[:1]]"),
    Mutant("702.19c: the loyalty gate", f"{_ENCODING}/node.py",
           "        total = self.variables.sum(\n            *(cell.amount for cell in self.step.towards(name)),",
           "        return 1\n        total = self.variables.sum(\n            *(cell.amount for cell in self.step.towards(name)),"),
    Mutant("702.19d: what is gone is no obstacle", f"{_ENCODING}/node.py",
           "self.variables.sum(self.met(name), self.standing.absent(name)) for name in behind",
           "self.variables.sum(self.met(name)) for name in behind"),
    Mutant("120.6: marked damage counts for the gate", f"{_ENCODING}/node.py",
           "given = variables.sum(now.marked, now.counters,", "given = variables.sum(now.counters,"),
    Mutant("120.6: damage of the first step stays", f"{_ENCODING}/node.py",
           "met = self.credits.met(label, needed, cells, before=earlier)",
           "met = self.credits.met(label, needed, cells)"),
    Mutant("702.22: forced divisions of the other side count", f"{_ENCODING}/node.py",
           "hits.append((division.source, recipient.id, total))", "pass"),
    Mutant("704.5g: a creature cannot be spared by miscounting", f"{_ENCODING}/credits.py",
           "variables.at_most(variables.sum(total, (met, -beyond)), needed - 1)", "pass"),
    Mutant("704.5h: deathtouch cannot be spared", f"{_ENCODING}/credits.py",
           "            if cell.division.deathtouch:\n                variables.at_most(",
           "            if False:\n                variables.at_most("),
    Mutant("704.5h: what deathtouch touches is destroyed", f"{_ENCODING}/creatures.py",
           "variables.any_of([lethal, *touched]", "variables.any_of([lethal]"),
    Mutant("702.12b: indestructible", f"{_ENCODING}/creatures.py",
           "    if not creature.has(Keyword.INDESTRUCTIBLE):\n", "    if True:\n"),
    Mutant("704.5f: toughness 0", f"{_ENCODING}/creatures.py",
           "dead = variables.any_of([now.dead, withered, lethally]",
           "dead = variables.any_of([now.dead, lethally]"),
    Mutant("701.19: regeneration", f"{_ENCODING}/creatures.py",
           "    if now.regeneration.high > 0:\n", "    if False:\n"),
    Mutant("506.4: what regenerates leaves combat", f"{_ENCODING}/creatures.py",
           "absent=variables.any_of([now.absent, dead, saved]", "absent=variables.any_of([now.absent, dead]"),
    Mutant("120.3d: wither and infect put counters", f"{_ENCODING}/creatures.py",
           "counters = [hit.amount for hit in hits if creatures[hit.source].deals_counters]",
           "counters = []"),
    Mutant("510.1a: counters lower the power", f"{_ENCODING}/standing.py",
           "if counters.is_constant or creature.assigns == \"nothing\":", "if True:"),
    Mutant("120.3b: infect gives poison", f"{_ENCODING}/players.py",
           "infects = source.has(Keyword.INFECT)", "infects = False"),
    Mutant("120.3g: toxic", f"{_ENCODING}/players.py", "            if source.toxic:", "            if False:"),
    Mutant("120.3f: lifelink of blockers", f"{_ENCODING}/players.py",
           "if source.has(Keyword.LIFELINK):", "if False:"),
    Mutant("903.10a: commander damage", f"{_ENCODING}/players.py",
           "            if source.commander:", "            if False:"),
    Mutant("810.9: a team shares its life", f"{_ENCODING}/players.py",
           "            for member in combat.team(hit.target):", "            for member in (hit.target,):"),
    Mutant("800.4a: what leaves with a player", f"{_ENCODING}/standing.py",
           "if not (isinstance(lost, int) and not lost):", "if False:"),
    Mutant("615: prevention of each source's damage", f"{_ENCODING}/events.py",
           "variables.sum(amount, -changes.less)", "variables.sum(amount)"),
    Mutant("614: multipliers and additions", f"{_ENCODING}/events.py",
           "if changes.factor != 1 or changes.more:", "if False:"),
    Mutant("615.7: shields", f"{_ENCODING}/events.py", "    if shield.high > 0:\n        sources", "    if False:\n        sources"),
    Mutant("122.1c: shield counters", f"{_ENCODING}/events.py", "    if counters.high > 0:\n", "    if False:\n"),
    Mutant("702.16e: protection", f"{_ENCODING}/events.py", "if not changes.stops:", "if True:"),
    Mutant("510.1: the other side divides all of it", f"{_ENCODING}/plans.py",
           "parts[k] = variables.sum(parts[k], rest)", "pass"),
    Mutant("510.1d: the ordered rule binds plans", f"{_ENCODING}/plans.py",
           "return self.variables.all_of(conditions, f\"{label} valid\")", "return 1"),
    Mutant("objectives are compared in order", f"{_ENCODING}/lexicographic.py",
           "variables.at_least(gap, 1, worse)", "pass"),
    Mutant("120.10: deathtouch makes more of it overkill", f"{_ENCODING}/leaf.py",
           "variables.sum(event.total(name), (needed, -1), spared)", "variables.sum(event.total(name), (needed, -1))"),
    Mutant("702.19b in the closed form", "optimizer/parts/single.py",
           "if shape.goes_through and sum(shape.costs) <= shape.amount:", "if shape.goes_through and sum(shape.costs) <= shape.amount + 1:"),
    Mutant("702.2c in the closed form", "optimizer/parts/shapes.py",
           "costs.append(min(1, needed) if division.deathtouch else needed)", "costs.append(needed)"),
    Mutant("702.2c in the form for shared blockers", "optimizer/parts/shared.py",
           "needed if chosen >> k & 1 and k not in touches else 0", "needed if chosen >> k & 1 else 0"),
    Mutant("702.19b in the form for shared blockers", "optimizer/parts/shared.py",
           "if behind & ~chosen == 0 and (top < 0 or points[k]", "if (top < 0 or points[k]"),
    Mutant("120.6 in the form for two steps", "optimizer/parts/two_steps.py",
           "shape = shape._replace(amount=first.amount + second.amount)", "shape = shape._replace(amount=second.amount)"),
    Mutant("104.2a in the form for two steps", "optimizer/parts/two_steps.py",
           "        if may_lose(position.state, own):", "        if False:"),
    Mutant("702.2c in a part: a touch takes a point", f"{_ENCODING}/part.py",
           "        closed = [(value, 1) for value in own.closed.values()]\n",
           "        closed = [(v, 1) for k, v in own.closed.items() if not attacker.deathtouch]\n"),
    Mutant("702.19b in a part: the gate", f"{_ENCODING}/part.py",
           "        self._row([*terms, (own.opened, most)], None, 0)", "        pass"),
    Mutant("702.19b in a part: what has gone through is not assigned", f"{_ENCODING}/part.py",
           "        self._row([*used, *passed, (own.opened, -amount)], None, 0)",
           "        self._row([*passed, (own.opened, -amount)], None, 0)"),
    Mutant("702.19c in a part: the planeswalker first", f"{_ENCODING}/part.py",
           "        if target.past is not None:", "        if False:"),
    Mutant("120.3g in a part: toxic", f"{_ENCODING}/part.py",
           "        if not any(target.first):", "        if True:"),
    Mutant("lethal damage in a part is counted in full", f"{_ENCODING}/part.py",
           "(reached, -needed)], 0, 0)", "(reached, 1 - needed)], 0, 0)"),
    Mutant("a part: a gate that cannot open", f"{_ENCODING}/part_reduction.py",
           "if self.missing[source] < attacker.amount:", "if self.missing[source] + 1 < attacker.amount:"),
    Mutant("a part: enough for all blockers", f"{_ENCODING}/part_reduction.py",
           "if sum(useful.values()) > attacker.amount:", "if sum(useful.values()) > attacker.amount + 1:"),
    Mutant("a part: a blocker that cannot be met", f"{_ENCODING}/part_reduction.py",
           "sum(a.amount for a in sources) < needed and", "sum(a.amount for a in sources) <= needed and"),
    Mutant("a shared blocker ties attackers", "optimizer/parts/grouping.py",
           "                if recipient.id not in players:", "                if False:"),
    Mutant("510.1: the reply is the worst", "optimizer/reply.py",
           "    return ReplyModel(position, known, asked, is_exact=is_exact).solve()", "    return greedy, ()"),
    Mutant("groups: 702.19b, all copies are in front", f"{_POOLED}/plan.py",
           "lethal = target.count - touched", "lethal = target.count - touched - 1"),
    Mutant("groups: 702.2c, only deathtouch touches", f"{_POOLED}/plan.py",
           "(s.deathtouch or not by_touch)", "True"),
    Mutant("groups: a point on a blocker is none beyond it", f"{_POOLED}/plan.py",
           "return self.base + worth - used - self.penalty * missing",
           "return self.base + worth - self.penalty * missing"),
    Mutant("groups: an earlier source gives way", "optimizer/parts/flow.py",
           "(earlier, demand) for earlier in range(len(flow)) if flow[earlier][demand]",
           "(earlier, demand) for earlier in range(0) if flow[earlier][demand]"),
    Mutant("groups: 120.3c, what must go there counts", f"{_POOLED}/weighed.py",
           "if not s.groups and s.aim == name", "if False"),
    Mutant("groups: 702.19b in the model", f"{_POOLED}/model.py",
           "            for name in recipient.behind:\n", "            for name in ():\n"),
    Mutant("groups: 702.2c in the model", f"{_POOLED}/model.py",
           "if source.deathtouch and target.needed > 1:", "if False:"),
    Mutant("groups: the engine's gate", "engine/pooled/result.py",
           "            if not _meets(given, assigned, name):", "            if False:"),
    Mutant("groups: 120.3g, toxic counts the copies that hit", "engine/pooled/result.py",
           "-(-points // amount[source])", "1"),
    Mutant("groups: counters on what damage does not end", "engine/pooled/quotient.py",
           "deals_counters and not given.dies(target)", "deals_counters and False"),
)  # fmt: skip


def apply(mutant: Mutant, project: Path) -> None:
    """Make a mutant in a copy of the project.

    Raises
    ------
    ValueError
        If the text does not stand there exactly once.
    """
    path = project / mutant.file
    text = path.read_text(encoding="utf-8")
    if text.count(mutant.before) != 1:
        raise ValueError(f"{mutant.name}: {mutant.before!r} is {text.count(mutant.before)} times "
                         f"in {mutant.file}")  # fmt: skip
    path.write_text(text.replace(mutant.before, mutant.after), encoding="utf-8")


def is_caught(mutant: Mutant | None) -> bool:
    """Say whether the tests notice a mutant, or with None fail for the code as it is."""
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / "project"
        ignored = shutil.ignore_patterns(".git", ".venv", "__pycache__", "benchmarks", ".*_cache")
        shutil.copytree(PROJECT, copy, ignore=ignored)
        if mutant is not None:
            apply(mutant, copy)
        shared = os.environ.get("OVERRUN_SHARED", str(PROJECT.parent / "shared"))
        environment = os.environ | {"OVERRUN_SHARED": shared, "PYTHONPATH": str(copy)}
        command = [sys.executable, "-m", "pytest", "-x", "-q", "-n", "2", *TESTS]
        run = subprocess.run(command, cwd=copy, env=environment, capture_output=True, check=False)
        return run.returncode != 0


def main(words: list[str]) -> int:
    """Try the mutants and return how many survive."""
    if is_caught(None):
        sys.stdout.write("the tests fail without any mutant\n")
        return 1
    survivors = 0
    for mutant in MUTANTS:
        if all(word in mutant.name for word in words):
            started = time.monotonic()
            caught = is_caught(mutant)
            survivors += not caught
            verdict = "caught" if caught else "SURVIVES"
            sys.stdout.write(f"{verdict:9}{time.monotonic() - started:6.0f} s  {mutant.name}\n")
            sys.stdout.flush()
    return survivors


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
