"""Which cards belong together: attackers with those who fight them, and what they attack."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from optimizer.picture.scene import Card, Scene


@dataclass(frozen=True)
class Cluster:
    """Creatures that are joined by blocks or damage.

    Attributes
    ----------
    above, below
        The active side's creatures, and the others, each in an order with few crossing arrows.
    targets
        What they attack or deal damage to, in the order of the combat.
    """

    above: tuple[str, ...]
    below: tuple[str, ...]
    targets: tuple[str, ...]


def clusters(scene: Scene) -> tuple[list[Cluster], list[str]]:
    """Return the clusters of a scene, and all other cards.

    Those with the same targets are together, blocked ones first.
    """
    cards = scene.cards
    parent = {key: key for key, card in cards.items() if card.kind == "creature"}

    def root(key: str) -> str:
        while parent[key] != key:
            parent[key] = parent[parent[key]]
            key = parent[key]
        return key

    around: dict[str, set[str]] = {key: set() for key in cards}
    for panel in scene.panels:
        for flow in panel.flows:
            around[flow.source].add(flow.target)
            around[flow.target].add(flow.source)
            if flow.source in parent and flow.target in parent:
                parent[root(flow.source)] = root(flow.target)
    bands: dict[str, str] = {}
    for key in parent:
        creature = scene.combat.creatures[cards[key].members[0]]
        if creature.band is not None and creature.attacks:
            parent[root(key)] = root(bands.setdefault(creature.band, key))
    members: dict[str, list[str]] = {}
    fighting = {c.id for c in scene.combat.attackers}  # one that attacks nothing any more (506.4c)
    for key in parent:
        if around[key] or not fighting.isdisjoint(cards[key].members):
            members.setdefault(root(key), []).append(key)
    order = {key: place for place, key in enumerate(_targets(scene))}
    found = []
    for keys in members.values():
        aims = {near for key in keys for near in around[key] if near not in parent}
        targets = tuple(sorted(aims, key=order.__getitem__))
        found.append(Cluster(*_rows(cards, keys, around, targets), targets))
    found.sort(key=lambda one: ([order[aim] for aim in one.targets] or [len(order)], not one.below))
    placed = {key for one in found for key in (*one.above, *one.below, *one.targets)}
    return found, [key for key in cards if key not in placed]


def _targets(scene: Scene) -> list[str]:
    """Return what may be attacked: planeswalkers and battles beside whom they belong to."""
    combat = scene.combat
    names: list[str] = []
    for player in combat.players:
        names += [name for name, w in combat.planeswalkers.items() if w.controller == player]
        names += [name for name, b in combat.battles.items() if b.protector == player]
        names.append(player)
    return names


def _rows(
    cards: Mapping[str, Card],
    keys: Sequence[str],
    around: Mapping[str, set[str]],
    targets: Sequence[str],
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return both rows; each card stands near the middle of those it has to do with."""
    above = [key for key in keys if cards[key].is_active]
    below = [key for key in keys if not cards[key].is_active]
    for _ in range(4):
        for row, other in ((below, above), (above, below)):
            places = {key: float(place) for place, key in enumerate(other)}
            if len(targets) > 1:  # they share the width of the cluster
                each = max(len(above), len(below)) / len(targets)
                places |= {key: (place + 0.5) * each for place, key in enumerate(targets)}
            middles = {}
            for place, key in enumerate(row):
                near = [places[name] for name in around[key] if name in places]
                middles[key] = sum(near) / len(near) if near else place
            row.sort(key=middles.__getitem__)
    return tuple(above), tuple(below)
