"""The mutation check itself: every mutant still applies to the code as it is."""

import shutil
from pathlib import Path

import pytest

from tests.mutants import MUTANTS, PROJECT, Mutant, apply


@pytest.mark.parametrize("mutant", MUTANTS, ids=lambda mutant: mutant.name)
def test_mutant_applies(mutant: Mutant, tmp_path: Path) -> None:
    target = tmp_path / mutant.file
    target.parent.mkdir(parents=True)
    shutil.copy(PROJECT / mutant.file, target)
    apply(mutant, tmp_path)
    assert target.read_text() != (PROJECT / mutant.file).read_text()


def test_a_mutant_that_no_longer_applies_is_noticed(tmp_path: Path) -> None:
    (tmp_path / "code.py").write_text("same\nsame\n")
    with pytest.raises(ValueError, match="2 times"):
        apply(Mutant("twice", "code.py", "same", "other"), tmp_path)
