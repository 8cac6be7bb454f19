"""A card that a document, or the table of tricks, describes -> `ResourceCard`; its effects."""

from collections.abc import Mapping, Sequence
from typing import Any

from engine.cards import find_card
from engine.draft import Entry
from engine.entries import read_entry
from engine.faults import Fault
from engine.given import GivenCard, GivenCardEffect, GivenCycling, GivenNewCreature
from engine.resources.cards import Cycling, ResourceCard, implied_colors, implied_timing
from engine.resources.effects import CardEffect, EffectKind, NewCreature
from engine.resources.scopes import read_scope

_CREATURE = frozenset(("creature",))
_PERMANENT = frozenset(("creature", "planeswalker", "battle"))
_PLAYER = frozenset(("player",))
_ANY = _PERMANENT | _PLAYER
_KEYS: dict[EffectKind, tuple[frozenset[str], tuple[str, ...], tuple[str, ...]]] = {
    EffectKind.PUMP: (_CREATURE, (), ("power", "toughness")),
    EffectKind.DOUBLE_POWER: (_CREATURE, (), ()),
    EffectKind.GAIN: (_CREATURE, ("keywords",), ()),
    EffectKind.LOSE: (_CREATURE, ("keywords",), ()),
    EffectKind.DAMAGE: (_ANY, ("amount",), ()),
    EffectKind.DESTROY: (_PERMANENT, (), ("cant_regenerate",)),
    EffectKind.EXILE: (_PERMANENT, (), ()),
    EffectKind.RETURN: (_PERMANENT, (), ()),
    EffectKind.TAP: (_CREATURE, (), ()),
    EffectKind.UNTAP: (_CREATURE, (), ()),
    EffectKind.REMOVE_FROM_COMBAT: (_CREATURE, (), ()),
    EffectKind.PREVENT: (_ANY, ("amount",), ()),
    EffectKind.REGENERATE: (_CREATURE, (), ()),
    EffectKind.BECOME_BLOCKED: (_CREATURE, (), ()),
    EffectKind.BECOME_UNBLOCKED: (_CREATURE, (), ()),
    EffectKind.FOG: (_CREATURE, (), ()),
    EffectKind.ENTER: (_PLAYER, ("creature",), ("attacking", "tapped", "count")),
    EffectKind.SEARCH: (_PLAYER, (), ("quality", "onto", "optional", "count")),
    EffectKind.LIFE: (_PLAYER, ("amount",), ()),
    EffectKind.DRAW: (_PLAYER, (), ("amount",)),
}
"""What each kind of effect may be about, the keys that it needs, those that it may have."""
_WITHOUT_TARGET = (EffectKind.FOG, EffectKind.ENTER, EffectKind.SEARCH, EffectKind.DRAW)
_NEVER_ALL = (EffectKind.DAMAGE, EffectKind.LIFE, EffectKind.DRAW)


