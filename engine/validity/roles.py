"""What the creatures of a document do: attack, block, form bands (506, 508.1, 509.1, 702.22).

State, not history: a role says what is so now, so a blocker may block what it could not have been
declared to block. What no history could lead to is a fault.
"""

from collections.abc import Iterator

from engine.draft import Entry, characteristic
from engine.faults import Fault
from engine.given import GivenCreature
from engine.keywords import Keyword
from engine.validity.index import Index, unknown

_LISTS = {
    "must_attack": "player, planeswalker or battle",
    "cant_attack": "player, planeswalker or battle",
    "cant_block": "creature",
    "must_block": "creature",
    "must_be_blocked": "creature",
    "cant_be_blocked_by": "creature",
    "damage_order": "creature",
}
"""The keys that name objects, in general or each by itself, and what they name."""

_JUDGED_LISTS = ("blocked", *_LISTS)
_OF_ATTACKERS = ("attacking", "blocked", "band", "was_attacking_controller")


class Roles:
    """Judges the creatures and their roles."""

    def __init__(self, index: Index) -> None:
        self.index = index

    def faults(self) -> Iterator[Fault]:
        """Return every fault in the creatures' roles."""
        for creature in self.index.draft.creatures:
            yield from self._alive(creature)
            if creature.given.gives_any(_OF_ATTACKERS):
                yield from self._attack(creature)
            if creature.given.blocking:
                yield from self._block(creature)
            if creature.given.gives_any(_JUDGED_LISTS):
                yield from self._lists(creature)
                yield from self._order(creature)
        yield from self._bands()

    def _alive(self, entry: Entry[GivenCreature]) -> Iterator[Fault]:
        """State-based actions would have removed it before (704.5f-g)."""
        creature = entry.given
        toughness = characteristic(creature, "toughness")
        if toughness is None or creature.damage < toughness > 0:
            return
        if not entry.sound("toughness", "card"):
            return
        if toughness <= 0:
            yield Fault(
                f"{entry.path}.toughness",
                f"{creature.id} with toughness {toughness} would not be there",
                "704.5f",
            )
        elif entry.sound("damage", "keywords") and creature.damage >= toughness:
            what = f"{creature.id} with {creature.damage} damage on toughness {toughness}"
            if Keyword.INDESTRUCTIBLE not in characteristic(creature, "keywords"):
                yield Fault(f"{entry.path}.damage", f"{what} would not be there", "704.5g")

    def _attack(self, entry: Entry[GivenCreature]) -> Iterator[Fault]:
        creature = entry.given
        attacks = creature.gives("attacking")
        path = f"{entry.path}.attacking"
        if attacks and entry.sound("attacking", "controller"):
            if creature.controller not in self.index.active_side:
                if creature.controller in self.index.players:
                    yield Fault(
                        path,
                        f"only the active player's creatures attack; {creature.id} is "
                        f"controlled by {creature.controller}",
                        "506.2",
                    )
            elif creature.attacking is not None:
                yield from self._target(path, creature)
        if not attacks and entry.sound("attacking"):
            for key in ("blocked", "band", "was_attacking_controller"):
                if creature.gives(key) and getattr(creature, key) not in (None, False):
                    yield Fault(f"{entry.path}.{key}", f"{creature.id} is not attacking", "506.4")
        controller = creature.was_attacking_controller
        if attacks and controller is not None and entry.sound("was_attacking_controller"):
            path = f"{entry.path}.was_attacking_controller"
            if creature.attacking is not None:
                yield Fault(
                    path,
                    "it is for an attacker whose target has left combat ('attacking': null)",
                    "506.4c",
                )
            elif controller in self.index.players and controller not in self.index.defending:
                yield Fault(path, f"{controller} is not a defending player", "506.2")

    def _target(self, path: str, creature: GivenCreature) -> Iterator[Fault]:
        target = creature.attacking
        assert target is not None
        if target in self.index.players:
            if target in self.index.active_side:
                yield Fault(path, f"{creature.id} cannot attack its own side ({target})", "506.2")
        elif target in self.index.walkers:
            walker = self.index.walkers[target]
            if walker.sound("controller") and walker.given.controller in self.index.active_side:
                yield Fault(
                    path,
                    f"{creature.id} cannot attack its own side's planeswalker {target}",
                    "506.2",
                )
        elif target in self.index.battles:
            battle = self.index.battles[target]
            if battle.sound("protector") and battle.given.protector in self.index.active_side:
                yield Fault(
                    path,
                    f"{battle.given.protector} protects {target}, so {creature.id} "
                    "cannot attack it",
                    "310.9c",
                )
        elif target not in self.index.top.players:
            known = [*self.index.players, *self.index.walkers, *self.index.battles]
            yield Fault(path, unknown("player, planeswalker or battle", target, known), "508.1b")

    def _block(self, entry: Entry[GivenCreature]) -> Iterator[Fault]:
        creature = entry.given
        if not entry.sound("blocking"):
            return
        path = f"{entry.path}.blocking"
        if creature.gives("attacking"):
            yield Fault(path, f"{creature.id} cannot attack and block at once", "506.3")
        elif entry.sound("controller") and creature.controller in self.index.active_side:
            yield Fault(path, f"{creature.id} is on the attacking side", "509.1a")
        for k, name in enumerate(creature.blocking):
            place = f"{path}[{k}]"
            if name in creature.blocking[:k]:
                yield Fault(place, f"{name} is named twice")
                continue
            attacker = self.index.creature_entries.get(name)
            if attacker is None:
                yield Fault(place, unknown("creature", name, self.index.creature_entries), "509.1a")
            elif not attacker.sound("attacking", "blocking"):
                continue
            elif not attacker.given.gives("attacking"):
                yield Fault(place, f"{name} is not attacking", "509.1a")
            elif entry.sound("controller") and creature.controller not in self.index.active_side:
                yield from self._defends(place, creature, attacker)

    def _defends(
        self, place: str, blocker: GivenCreature, attacker: Entry[GivenCreature]
    ) -> Iterator[Fault]:
        """Only creatures of the defending player (or of the team) block an attacker (509.1a)."""
        attacking = attacker.given
        target = attacking.attacking
        if target is None:
            player = attacking.was_attacking_controller
            if player is None and len(self.index.defending) == 1:
                player = self.index.defending[0]
            if player is None:
                yield Fault(
                    place,
                    f"whom {attacking.id} attacked is not known: "
                    "give it 'was_attacking_controller'",
                    "506.4c",
                )
        elif target in self.index.walkers:
            player = self.index.walkers[target].given.controller
        elif target in self.index.battles:
            player = self.index.battles[target].given.protector
        else:
            player = target
        if player is None or not {player, blocker.controller} <= self.index.players.keys():
            return
        team = self.index.players[player].given.team
        if player != blocker.controller and (
            team is None or self.index.players[blocker.controller].given.team != team
        ):
            rule = "310.9c" if target in self.index.battles else "509.1a"
            yield Fault(
                place,
                f"{blocker.id} is controlled by {blocker.controller}, but {attacking.id} "
                f"attacks {player}",
                rule,
            )

    def _lists(self, entry: Entry[GivenCreature]) -> Iterator[Fault]:
        creature = entry.given
        if creature.blocked is False and entry.sound("blocked"):
            names = {creature.id, *(f"{creature.id}#{k}" for k in range(1, creature.count + 1))}
            for other in self.index.draft.creatures:
                if not names.isdisjoint(other.given.blocking):
                    yield Fault(f"{entry.path}.blocked", f"{other.given.id} blocks it", "509.1h")
        if creature.damage_order is not None and self.index.top.rules != "ordered":
            yield Fault(
                f"{entry.path}.damage_order",
                "a damage assignment order exists only with 'rules': 'ordered'",
                "510.1c",
            )
        for key, what in _LISTS.items():
            known = self.index.creature_entries if what == "creature" else self.index.targets
            names_given = getattr(creature, key)
            if not isinstance(names_given, list) or not entry.sound(key):
                continue
            for k, name in enumerate(names_given):
                if name not in known:
                    yield Fault(f"{entry.path}.{key}[{k}]", unknown(what, name, known))
                elif name in names_given[:k]:
                    yield Fault(f"{entry.path}.{key}[{k}]", f"{name} is named twice")

    def _order(self, entry: Entry[GivenCreature]) -> Iterator[Fault]:
        """A damage assignment order names each creature that it fights, once."""
        creature, path = entry.given, f"{entry.path}.damage_order"
        if creature.damage_order is None or not entry.sound("damage_order", "blocking", "id"):
            return
        given = {n for name in creature.damage_order for n in self.index.copies(name)}
        fights = self._fought_by(creature)
        for what, names in (
            ("it does not fight", given - fights),
            ("it fights but does not name", fights - given),
        ):
            if names:
                yield Fault(path, f"{what} {', '.join(sorted(names))}", "510.1c")

    def _fought_by(self, creature: GivenCreature) -> set[str]:
        """Return the single creatures that a creature blocks, or that block it (702.22h)."""
        own = set(self.index.copies(creature.id)) | {creature.id}
        everybody = [entry.given for entry in self.index.draft.creatures]
        blocked = {n for name in creature.blocking for n in self.index.copies(name)}
        if blocked:
            bands = {
                other.band for other in everybody if blocked & set(self.index.copies(other.id))
            } - {None}
            mates = (n for o in everybody if o.band in bands for n in self.index.copies(o.id))
            return blocked | set(mates)
        own |= {
            n
            for o in everybody
            if creature.band and o.band == creature.band
            for n in self.index.copies(o.id)
        }
        return {
            n
            for other in everybody
            if any(own & set(self.index.copies(name)) for name in other.blocking)
            for n in self.index.copies(other.id)
        }

    def _bands(self) -> Iterator[Fault]:
        """All members of a band attack the same thing (702.22c)."""
        bands: dict[str, Entry[GivenCreature]] = {}
        for entry in self.index.draft.creatures:
            band = entry.given.band
            if band is None or not entry.sound("band", "attacking"):
                continue
            first = bands.setdefault(band, entry)
            if first.given.attacking != entry.given.attacking:
                yield Fault(
                    f"{entry.path}.band",
                    f"{entry.given.id} and {first.given.id} are one band "
                    "but attack different things",
                    "702.22c",
                )
