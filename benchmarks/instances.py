"""The benchmark instances: text files, one JSON object a line, one file a family.

The keys of a line are the fields of `Instance`; a key that has its default is left out.
"""

import json
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import Any

DIRECTORY = Path(__file__).parent / "instances"
FAMILIES = (
    "known",
    "limited",
    "commander",
    "shared",
    "tokens",
    "two_steps",
    "planeswalkers",
    "blocks",
    "attacks",
    "swarm",
    "tricks",
)
"""The families that are drawn or collected, in the order of the report."""

DECLARED = ("blocks", "attacks", "swarm", "tricks")
"""Those that ask what to declare or to use; all of the others ask about damage, or mostly do."""

SUITES = ("quick", "full")


@dataclass(frozen=True)
class Instance:
    """One combat with a question.

    Attributes
    ----------
    id
        Unique over all families.
    family, source
        What kind of board it is, and where it comes from: the generator with its seed, a test
        suite, a bug report.
    objectives
        In order of importance, as `optimizer.solve_damage` reads them.
    combat
        In the short notation, or the JSON document of a combat that the notation cannot say.
    size
        What the board's growth is measured by: its creatures, or for `shared`, `blocks`,
        `attacks` and `tricks` the N of N by N.
    suite
        ``quick`` instances are part of the full suite as well.
    question
        ``damage``, ``blocks``, ``attack`` or ``tricks``.
    values
        The proven values of the objectives, or None where they are not known.
    proven_by
        The solvers that have proven them, each on its own; or the source that states them.
    """

    id: str
    family: str
    source: str
    objectives: tuple[str, ...]
    combat: str | Mapping[str, Any]
    size: int
    suite: str = "full"
    question: str = "damage"
    values: tuple[int, ...] | None = None
    proven_by: tuple[str, ...] = ()


_DEFAULTS = {field.name: field.default for field in fields(Instance)}


def write_instances(path: Path, instances: Iterable[Instance]) -> None:
    """Write a file of instances."""
    lines = []
    for instance in instances:
        row = {k: v for k, v in asdict(instance).items() if v != _DEFAULTS[k]}
        lines.append(json.dumps(row, ensure_ascii=False, separators=(", ", ": ")))
    path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")


def read_instances(path: Path) -> tuple[Instance, ...]:
    """Read a file of instances.

    Raises
    ------
    ValueError
        Naming the line that is no instance.
    """
    found = []
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
        try:
            row = json.loads(line)
            for key in ("objectives", "values", "proven_by"):
                if key in row:
                    row[key] = tuple(row[key])
            found.append(Instance(**row))
        except (TypeError, ValueError) as error:
            raise ValueError(f"{path}:{number}: {error}") from error
    return tuple(found)


def load(
    suite: str, families: Iterable[str] = FAMILIES, directory: Path = DIRECTORY
) -> tuple[Instance, ...]:
    """Return the instances of a suite, family by family.

    Parameters
    ----------
    suite
        ``quick`` or ``full``.
    families
        Which ones.
    directory
        Where the files are.
    """
    wanted = {"quick"} if suite == "quick" else set(SUITES)
    return tuple(
        instance
        for family in families
        for instance in read_instances(directory / f"{family}.jsonl")
        if instance.suite in wanted
    )
