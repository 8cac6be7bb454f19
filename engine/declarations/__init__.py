"""Which attacks and blocks may be declared (508.1, 509.1), as far as a document says.

`blocking.block_rules` and `attacking.attack_rules` turn a combat into data (`rules`): the *pairs*
of which a declaration is made (a blocker and an attacker; an attacker and what it attacks),
*limits* on how many of some pairs may be chosen, and *requirements*, each met by any of some pairs.
A declaration is legal if it is made of these pairs, keeps every limit, and meets as many
requirements as can be met at once (508.1d, 509.1c).

The judge, the search for that maximum and a model that looks for the best blocks or the best attack
all read this data. A model has a 0-1 variable z[pair] for each pair; a limit is a row over the sum
of its choices, and a requirement the condition that one of the z of `met_by` is 1. That maximum may
be hard to find (deciding it is NP-hard in general), so it is handed to the judge:
`maximum.obedient` finds a declaration that meets so many where a small search does, and asks its
caller's solver otherwise.
"""

from engine.declarations.attacking import (
    attack_rules,
    attack_targets,
    judge_attacks,
    may_attack,
    may_attack_target,
    with_attacks,
)
from engine.declarations.blocking import (
    before_blocks,
    block_rules,
    judge_blocks,
    may_block,
    possible_blocks,
    with_blocks,
)
from engine.declarations.maximum import obedient
from engine.declarations.reading import read_attacks, read_blocks
from engine.declarations.rules import DeclarationRules, Limit, Pair, Requirement

__all__ = [
    "DeclarationRules",
    "Limit",
    "Pair",
    "Requirement",
    "attack_rules",
    "attack_targets",
    "before_blocks",
    "block_rules",
    "judge_attacks",
    "judge_blocks",
    "may_attack",
    "may_attack_target",
    "may_block",
    "obedient",
    "possible_blocks",
    "read_attacks",
    "read_blocks",
    "with_attacks",
    "with_blocks",
]
