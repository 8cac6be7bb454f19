"""`Combat` -> the short notation: the exact inverse of `engine.notation.parse`.

The statements follow the order of the document. An object is described where it is first spoken of
if that is its turn in this order; else it has a label and is defined when its turn has come.
"""

import json
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import pairwise

from engine.cards import default_value, find_card
from engine.combat import Combat
from engine.document_writer import write_document
from engine.notation_cards import is_sayable, write_cards
from engine.notation_phrases import changes, colors, limits, modifiers, roles, type_name
from engine.notation_words import (
    COPY,
    DEFAULT_LIFE,
    NUMBERED,
    REQUIREMENTS,
    Numbering,
    write_keyword,
    write_name,
    write_word,
)
from engine.objects import Battle, Creature, Planeswalker, Player


class NotationError(ValueError):
    """A combat that the short notation cannot say.

    Attributes
    ----------
    paths
        The keys of the document that stand in the way.
    """

    def __init__(self, paths: Iterable[str]) -> None:
        self.paths = tuple(paths)
        super().__init__(f"the short notation cannot say {', '.join(self.paths)}")


def describe(combat: Combat) -> str:
    """Return the notation of a combat, or its JSON document where the notation cannot say it."""
    try:
        return write(combat)
    except NotationError:
        return json.dumps(write_document(combat), ensure_ascii=False, default=str)


def write(combat: Combat) -> str:
    """Return the notation of a combat on one line.

    Raises
    ------
    NotationError
        If the notation cannot say it, with everything in the way.
    """
    paths = list(_unsayable(combat))
    if paths:
        raise NotationError(paths)
    return _Writer(combat).text()


def _unsayable(combat: Combat) -> Iterator[str]:
    for key in ("effects", "after_first_strike"):
        if getattr(combat, key):
            yield key
    if combat.resources and not all(map(is_sayable, combat.resources.values())):
        yield "resources"
    if combat.rules != "current":
        yield "rules"
    if combat.comment is not None:
        yield "comment"
    for k, creature in enumerate(combat.groups):
        if creature.damage_order is not None:
            yield f"creatures[{k}].damage_order"
        for key, _ in REQUIREMENTS.values():
            if getattr(creature, key) == ():
                yield f"creatures[{k}].{key}"


@dataclass
class _Slot:
    """An object in a statement: described here, or only named."""

    id: str
    described: bool


@dataclass
class _Statement:
    left: list[_Slot]
    target: _Slot | None = None
    right: list[_Slot] = field(default_factory=list)
    defines: bool = False


