"""Text that fits, positions that are spread, copies that are told apart."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import read_combat
from optimizer.picture.geometry import spread
from optimizer.picture.merging import merged
from optimizer.picture.text import shortened, width, wrapped

NUMBERS = st.floats(-50, 150)


class TestText:
    @given(st.text(st.characters(exclude_categories=["Cs"])), st.floats(20, 300))
    def test_what_is_shortened_fits(self, text: str, room: float) -> None:
        found = shortened(text, room, 12)
        assert width(found, 12) <= room
        assert found == text or found.endswith("…")

    def test_what_fits_is_not_shortened(self) -> None:
        assert shortened("bear", 60, 12) == "bear"

    def test_wide_and_combining_characters(self) -> None:
        assert width("熊", 10) > width("b", 10)
        assert width("e\u0301", 10) == width("e", 10)

    @given(st.text("ab cdefgh", max_size=60), st.floats(15, 200))
    def test_lines_fit_and_nothing_is_lost(self, text: str, room: float) -> None:
        lines = wrapped(text, room, 12)
        assert all(width(line, 12) <= room for line in lines)
        assert "".join(lines).replace(" ", "") == text.replace(" ", "")

    def test_nothing_is_no_line(self) -> None:
        assert wrapped("", 100, 12) == []


class TestSpread:
    @given(st.lists(st.tuples(NUMBERS, st.floats(1, 40)), min_size=1, max_size=12))
    def test_they_are_apart_and_inside(self, wishes: list[tuple[float, float]]) -> None:
        wishes.sort()
        places = spread([w for w, _ in wishes], [s for _, s in wishes], 0, 100)
        total = sum(size for _, size in wishes)
        sizes = [size * min(1.0, 100 / total) for _, size in wishes]
        assert places[0] >= sizes[0] / 2 - 1e-6
        assert places[-1] <= 100 - sizes[-1] / 2 + 1e-6
        for k in range(len(places) - 1):
            assert places[k + 1] - places[k] >= (sizes[k] + sizes[k + 1]) / 2 - 1e-6

    def test_what_is_apart_already_stays(self) -> None:
        assert spread([20, 50, 80], [10, 10, 10], 0, 100) == [20, 50, 80]

    def test_two_with_one_wish_share_it_evenly(self) -> None:
        assert spread([50, 50], [10, 10], 0, 100) == [45, 55]


class TestMerging:
    def test_copies_are_one_as_long_as_nothing_tells_them_apart(self) -> None:
        combat = read_combat("token: 1/1 x5 -> B")
        names = [f"token#{k}" for k in range(1, 6)]
        assert merged(combat, {}, {}) == {"token": names}

    def test_neighbours_and_single_ones_are_named_by_number(self) -> None:
        combat = read_combat("token: 1/1 x5 -> B")
        marks = {"token#1": "dies", "token#2": "dies", "token#4": "dies"}
        assert list(merged(combat, {}, marks)) == ["token#1-2,4", "token#3,5"]

    def test_those_who_meet_different_ones_differ(self) -> None:
        combat = read_combat("token: 1/1 x3 -> B; x: 1/1 of B")
        edges = {"token#2": [("hits", "x")], "x": [("hit", "token#2")]}
        assert set(merged(combat, edges, {})) == {"token#1,3", "token#2", "x"}

    def test_pairs_of_copies_are_one_pair(self) -> None:
        combat = read_combat("token: 1/1 x3 -> B; wall: 0/1 x3 of B")
        edges: dict[str, list[tuple[str, str]]] = {}
        for k in range(1, 4):
            edges[f"token#{k}"] = [("hits", f"wall#{4 - k}")]
            edges[f"wall#{4 - k}"] = [("hit", f"token#{k}")]
        assert set(merged(combat, edges, {})) == {"token", "wall"}

    @pytest.mark.parametrize("name", ["a#b", "#1", "x#"])
    def test_a_name_with_a_number_sign_is_a_name(self, name: str) -> None:
        document = {
            "version": 1, "active_player": "A", "players": {"A": {"life": 9}, "B": {"life": 9}},
            "creatures": [{"id": name, "controller": "A", "power": 1, "toughness": 1}],
        }  # fmt: skip
        assert merged(read_combat(document), {}, {}) == {name: [name]}
