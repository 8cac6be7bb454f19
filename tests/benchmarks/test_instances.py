"""The instance files: every line reads, and the generator writes the same again."""

from pathlib import Path

import pytest

from benchmarks.generate import generate
from benchmarks.instances import (
    DIRECTORY,
    FAMILIES,
    Instance,
    load,
    read_instances,
    write_instances,
)
from engine import read_combat
from optimizer.objectives import read_objectives

EVERYTHING = load("full")
MOST_BYTES = 3_000_000


def test_every_family_has_a_file_and_quick_instances() -> None:
    assert {instance.family for instance in load("quick")} == set(FAMILIES)
    assert {path.stem for path in DIRECTORY.glob("*.jsonl")} == set(FAMILIES)


def test_ids_are_unique() -> None:
    assert len({instance.id for instance in EVERYTHING}) == len(EVERYTHING)


def test_the_files_are_small() -> None:
    assert sum(path.stat().st_size for path in DIRECTORY.iterdir()) < MOST_BYTES


@pytest.mark.parametrize("family", FAMILIES)
def test_every_instance_reads(family: str) -> None:
    for instance in EVERYTHING:
        if instance.family == family:
            combat = read_combat(instance.combat)
            objectives = read_objectives(combat, instance.objectives)
            assert combat.creatures
            assert instance.source
            assert (instance.values is None) == (not instance.proven_by)
            assert instance.values is None or len(instance.values) == len(objectives)


@pytest.mark.parametrize("size", [10, 20, 50, 100, 300])
def test_shared_boards_have_each_size(size: int) -> None:
    boards = [i for i in EVERYTHING if i.family == "shared" and i.size == size]
    assert boards
    for instance in boards:
        combat = read_combat(instance.combat)
        assert len(combat.attackers) == len(combat.blocks) == size
        assert all(2 <= len(blocked) <= 4 for blocked in combat.blocks.values())


def test_the_generator_writes_the_same_boards_again(tmp_path: Path) -> None:
    generate(None, tmp_path)
    for path in tmp_path.iterdir():
        again = {i.id: (i.combat, i.objectives) for i in read_instances(path)}
        stored = {i.id: (i.combat, i.objectives) for i in read_instances(DIRECTORY / path.name)}
        assert again == stored


def test_generating_keeps_values_of_boards_that_stay_the_same(tmp_path: Path) -> None:
    generate(None, tmp_path)
    path = tmp_path / "limited.jsonl"
    first, second, *others = read_instances(path)
    known = {"values": (1, 2), "proven_by": ("somebody",)}
    changed = Instance(**{**vars(second), **known, "combat": "1/1"})
    write_instances(path, [Instance(**{**vars(first), **known}), changed, *others])
    generate(None, tmp_path)
    kept, dropped, *_ = read_instances(path)
    assert (kept.values, dropped.values) == ((1, 2), None)


def test_an_instance_survives_writing(tmp_path: Path) -> None:
    instance = Instance("x", "known", "Ærø", ("max kills",), {"version": 1}, 3, values=(0,))
    write_instances(tmp_path / "x.jsonl", [instance])
    assert read_instances(tmp_path / "x.jsonl") == (instance,)


def test_a_bad_line_is_named(tmp_path: Path) -> None:
    path = tmp_path / "x.jsonl"
    path.write_text('{"id": "x"}\n', encoding="utf-8")
    with pytest.raises(ValueError, match=r"x\.jsonl:1"):
        read_instances(path)
