"""Mana, costs and exact payment (106, 107.4, 118, 202, 601.2h)."""

import random
from collections import Counter
from itertools import product

import pytest

from engine.resources import Cost, Mana, Paid, Source, parse_cost, pay


def mana(*sources: str) -> Mana:
    """``"G"`` is a source of green, ``"W|GG"`` one that makes white or two green."""
    return Mana.of(Source(tuple(text.split("|"))) for text in sources)


def can(cost: str, *sources: str, life: int = 0) -> bool:
    return pay([parse_cost(cost)], mana(*sources), life) is not None


class TestCosts:
    @pytest.mark.parametrize(
        ("text", "cost", "value", "colors"),
        [
            ("{2}{G}", Cost(2, ("G",)), 3, ("G",)),
            ("{0}", Cost(), 0, ()),
            ("{X}{X}{R}", Cost(0, ("R",), x=2), 1, ("R",)),
            ("{W/U}", Cost(0, ("W/U",)), 1, ("W", "U")),
            ("{2/B}{2/B}", Cost(0, ("2/B", "2/B")), 4, ("B",)),
            ("{1}{B/P}", Cost(1, ("B/P",)), 2, ("B",)),
            ("{G/U/P}", Cost(0, ("G/U/P",)), 1, ("U", "G")),
            ("{C}{C/W}", Cost(0, ("C", "C/W")), 2, ("W",)),
        ],
    )
    def test_are_read(self, text: str, cost: Cost, value: int, colors: tuple[str, ...]) -> None:
        assert parse_cost(text) == cost
        assert (cost.mana_value, cost.colors) == (value, colors)  # 202.3, 202.2
        assert parse_cost(str(cost)) == cost

    @pytest.mark.parametrize("text", ["", "2G", "{Z}", "{W/W}", "{P}", "{2/P}", "{S}", "{-1}", "{"])
    def test_what_is_no_cost(self, text: str) -> None:
        with pytest.raises(ValueError, match="symbol"):
            parse_cost(text)

    def test_107_3_x_is_as_much_generic_mana_for_each_symbol(self) -> None:
        assert parse_cost("{X}{X}{1}{R}").at(3) == Cost(7, ("R",))

    def test_118_7_a_reduction_takes_generic_mana_only(self) -> None:
        assert parse_cost("{1}{G}{G}").less(2) == parse_cost("{G}{G}")


class TestPayment:
    def test_107_4b_generic_is_paid_with_any_mana(self) -> None:
        assert can("{2}", "C", "R")
        assert not can("{2}", "C")

    def test_107_4c_colourless_is_paid_with_colourless_mana_only(self) -> None:
        assert can("{C}", "C")
        assert not can("{C}", "G")
        assert not can("{C}", "any")  # any colour is no colourless

    def test_107_4e_hybrid_is_paid_with_either(self) -> None:
        assert can("{W/U}", "U")
        assert can("{W/U}", "W")
        assert not can("{W/U}", "B")

    def test_107_4e_monocoloured_hybrid_is_paid_with_its_colour_or_two(self) -> None:
        assert can("{2/W}", "W")
        assert can("{2/W}", "B", "C")
        assert not can("{2/W}", "B")
        assert can("{2/W}{2/W}", "W", "B", "B")
        assert not can("{2/W}{2/W}", "B", "B", "B")

    def test_107_4f_phyrexian_is_paid_with_its_colour_or_two_life(self) -> None:
        assert can("{G/P}", "G")
        assert can("{G/P}", life=2)
        assert not can("{G/P}", "B", life=1)  # 119.4: not more life than there is
        payment = pay([parse_cost("{1}{B/P}{B/P}")], mana("B", "R"), life=20)
        assert payment is not None
        assert payment.costs == (Paid((("B", 1), ("R", 1)), 2),)  # the least life that does

    def test_it_is_not_greedy(self) -> None:
        """{1} must not take the only green source, in whatever order the costs are."""
        for costs in (["{1}", "{G}"], ["{G}", "{1}"]):
            payment = pay([parse_cost(c) for c in costs], mana("G|R", "R"))
            assert payment is not None
            assert payment.costs[costs.index("{G}")] == Paid((("G", 1),))
            assert payment.costs[costs.index("{1}")] == Paid((("R", 1),))

    def test_a_chain_of_sources_is_shifted(self) -> None:
        """W|U must make W, U|B make U, B|R make B: each colour has another source to yield to."""
        assert can("{W}{U}{B}", "W|U", "U|B", "B|R")
        assert not can("{W}{W}{B}", "W|U", "U|B", "B|R")

    def test_a_source_makes_one_of_its_alternatives(self) -> None:
        assert can("{G}{G}", "W|GG")
        assert can("{W}", "W|GG")
        assert not can("{W}{G}", "W|GG")
        assert can("{W}{G}", "WG")  # both at once

    def test_costs_are_paid_together(self) -> None:
        costs = [parse_cost("{1}{G}"), parse_cost("{G}")]
        assert pay(costs, mana("G", "G", "C")) is not None
        assert pay(costs, mana("G", "C", "C")) is None

    def test_nothing_is_paid_for_nothing(self) -> None:
        assert pay([], mana()) is not None
        assert can("{0}")

    def test_much_mana(self) -> None:
        plenty = Mana.of([Source(("any",), 10**9)])
        assert pay([Cost(10**9 - 1, ("G",))], plenty) is not None
        assert pay([Cost(10**9, ("G",))], plenty) is None

    def test_agrees_with_trying_everything(self) -> None:
        random_ = random.Random(7)
        symbols = ["{1}", "{2}", "{W}", "{U}", "{C}", "{W/U}", "{2/W}", "{U/P}", "{C/U}"]
        sources = ["W", "U", "C", "any", "W|U", "W|CC", "UU", "WU|C"]
        answers = Counter[bool]()
        for _ in range(400):
            cost = "".join(random_.choices(symbols, k=random_.randint(1, 3)))
            have = random_.choices(sources, k=random_.randint(0, 3))
            life = random_.choice([0, 2])
            expected = _by_trying(parse_cost(cost), have, life)
            assert can(cost, *have, life=life) == expected, (cost, have, life)
            answers[expected] += 1
        assert min(answers[True], answers[False]) > 50

    def test_what_is_paid_adds_up(self) -> None:
        random_ = random.Random(8)
        for _ in range(100):
            generic, white = random_.randint(0, 3), random_.randint(0, 2)
            payment = pay([Cost(generic, ("W",) * white)], mana("W", "W", "any", "C", "U|W"))
            assert payment is not None
            (paid,) = payment.costs
            assert sum(dict(paid.mana).values()) == generic + white
            assert dict(paid.mana).get("W", 0) >= white


def _by_trying(cost: Cost, sources: list[str], life: int) -> bool:
    """Pay symbol by symbol, from every pool that the sources can make."""
    alternatives = [
        [one for text in source.split("|") for one in ("WUBRG" if text == "any" else [text])]
        for source in sources
    ]
    return any(
        _spend([*cost.pips, *["1"] * cost.generic], sorted("".join(made)), life)
        for made in product(*alternatives)
    )


def _spend(symbols: list[str], pool: list[str], life: int) -> bool:
    if not symbols:
        return True
    first, *rest = symbols
    for k, unit in enumerate(pool):
        pays = first == "1" or unit in first.split("/")
        if pays and _spend(rest, pool[:k] + pool[k + 1 :], life):
            return True
    if first.startswith("2/") and _spend(["1", "1", *rest], pool, life):
        return True
    return first.endswith("/P") and life >= 2 and _spend(rest, pool, life - 2)
