"""The search for the best combat damage. Imports the solver only when it is called."""

from optimizer.damage import solve_damage as solve_damage
from optimizer.solution import Solution as Solution
