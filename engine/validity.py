"""What the objects of a document may be to each other: references, roles, and the rules on them.

`judge` finds every fault. A key that is already at fault is not judged again, and what depends on
it is left alone, so that one mistake is reported once.
"""

from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property

from engine.cards import closest_names, find_card
from engine.draft import Draft, Entry, card_of, characteristic
from engine.faults import Fault
from engine.keywords import Keyword
from engine.schema import MOST_CREATURES, BattleModel, CreatureModel, PlaneswalkerModel

Permanents = Entry[CreatureModel] | Entry[PlaneswalkerModel] | Entry[BattleModel]

_POISON_TO_LOSE = 10
_TEAM_POISON_TO_LOSE = 15


def judge(draft: Draft) -> list[Fault]:
    """Return every fault in what the objects of a draft are to each other.

    Notes
    -----
    State, not history: a role says what is so now, so a blocker may block what it could not have
    been declared to block. What no history could lead to is a fault.
    """
    return [*_Judge(draft).faults()]


class _Judge:
    def __init__(self, draft: Draft) -> None:
        self.draft = draft
        self.top = draft.top.model
        self.players = draft.players
        self.permanents: list[Permanents] = [*draft.creatures, *draft.planeswalkers, *draft.battles]

    def faults(self) -> Iterator[Fault]:
        if sum(entry.model.count for entry in self.draft.creatures) > MOST_CREATURES:
            yield Fault("creatures", f"more than {MOST_CREATURES} creatures, copies counted")
            return
        yield from self._players()
        yield from self._identifiers()
        yield from self._cards()
        for entry in self.permanents:
            yield from self._control(entry)
        for creature in self.draft.creatures:
            yield from self._alive(creature)
            yield from self._attack(creature)
            yield from self._block(creature)
            yield from self._lists(creature)
        yield from self._bands()
        for walker in self.draft.planeswalkers:
            if walker.sound("loyalty") and walker.model.loyalty == 0:
                yield Fault(
                    f"{walker.path}.loyalty",
                    "a planeswalker with loyalty 0 is in the graveyard",
                    "704.5i",
                )
        for battle in self.draft.battles:
            yield from self._battle(battle)
        for effect in self.draft.effects:
            yield from self._effect(effect)

    # --- players -------------------------------------------------------------------------------

    @cached_property
    def active_side(self) -> frozenset[str]:
        """The active player and team-mates."""
        active = self.top.active_player
        team = self.players[active].model.team if active in self.players else None
        mates = (name for name, p in self.players.items() if team and p.model.team == team)
        return frozenset([active, *mates])

    @cached_property
    def defending(self) -> tuple[str, ...]:
        return tuple(name for name in self.players if name not in self.active_side)

    def _players(self) -> Iterator[Fault]:
        if self.draft.top.sound("players") and len(self.top.players) < 2:
            yield Fault("players", "at least two players are needed")
        if self.draft.top.sound("active_player", "players"):
            if self.top.active_player not in self.top.players:
                yield Fault(
                    "active_player",
                    self._unknown("player", self.top.active_player, self.top.players),
                )
            elif not self.defending and len(self.top.players) > 1:
                yield Fault(
                    "players", "nobody defends: all are of the active player's team", "506.2"
                )
        for name, entry in self.players.items():
            yield from self._player(name, entry.path, entry.bad)
        if "" in self.top.players:
            yield Fault("players", "a player's id must not be empty")

    def _player(self, name: str, path: str, bad: frozenset[str]) -> Iterator[Fault]:
        player = self.players[name].model
        team = player.team
        limit = _POISON_TO_LOSE if team is None else _TEAM_POISON_TO_LOSE
        if "life" not in bad and player.life <= 0:
            rule = "704.5a" if team is None else "704.6a"
            yield Fault(f"{path}.life", f"{name} at life {player.life} has lost already", rule)
        if "poison" not in bad and player.poison >= limit:
            rule = "704.5c" if team is None else "704.6b"
            yield Fault(
                f"{path}.poison",
                f"{name} with {player.poison} poison counters has lost already",
                rule,
            )
        for commander in player.commander_damage if "commander_damage" not in bad else ():
            if commander not in self.creature_entries:
                yield Fault(
                    f"{path}.commander_damage",
                    self._unknown("creature", commander, self.creature_entries),
                    "903.10a",
                )
        if team is None:
            return
        first = next(n for n, entry in self.players.items() if entry.model.team == team)
        for key in ("life", "poison"):
            shared = getattr(self.players[first].model, key)
            if getattr(player, key) != shared and self.players[first].sound(key) and key not in bad:
                yield Fault(
                    f"{path}.{key}",
                    f"team {team} shares its {key}: {first} has {shared}, "
                    f"{name} has {getattr(player, key)}",
                    "810.9" if key == "life" else "810.10",
                )

    # --- names ---------------------------------------------------------------------------------

    @cached_property
    def creature_entries(self) -> dict[str, Entry[CreatureModel]]:
        """The creatures by every id that may stand for them: the group's and each copy's."""
        found: dict[str, Entry[CreatureModel]] = {}
        for entry in self.draft.creatures:
            name, count = entry.model.id, entry.model.count
            found.setdefault(name, entry)
            if count > 1:
                for k in range(1, count + 1):
                    found.setdefault(f"{name}#{k}", entry)
        return found

    @cached_property
    def battles(self) -> dict[str, Entry[BattleModel]]:
        return {entry.model.id: entry for entry in self.draft.battles}

    @cached_property
    def walkers(self) -> dict[str, Entry[PlaneswalkerModel]]:
        return {entry.model.id: entry for entry in self.draft.planeswalkers}

    def _identifiers(self) -> Iterator[Fault]:
        taken = dict.fromkeys(self.top.players, "a player")
        for entry in self.permanents:
            if not entry.sound("id"):
                continue
            name = entry.model.id
            if name in taken:
                yield Fault(f"{entry.path}.id", f"the id {name!r} is taken by {taken[name]}")
                continue
            taken[name] = entry.path
            for k in range(1, getattr(entry.model, "count", 1) + 1):
                copy = f"{name}#{k}"
                if getattr(entry.model, "count", 1) > 1:
                    if copy in taken:
                        yield Fault(
                            f"{entry.path}.id",
                            f"the id {copy!r} of one of its copies is taken by {taken[copy]}",
                        )
                    taken.setdefault(copy, f"a copy of {entry.path}")

    @staticmethod
    def _unknown(what: str, name: str, known: Iterable[str]) -> str:
        near = closest_names(name, [k for k in known if "#" not in k])
        hint = f"; did you mean {' or '.join(map(repr, near))}?" if near else ""
        return f"there is no {what} {name!r}{hint}"

    def _cards(self) -> Iterator[Fault]:
        kinds: list[tuple[Iterable[Permanents], str, tuple[str, ...]]] = [
            (self.draft.creatures, "creature", ("power", "toughness")),
            (self.draft.planeswalkers, "planeswalker", ("loyalty",)),
            (self.draft.battles, "battle", ("defense",)),
        ]
        for entries, kind, needed in kinds:
            for entry in entries:
                name = entry.model.card
                if name is not None and entry.sound("card"):
                    card = find_card(name)
                    if card is None:
                        near = closest_names(name)
                        hint = f"; the closest are {', '.join(map(repr, near))}" if near else ""
                        yield Fault(f"{entry.path}.card", f"unknown card {name!r}{hint}")
                    elif card.kind != kind:
                        yield Fault(
                            f"{entry.path}.card", f"{card.name} is a {card.kind}, not a {kind}"
                        )
                for key in needed:
                    if name is None and getattr(entry.model, key) is None:
                        if entry.sound(key, "card"):
                            yield Fault(
                                f"{entry.path}.{key}",
                                f"{key!r} is required where no 'card' gives it",
                            )

    def _control(self, entry: Permanents) -> Iterator[Fault]:
        for key in ("controller", "protector", "assigned_by", "was_attacking_controller"):
            name = getattr(entry.model, key, None)
            if name is not None and entry.sound(key) and name not in self.top.players:
                yield Fault(f"{entry.path}.{key}", self._unknown("player", name, self.top.players))

    # --- creatures -----------------------------------------------------------------------------

    def _alive(self, entry: Entry[CreatureModel]) -> Iterator[Fault]:
        """State-based actions would have removed it before (704.5f-g)."""
        creature = entry.model
        toughness = characteristic(creature, "toughness")
        if toughness is None or not entry.sound("toughness", "card"):
            return
        if toughness <= 0:
            yield Fault(
                f"{entry.path}.toughness",
                f"{creature.id} with toughness {toughness} would not be there",
                "704.5f",
            )
        elif entry.sound("damage", "keywords") and creature.damage >= toughness:
            if Keyword.INDESTRUCTIBLE not in characteristic(creature, "keywords"):
                yield Fault(
                    f"{entry.path}.damage",
                    f"{creature.id} with {creature.damage} damage on "
                    f"toughness {toughness} would not be there",
                    "704.5g",
                )

    def _attack(self, entry: Entry[CreatureModel]) -> Iterator[Fault]:
        creature = entry.model
        attacks = "attacking" in creature.model_fields_set
        path = f"{entry.path}.attacking"
        if attacks and entry.sound("attacking", "controller"):
            if creature.controller not in self.active_side:
                if creature.controller in self.players:
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
                if key in creature.model_fields_set and getattr(creature, key) not in (None, False):
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
            elif controller in self.players and controller not in self.defending:
                yield Fault(path, f"{controller} is not a defending player", "506.2")

    def _target(self, path: str, creature: CreatureModel) -> Iterator[Fault]:
        target = creature.attacking
        assert target is not None
        if target in self.players:
            if target in self.active_side:
                yield Fault(path, f"{creature.id} cannot attack its own side ({target})", "506.2")
        elif target in self.walkers:
            walker = self.walkers[target]
            if walker.sound("controller") and walker.model.controller in self.active_side:
                yield Fault(
                    path,
                    f"{creature.id} cannot attack its own side's planeswalker {target}",
                    "506.2",
                )
        elif target in self.battles:
            battle = self.battles[target]
            if battle.sound("protector") and battle.model.protector in self.active_side:
                yield Fault(
                    path,
                    f"{battle.model.protector} protects {target}, so {creature.id} "
                    "cannot attack it",
                    "310.9c",
                )
        elif target not in self.top.players:
            known = [*self.players, *self.walkers, *self.battles]
            yield Fault(
                path, self._unknown("player, planeswalker or battle", target, known), "508.1b"
            )

    def _block(self, entry: Entry[CreatureModel]) -> Iterator[Fault]:
        creature = entry.model
        if not creature.blocking or not entry.sound("blocking"):
            return
        path = f"{entry.path}.blocking"
        if "attacking" in creature.model_fields_set:
            yield Fault(path, f"{creature.id} cannot attack and block at once", "506.3")
        elif entry.sound("controller") and creature.controller in self.active_side:
            yield Fault(path, f"{creature.id} is on the attacking side", "509.1a")
        for k, name in enumerate(creature.blocking):
            place = f"{path}[{k}]"
            if name in creature.blocking[:k]:
                yield Fault(place, f"{name} is named twice")
                continue
            attacker = self.creature_entries.get(name)
            if attacker is None:
                yield Fault(place, self._unknown("creature", name, self.creature_entries), "509.1a")
            elif not attacker.sound("attacking", "blocking"):
                continue
            elif "attacking" not in attacker.model.model_fields_set:
                yield Fault(place, f"{name} is not attacking", "509.1a")
            elif entry.sound("controller") and creature.controller not in self.active_side:
                yield from self._defends(place, creature, attacker)

    def _defends(
        self, place: str, blocker: CreatureModel, attacker: Entry[CreatureModel]
    ) -> Iterator[Fault]:
        """Only creatures of the defending player (or of the team) block an attacker (509.1a)."""
        model = attacker.model
        target = model.attacking
        if target is None:
            player = model.was_attacking_controller
            if player is None and len(self.defending) == 1:
                player = self.defending[0]
            if player is None:
                yield Fault(
                    place,
                    f"whom {model.id} attacked is not known: give it 'was_attacking_controller'",
                    "506.4c",
                )
        elif target in self.walkers:
            player = self.walkers[target].model.controller
        elif target in self.battles:
            player = self.battles[target].model.protector
        else:
            player = target
        if player not in self.players or blocker.controller not in self.players:
            return
        team = self.players[player].model.team
        if player != blocker.controller and (
            team is None or self.players[blocker.controller].model.team != team
        ):
            rule = "310.9c" if target in self.battles else "509.1a"
            yield Fault(
                place,
                f"{blocker.id} is controlled by {blocker.controller}, but {model.id} "
                f"attacks {player}",
                rule,
            )

    def _lists(self, entry: Entry[CreatureModel]) -> Iterator[Fault]:
        creature = entry.model
        if creature.blocked is False and entry.sound("blocked"):
            names = {creature.id, *(f"{creature.id}#{k}" for k in range(1, creature.count + 1))}
            for other in self.draft.creatures:
                if not names.isdisjoint(other.model.blocking):
                    yield Fault(f"{entry.path}.blocked", f"{other.model.id} blocks it", "509.1h")
        if creature.damage_order is not None and self.top.rules != "ordered":
            yield Fault(
                f"{entry.path}.damage_order",
                "a damage assignment order exists only with 'rules': 'ordered'",
                "510.1c",
            )
        targets = [*self.top.players, *self.walkers, *self.battles]
        for key, what, known in (
            ("must_attack", "player, planeswalker or battle", targets),
            ("cant_attack", "player, planeswalker or battle", targets),
            ("cant_block", "creature", self.creature_entries),
            ("must_block", "creature", self.creature_entries),
            ("must_be_blocked", "creature", self.creature_entries),
            ("cant_be_blocked_by", "creature", self.creature_entries),
            ("damage_order", "creature", self.creature_entries),
        ):
            names_given = getattr(creature, key)
            if not isinstance(names_given, list) or not entry.sound(key):
                continue
            for k, name in enumerate(names_given):
                if name not in known:
                    yield Fault(f"{entry.path}.{key}[{k}]", self._unknown(what, name, known))
                elif name in names_given[:k]:
                    yield Fault(f"{entry.path}.{key}[{k}]", f"{name} is named twice")

    def _bands(self) -> Iterator[Fault]:
        """All members of a band attack the same thing (702.22c)."""
        bands: dict[str, Entry[CreatureModel]] = {}
        for entry in self.draft.creatures:
            band = entry.model.band
            if band is None or not entry.sound("band", "attacking"):
                continue
            first = bands.setdefault(band, entry)
            if first.model.attacking != entry.model.attacking:
                yield Fault(
                    f"{entry.path}.band",
                    f"{entry.model.id} and {first.model.id} are one band "
                    "but attack different things",
                    "702.22c",
                )

    # --- battles and effects -------------------------------------------------------------------

    def _battle(self, entry: Entry[BattleModel]) -> Iterator[Fault]:
        battle = entry.model
        if entry.sound("defense") and battle.defense == 0:
            rule = "704.5v" if battle.siege else "704.5w"
            yield Fault(f"{entry.path}.defense", "a battle with defense 0 is defeated", rule)
        if entry.sound("siege", "controller", "protector") and battle.siege:
            same = battle.controller == battle.protector
            if same and battle.controller in self.players:
                yield Fault(
                    f"{entry.path}.protector",
                    "a Siege is protected by an opponent of its controller",
                    "310.12a",
                )

    def _effect(self, entry: Entry[object]) -> Iterator[Fault]:  # type: ignore[type-var]
        effect = entry.model
        wanted, other = "amount", "factor"
        if effect.kind == "multiply":
            wanted, other = other, wanted
        if entry.sound("kind", wanted) and getattr(effect, wanted) is None:
            yield Fault(f"{entry.path}.{wanted}", f"{wanted!r} is required to {effect.kind}")
        if entry.sound("kind", other) and getattr(effect, other) is not None:
            yield Fault(f"{entry.path}.{other}", f"{other!r} means nothing to {effect.kind}")
        if entry.sound("kind", "amount") and effect.kind == "add" and effect.amount == "all":
            yield Fault(f"{entry.path}.amount", "expected a number to add, not 'all'")
        for key in ("sources", "targets"):
            select = getattr(effect, key)
            if select is None or not entry.sound(key):
                continue
            if isinstance(select, list):
                known: Mapping[str, object] = {
                    **self.creature_entries,
                    **self.walkers,
                    **self.battles,
                    **(self.top.players if key == "targets" else {}),
                }
                for k, name in enumerate(select):
                    if name not in known:
                        yield Fault(
                            f"{entry.path}.{key}[{k}]", self._unknown("object", name, known)
                        )
            elif select.controller is not None and select.controller not in self.top.players:
                yield Fault(
                    f"{entry.path}.{key}.controller",
                    self._unknown("player", select.controller, self.top.players),
                )


__all__ = ["card_of", "judge"]
