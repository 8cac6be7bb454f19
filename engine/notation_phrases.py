"""How the short notation says the properties of a creature that are not the default."""

from collections.abc import Iterator, Sequence

from engine.card import Card
from engine.colors import WORD_OF
from engine.notation_words import REQUIREMENTS, write_word
from engine.objects import Creature


def changes(own: Sequence[str], now: Sequence[str]) -> tuple[list[str], list[str]]:
    """Return what is removed from a card's list and what is added at its end."""
    for count in range(min(len(own), len(now)), 0, -1):
        kept = now[:count]
        if [text for text in own if text in kept] == list(kept):
            return [text for text in own if text not in kept], list(now[count:])
    return list(own), list(now)


def colors(card: Card | None, creature: Creature) -> Iterator[str]:
    """Yield the colors if they are not those of the card."""
    if creature.colors != (card.colors if card else ()):
        yield from (WORD_OF[letter] for letter in creature.colors)
        if not creature.colors:
            yield "colorless"


def type_name(name: str) -> str:
    """Return a type as the notation has it; a word without quotation marks is lower case."""
    word = write_word(name)
    return word if word == word.lower() or word.startswith('"') else f'"{name}"'


def roles(creature: Creature) -> Iterator[str]:
    """Yield how it stands in this combat."""
    if creature.damage:
        yield f"damage {creature.damage}"
    if creature.blocked is not None:
        yield "blocked" if creature.blocked else "unblocked"
    if creature.band is not None:
        yield f"band {write_word(creature.band)}"
    if creature.assigns != "power":
        yield f"assigns {creature.assigns}"
    if creature.as_though_unblocked:
        yield "as though unblocked"
    if creature.divides_among_defenders:
        yield "divides among defenders"
    if creature.assigned_by is not None:
        yield f"divided by {write_word(creature.assigned_by)}"


def limits(creature: Creature) -> Iterator[str]:
    """Yield what the questions about attacks and blocks ask for."""
    if creature.tapped:
        yield "tapped"
    if creature.summoning_sick:
        yield "summoning sick"
    for phrase, (key, joint) in REQUIREMENTS.items():
        value = getattr(creature, key)
        if isinstance(value, tuple):
            yield from (f"{phrase} {joint} {write_word(name)}" for name in value)
        elif value:
            yield phrase
    if creature.max_blocks != 1:
        yield f"max blocks {creature.max_blocks}"
    if creature.min_blockers != 1:
        yield f"min blockers {creature.min_blockers}"
    if creature.max_blockers is not None:
        yield f"max blockers {creature.max_blockers}"


def modifiers(creature: Creature) -> Iterator[str]:
    """Yield what changes damage to it or from it."""
    if creature.regeneration_shields:
        yield f"regeneration {creature.regeneration_shields}"
    if creature.shield_counters:
        yield f"shield counters {creature.shield_counters}"
    if creature.prevent:
        yield f"prevent {creature.prevent}"
    if creature.deals != 1:
        yield f"deals {creature.deals}"
    if creature.commander:
        yield "commander"