class DescriptionReader:
    """Reads cards and effects that are described; what is at fault goes into a list of faults."""

    def __init__(self, faults: list[Fault]) -> None:
        self.faults = faults

    def card_of_table(
        self, row: Mapping[str, Any], printed: ResourceCard | None
    ) -> ResourceCard | None:
        """Return a card of the table of tricks; what it does not say is as printed elsewhere."""
        entry = read_entry(GivenCard, row, row["name"], self.faults)
        return None if entry is None else self.described(entry, printed)

    def described(self, entry: Entry[GivenCard], base: ResourceCard | None) -> ResourceCard:
        """Return a card; what its description leaves out is as with the card of its name."""
        given, path = entry.given, entry.path
        values: dict[str, Any] = {"name": base.name if base else given.name}
        for key in ("cost", "power", "toughness", "foretell"):
            values[key] = getattr(given if given.gives(key) or not base else base, key)
        for key in ("keywords", "types", "windows"):
            own = getattr(given, key)
            values[key] = tuple(own) if own is not None else base and getattr(base, key)
        values["keywords"] = values["keywords"] or ()
        values["windows"] = values["windows"] or ()
        timing = given.timing or (base.timing if base else None)
        if timing is None and values["types"] is not None:
            timing = implied_timing(values["types"], values["keywords"])
        if (
            timing is None
            and (values["cost"] or values["foretell"])
            and entry.sound("timing", "name")
        ):
            what = "'timing' is required where neither 'types' nor a known card gives it"
            self.faults.append(Fault(f"{path}.timing", what))
        values["timing"] = timing or "sorcery"
        if values["types"] is None:
            values["types"] = (timing,) if timing else ()
        own = given.colors
        values["colors"] = implied_colors(values["cost"], base) if own is None else tuple(own)
        for key in ("power", "toughness") if "creature" in values["types"] else ():
            if values[key] is None and entry.sound(key):
                what = f"{key!r} is required of a creature card"
                self.faults.append(Fault(f"{path}.{key}", what))
        has_x = any("{X}" in (values[key] or "") for key in ("cost", "foretell"))
        if given.effects is not None:
            values["effects"] = self.effects(given.effects, f"{path}.effects", has_x=has_x)
        else:
            values["effects"] = base.effects if base else ()
        if given.cycling is not None:
            values["cycling"] = self._cycling(given.cycling, f"{path}.cycling")
        else:
            values["cycling"] = base.cycling if base and not given.gives("cycling") else None
        return ResourceCard(**values, foretold_this_turn=given.foretold_this_turn)

    def _cycling(self, raw: Any, path: str) -> Cycling | None:
        entry = read_entry(GivenCycling, raw, path, self.faults)
        if entry is None or not entry.sound("cost"):
            return None
        given = entry.given
        effects = self.effects(given.effects, f"{path}.effects", has_x="{X}" in given.cost)
        return Cycling(given.cost, given.kind, effects)

    def effects(self, raws: Sequence[Any], path: str, *, has_x: bool) -> tuple[CardEffect, ...]:
        """Return the effects that a list of a document gives.

        Parameters
        ----------
        has_x
            Whether a cost has an X that the effects may be about (107.3).
        """
        found: list[CardEffect] = []
        for k, raw in enumerate(raws):
            before = len(self.faults)
            entry = read_entry(GivenCardEffect, raw, f"{path}[{k}]", self.faults)
            if entry is None:
                continue
            if "kind" in entry.bad:
                self.faults[before:] = [
                    fault if fault.rule or fault.path != f"{entry.path}.kind" else
                    Fault(fault.path, fault.message, "609.1")
                    for fault in self.faults[before:]
                ]  # fmt: skip
                continue
            self._judge(entry, found)
            effect = self._effect(entry)
            if effect.uses_x and not has_x:
                what = "X stands for nothing, as there is no X in the cost"
                self.faults.append(Fault(entry.path, what, "107.3"))
            found.append(effect)
        return tuple(found)

    def _judge(self, entry: Entry[GivenCardEffect], before: Sequence[CardEffect]) -> None:
        given, path = entry.given, entry.path
        kind = EffectKind(given.kind)
        nouns, needed, allowed = _KEYS[kind]
        for key in needed:
            if not given.gives(key) and entry.sound(key):
                self.faults.append(Fault(f"{path}.{key}", f"{key!r} is required to {_verb(kind)}"))
        for key in vars(given):
            if key not in (*needed, *allowed, "kind", "target") and entry.sound(key):
                what = f"{key!r} means nothing to {_verb(kind)}"
                self.faults.append(Fault(f"{path}.{key}", what))
        if given.amount == "all" and kind in _NEVER_ALL:
            self.faults.append(Fault(f"{path}.amount", "expected a number, not 'all'"))
        if "all" in given.keywords and kind is EffectKind.GAIN:
            self.faults.append(Fault(f"{path}.keywords", "'all' keywords can be lost, not gained"))
        if not entry.sound("target"):
            return
        if given.target in (None, "it"):
            if kind in _WITHOUT_TARGET:
                return
            earlier = next((e for e in reversed(before) if e.target not in (None, "it")), None)
            if earlier is None:
                what = "'target' is required where no effect before has one"
                self.faults.append(Fault(f"{path}.target", what, "115.1"))
                return
            text = earlier.target or ""
        else:
            text = given.target or ""
        scope = read_scope(text)
        if not (scope.nouns <= nouns or scope.names):
            what = f"{_verb(kind)} is about {' or '.join(sorted(nouns))}, not about {text!r}"
            self.faults.append(Fault(f"{path}.target", what, "115.1"))

    def _effect(self, entry: Entry[GivenCardEffect]) -> CardEffect:
        values: dict[str, Any] = {
            key: tuple(value) if isinstance(value, list) else value
            for key, value in vars(entry.given).items()
        }
        values["kind"] = EffectKind(values["kind"])
        if values.get("creature") is not None:
            values["creature"] = self._creature(values["creature"], f"{entry.path}.creature")
        return CardEffect(**values)

    def _creature(self, raw: Any, path: str) -> NewCreature | None:
        if isinstance(raw, str):
            raw = {"name": raw}
        entry = read_entry(GivenNewCreature, raw, path, self.faults)
        if entry is None:
            return None
        given = entry.given
        card = find_card(given.name)
        values: dict[str, Any] = {"name": card.name if card else given.name}
        for key in ("power", "toughness"):
            own = getattr(given, key)
            values[key] = getattr(card, key, None) if own is None else own
            if values[key] is None and entry.sound(key, "name"):
                what = f"{key!r} is required where no known card gives it"
                self.faults.append(Fault(f"{path}.{key}", what))
        for key in ("keywords", "colors", "types"):
            own = getattr(given, key)
            values[key] = tuple(getattr(card, key, ()) if own is None else own)
        values["value"] = card.mana_value if card and given.value is None else given.value
        return NewCreature(**values)


def _verb(kind: EffectKind) -> str:
    return kind.value.replace("_", " ")
