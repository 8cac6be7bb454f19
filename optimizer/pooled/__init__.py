"""The damage question of a combat with groups, solved on the groups."""

from optimizer.pooled.search import solve_pooled as solve_pooled
