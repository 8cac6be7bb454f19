"""Judging uses of cards: each card once, at its time, with legal targets, and all of them paid."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from engine.combat import Combat
from engine.resources.playing import resolve_use
from engine.resources.resolving import choices, legal_choices
from engine.resources.usable import why_not
from engine.resources.use import Use, card_of, stack_of
from engine.resources.use_costs import cost_of, has_x, life_paid, payment_of
from engine.state import State
from engine.violation import Violation


def check_uses(
    combat: Combat,
    uses: Sequence[Use],
    state: State | None = None,
    before: Sequence[Use] = (),
) -> tuple[Violation, ...]:
    """Judge uses that are made in this order, each resolving before the next.

    Parameters
    ----------
    combat
        The combat with the resources that the positions are about.
    uses
        The uses, of one or more players.
    state
        The combat as it is when the first of them is used; None: as `combat` says it.
    before
        What was used earlier in this combat, and is done in `state` already: those cards are gone,
        and their mana is spent.

    Returns
    -------
    tuple of Violation
        Every rule that is broken; empty if all is legal and paid.
    """
    state = State.beginning(combat) if state is None else state
    found: list[Violation] = []
    used = {(use.player, use.way.zone, use.card) for use in before}
    for use in uses:
        resources = combat.resources.get(use.player)
        cards = resources.zone(use.way.zone) if resources else ()
        if not 0 <= use.card < len(cards):
            what = f"{use.player} has no card {use.card} in {use.way.zone}"
            found.append(Violation("601.2a", what, use.window, use.player))
            continue
        place = (use.player, use.way.zone, use.card)
        name = card_of(combat, use).name
        if place in used:
            what = f"{use.player} has used {name} already"
            found.append(Violation("601.2a", what, use.window, name))
            continue
        used.add(place)
        wrong = [Violation(*why, use.window, name) for why in _wrong(combat, use, state)]
        found += wrong
        if not wrong:
            state = resolve_use(state, use)
    for player in dict.fromkeys(use.player for use in uses):
        if not found and payment_of(combat, player, [*before, *uses]) is None:
            what = f"{player} cannot pay for all of these at once"
            found.append(Violation("601.2h", what, uses[0].window, player))
    return tuple(found)


def _wrong(combat: Combat, use: Use, state: State) -> Iterator[tuple[str, str]]:
    card = card_of(combat, use)
    if (why := why_not(combat, use)) is not None:
        yield why
        return
    if use.x and (use.x < 0 or not has_x(combat, use)):
        yield "107.3", f"X is not {use.x} for {card.name}"
        return
    life = life_paid(combat, use)
    if life > state.life[use.player]:
        yield "119.4", f"{use.player} has no {life} life to pay for {card.name}"
    if cost_of(combat, replace(use, targets=())) is None:
        yield "107.4f", f"{card.name} is not paid with {use.life} life"
        return
    items = stack_of(combat, use)
    wanted = [(scope, item.origin) for item in items for scope in choices(item.effects)]
    places = sum(scope.most for scope, _ in wanted)
    if places != len(use.targets):
        yield "601.2c", f"{card.name} needs {places} targets, not {len(use.targets)}"
        return
    place = 0
    for scope, origin in wanted:
        names = use.targets[place : place + scope.most]
        legal = legal_choices(state, scope, origin, use.targets[:place], names)
        place += scope.most
        for name in names:
            if name not in legal and (name or not scope.optional):
                yield "115.1", f"{name or 'nothing'} is no legal target for {card.name}"
        chosen = [name for name in names if name]
        if len(set(chosen)) < len(chosen):
            yield "115.3", f"{card.name} has the same target twice"
