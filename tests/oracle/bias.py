"""How often each family of things turns up on random boards."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Bias:
    """How often each family of things turns up (0 switches it off), and how big boards get.

    `trivial` is the share kept of the boards in which nobody has a choice.
    """

    third_player: float = 0.15
    planeswalkers: float = 0.4
    battles: float = 0.25
    target_gone: float = 0.08
    blocked_without_blockers: float = 0.1
    shared_blockers: float = 0.55
    gangs: float = 0.5
    marked_damage: float = 0.25
    odd_power: float = 0.08
    trample: float = 0.4
    trample_over: float = 0.3
    deathtouch: float = 0.2
    strikes: float = 0.15
    lifelink: float = 0.2
    shrinking: float = 0.15
    toxic: float = 0.15
    indestructible: float = 0.12
    commanders: float = 0.15
    special_assignment: float = 0.12
    bystanders: float = 0.25
    values: float = 0.2
    near_lethal: float = 0.5
    max_attackers: int = 4
    max_blockers: int = 4
    max_power: int = 5
    trivial: float = 0.1
    max_choices: int = 100_000
    teams: float = 0
    banding: float = 0
    """A band of attackers; half as often, for each blocker, banding."""
    assigned_by: float = 0
    """For each creature in combat."""
    modifiers: float = 0
    """For each creature, planeswalker and player a modifier of its own; one or two effects."""
    shields: float = 0
    """For each of them a shield that is used up; regeneration shields."""
    ordered: float = 0
    interlude: float = 0
    """Only where there are two steps: what happens to some creatures between them."""
    blocker_strikes: float = 0
    """For each blocker first or double strike, whatever `strikes` says."""