class _Writer:
    def __init__(self, combat: Combat) -> None:
        self.combat = combat
        self.groups = {group.id: group for group in combat.groups}
        self.permanents: dict[str, Creature | Planeswalker | Battle] = {
            **self.groups, **combat.planeswalkers, **combat.battles
        }  # fmt: skip
        self.order = [group.id for group in combat.groups]
        self.turn = 0  # how many of them are described
        self.place = {name: k for k, name in enumerate(self.order)}
        self.named: set[str] = set()
        self.statements: list[_Statement] = []

    def text(self) -> str:
        """Plan the statements, choose the labels, write."""
        self._plan()
        declared = list(self._declared_players())
        self.labels = self._choose_labels()
        parts = [self._statement(statement) for statement in self.statements]
        parts += [f"{write_name(name)}: {self._player(player)}" for name, player in declared]
        return "; ".join(parts)

    # --- the plan -------------------------------------------------------------------------------

    def _plan(self) -> None:
        blockers: dict[str, list[str]] = {}
        for group in self.combat.groups:
            if self._regular(group):
                for name in group.blocking:
                    blockers.setdefault(name, []).append(group.id)
        inline = self._inline_targets()
        for group in self.combat.groups:
            if group.attacks:
                self._define_before(group.id)
                self.turn += 1
                right = [self._slot(name) for name in blockers.get(group.id, [])]
                target = self._target(group, inline)
                self.statements.append(_Statement([_Slot(group.id, True)], target, right))
        self._define_before(None)
        for name in (*self.combat.planeswalkers, *self.combat.battles):
            if name not in inline:
                self.statements.append(_Statement([_Slot(name, True)], defines=True))

    def _inline_targets(self) -> set[str]:
        """Return what is described where it is attacked; none if that changed the order."""
        targets = Counter(group.attacking for group in self.combat.groups if group.attacking)
        inline: set[str] = set()
        for listed in (self.combat.planeswalkers, self.combat.battles):
            once = [
                name
                for name, number in targets.items()
                if number == 1 and name in listed and self.permanents[name].card == name
            ]
            if once == list(listed)[: len(once)]:
                inline.update(once)
        return inline

    def _regular(self, group: Creature) -> bool:
        """Whether the attackers' statements say what it blocks, in the right order."""
        places = [self.place.get(name, -1) for name in group.blocking]
        return -1 not in places and all(a < b for a, b in pairwise(places))

    def _slot(self, name: str) -> _Slot:
        """Describe a creature if it is its turn and nothing was said of it, else name it."""
        its_turn = self.turn < len(self.order) and self.order[self.turn] == name
        if its_turn and name not in self.named:
            self.turn += 1
            return _Slot(name, True)
        self.named.add(name)
        return _Slot(name, False)

    def _target(self, group: Creature, inline: set[str]) -> _Slot | None:
        if group.attacking in self.permanents:
            return _Slot(group.attacking, group.attacking in inline)
        return None

    def _define_before(self, name: str | None) -> None:
        """Define the creatures whose turn is before that of an attacker."""
        while self.turn < len(self.order) and self.order[self.turn] != name:
            creature = self.groups[self.order[self.turn]]
            self.turn += 1
            described = _Slot(creature.id, True)
            if self._regular(creature):
                self.statements.append(_Statement([described], defines=True))
            else:
                attackers = [_Slot(attacker, False) for attacker in creature.blocking]
                self.statements.append(_Statement(attackers, None, [described]))

    # --- labels ---------------------------------------------------------------------------------

    def _choose_labels(self) -> set[str]:
        """Return the ids that have to be written: those that `parse` would not give by itself."""
        named, bare = set(), []
        for statement in self.statements:
            for slot in (*statement.left, *filter(None, [statement.target]), *statement.right):
                if not slot.described:
                    named.add(slot.id)
                elif not statement.defines or self._bare_definition(slot.id):
                    bare.append(slot.id)
        named = {name for name in named if not _always_a_reference(name)}
        free = {name for name in bare if name not in named}
        labels = {name for name in self.permanents if name not in free} | set(self.combat.players)
        for _ in range(8):
            numbering = Numbering(labels | {"A", "B"})
            wrong = set()
            for name in bare:
                base = self._head(self.permanents[name])
                if name not in labels and (base in labels or numbering.name(base) != name):
                    wrong.add(name)
            if not wrong:
                return labels
            labels |= wrong
        return labels | free

    def _bare_definition(self, name: str) -> bool:
        return not isinstance(self.permanents[name], Creature) and (
            self.permanents[name].card == name
        )

    # --- writing --------------------------------------------------------------------------------

    def _statement(self, statement: _Statement) -> str:
        text = ", ".join(map(self._object, statement.left))
        if statement.defines:
            return text
        first = statement.left[0]
        if first.described:
            text += self._arrow(self.groups[first.id], statement)
        if statement.right:
            text += f" <- {', '.join(map(self._object, statement.right))}"
        return text

    def _arrow(self, attacker: Creature, statement: _Statement) -> str:
        if attacker.attacking is None:
            controller = attacker.was_attacking_controller
            return " -> nothing" + (f" of {write_word(controller)}" if controller else "")
        if statement.target is not None:
            return f" -> {self._object(statement.target)}"
        default = attacker.attacking == self._defender
        if default and (statement.right or attacker.id not in self.labels):
            return ""
        return f" -> {write_name(attacker.attacking)}"

    def _object(self, slot: _Slot) -> str:
        if not slot.described:
            return write_name(slot.id)
        permanent = self.permanents[slot.id]
        if isinstance(permanent, Creature):
            parts = self._creature(permanent)
        elif isinstance(permanent, Planeswalker):
            parts = self._planeswalker(permanent)
        else:
            parts = self._battle(permanent)
        text = " ".join(parts)
        return f"{write_name(slot.id)}: {text}" if slot.id in self.labels else text

    @property
    def _defender(self) -> str:
        defenders = self.combat.defending_players
        return defenders[0] if defenders else self.combat.active_player

    @staticmethod
    def _head(permanent: Creature | Planeswalker | Battle) -> str:
        if permanent.card is not None:
            return permanent.card
        if isinstance(permanent, Creature):
            return f"{permanent.power}/{permanent.toughness}"
        if isinstance(permanent, Planeswalker):
            return f"loyalty {permanent.loyalty}"
        return f"defense {permanent.defense}"

    def _beginning(self, permanent: Creature | Planeswalker | Battle) -> str:
        """Return the head; the name of a card in quotation marks if a label begins it."""
        head = self._head(permanent)
        begins_with_label = "," in head and head.split(",")[0] in self.labels
        return f'"{head}"' if begins_with_label else head

    def _creature(self, creature: Creature) -> Iterator[str]:
        card = find_card(creature.card) if creature.card else None
        yield self._beginning(creature)
        if card and (creature.power, creature.toughness) != (card.power, card.toughness):
            yield f"{creature.power}/{creature.toughness}"
        removed, added = changes(card.keywords if card else (), creature.keywords)
        yield from map(write_keyword, added)
        yield from (f"without {write_keyword(keyword)}" for keyword in removed)
        if creature.count != 1:
            yield f"x{creature.count}"
        yield from colors(card, creature)
        removed, added = changes(card.types if card else (), creature.types)
        yield from (f"type {type_name(name)}" for name in added)
        yield from (f"without type {type_name(name)}" for name in removed)
        yield from roles(creature)
        yield from limits(creature)
        yield from modifiers(creature)
        if creature.value != default_value(card, creature.power, creature.toughness):
            yield f"value {creature.value}"
        if creature.controller != self._controller(creature):
            yield f"of {write_word(creature.controller)}"

    def _controller(self, creature: Creature) -> str:
        """Return the controller that `parse` gives a creature by itself."""
        if creature.attacks:
            return self.combat.active_player
        if not creature.blocking:
            return self._defender
        first = creature.blocking[0]
        match = COPY.fullmatch(first)
        attacker = self.groups.get(first) or self.groups[match.group(1) if match else first]
        if attacker.attacking is None:
            return attacker.was_attacking_controller or self._defender
        target = self.permanents.get(attacker.attacking)
        if isinstance(target, Battle):
            return target.protector
        return target.controller if target else attacker.attacking

    def _planeswalker(self, walker: Planeswalker) -> Iterator[str]:
        card = find_card(walker.card) if walker.card else None
        yield self._beginning(walker)
        if card and walker.loyalty != card.loyalty:
            yield f"loyalty {walker.loyalty}"
        yield from map(write_keyword, walker.keywords)
        if walker.prevent:
            yield f"prevent {walker.prevent}"
        if walker.value != default_value(card, walker.loyalty):
            yield f"value {walker.value}"
        if walker.controller != self._defender:
            yield f"of {write_word(walker.controller)}"

    def _battle(self, battle: Battle) -> Iterator[str]:
        card = find_card(battle.card) if battle.card else None
        yield self._beginning(battle)
        if card and battle.defense != card.defense:
            yield f"defense {battle.defense}"
        if not battle.siege:
            yield "not a siege"
        if battle.value != default_value(card, battle.defense):
            yield f"value {battle.value}"
        if battle.controller != self.combat.active_player:
            yield f"of {write_word(battle.controller)}"
        if battle.protector != self._defender:
            yield f"protected by {write_word(battle.protector)}"

    # --- players --------------------------------------------------------------------------------

    def _declared_players(self) -> Iterator[tuple[str, Player]]:
        """Yield the players that `parse` would not add by itself, in turn order."""
        names = list(self.combat.players)
        active = self.combat.active_player
        left_out = set()
        if active == "A" and names[0] == "A":
            left_out.add("A")
        if len(names) == 2 and names[1] == ("A" if active == "B" else "B") != active:
            left_out.add(names[1])
        for name, player in self.combat.players.items():
            plain = player == Player(name, DEFAULT_LIFE) and name not in self.combat.resources
            if name not in left_out or not plain:
                yield name, player

    def _player(self, player: Player) -> str:
        parts = [f"life {player.life}"]
        if player.poison:
            parts.append(f"poison {player.poison}")
        if player.team is not None:
            parts.append(f"team {write_word(player.team)}")
        if player.prevent:
            parts.append(f"prevent {player.prevent}")
        for name, amount in player.commander_damage.items():
            parts.append(f"commander damage {amount} from {write_word(name)}")
        if player.id == self.combat.active_player != "A":
            parts.append("active")
        if player.id in self.combat.resources:
            parts.append(write_cards(self.combat.resources[player.id]))
        return " ".join(parts)


def _always_a_reference(name: str) -> bool:
    """Say whether `parse` takes a name for that of something defined, without a label."""
    return bool(COPY.fullmatch(name) or NUMBERED.fullmatch(name.rpartition(" ")[2]))
