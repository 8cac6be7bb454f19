"""What is remembered from one call to the next can be forgotten."""

from engine import read_combat
from optimizer import solve_damage
from optimizer.parts.remembered import forget
from optimizer.parts.shared import divide_shared
from optimizer.parts.single import divide


def test_everything_is_forgotten() -> None:
    text = "a: 4/4 <- w; t: 5/5 trample <- w; u: 7/7 trample <- x: 0/3; w: 0/4"
    solve_damage(read_combat(text), ["max player_damage"])
    assert divide.cache_info().currsize
    assert divide_shared.cache_info().currsize
    forget()
    assert divide.cache_info().currsize == divide_shared.cache_info().currsize == 0
