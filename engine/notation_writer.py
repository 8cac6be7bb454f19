"""`Combat` -> the short notation: the exact inverse of `engine.notation.parse`.

`engine.notation_plan` says what is described where; labels are written where `parse` would give an
object another id by itself.
"""

import json
from collections.abc import Iterable, Iterator

from engine.cards import find_card
from engine.combat import Combat
from engine.document_writer import write_document
from engine.notation_permanents import Describer, first_defender, head
from engine.notation_plan import Plan, Slot, Statement
from engine.notation_resources import is_sayable, write_cards
from engine.notation_words import (
    COPY,
    DEFAULT_LIFE,
    NUMBERED,
    REQUIREMENTS,
    Numbering,
    write_name,
    write_word,
)
from engine.objects import Creature, Player


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
        card = find_card(creature.card) if creature.card else None
        for key, printed in card.properties if card else ():
            # There is no word for being without these.
            value = getattr(creature, key)
            if value != printed and (value is False or value is None or key == "prevent"):
                yield f"creatures[{k}].{key}"


class _Writer:
    def __init__(self, combat: Combat) -> None:
        self.combat = combat
        self.plan = Plan(combat)
        self.groups = self.plan.groups
        self.permanents = self.plan.permanents
        self.statements = self.plan.statements
        self.labels = self._choose_labels()
        self.describer = Describer(combat, self.permanents, self.labels)

    def text(self) -> str:
        """Write all statements, then what is said of players."""
        parts = [self._statement(statement) for statement in self.statements]
        parts += [
            f"{write_name(name)}: {self._player(player)}"
            for name, player in self._declared_players()
        ]
        return "; ".join(parts)

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
                base = head(self.permanents[name])
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

    # --- statements -----------------------------------------------------------------------------

    def _statement(self, statement: Statement) -> str:
        text = ", ".join(map(self._object, statement.left))
        if statement.defines:
            return text
        first = statement.left[0]
        if first.described:
            text += self._arrow(self.groups[first.id], statement)
        if statement.right:
            text += f" <- {', '.join(map(self._object, statement.right))}"
        return text

    def _arrow(self, attacker: Creature, statement: Statement) -> str:
        if attacker.attacking is None:
            controller = attacker.was_attacking_controller
            return " -> nothing" + (f" of {write_word(controller)}" if controller else "")
        if statement.target is not None:
            return f" -> {self._object(statement.target)}"
        default = attacker.attacking == first_defender(self.combat)
        if default and (statement.right or attacker.id not in self.labels):
            return ""
        return f" -> {write_name(attacker.attacking)}"

    def _object(self, slot: Slot) -> str:
        if not slot.described:
            return write_name(slot.id)
        text = self.describer.describe(self.permanents[slot.id])
        return f"{write_name(slot.id)}: {text}" if slot.id in self.labels else text

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
