"""From a combat and the document of an answer to a scene: roles, steps, what becomes of whom."""

from collections import Counter
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from engine.assignment import StepAssignment, read_steps
from engine.combat import Combat, Step
from engine.declarations import read_attacks, read_blocks, with_attacks, with_blocks
from engine.faults import DocumentError
from engine.results import Verdict, verdict
from engine.state import State
from engine.steps import Outcome, play
from engine.violation import Declaring
from optimizer.picture.looks import Looks
from optimizer.picture.merging import merged
from optimizer.picture.scene import Card, Flow, FlowKind, Note, Panel, Scene

_TITLES = {Step.FIRST_STRIKE: "First-strike damage", Step.REGULAR: "Regular damage"}
_VERDICTS = {Verdict.WIN: "{} wins", Verdict.LOSS: "{} loses", Verdict.DRAW: "The game is a draw"}


@dataclass(frozen=True)
class _Moment:
    """A panel before copies are put together: the states around it, and what is assigned."""

    title: str
    step: str
    before: State
    after: State
    given: StepAssignment | None
    wrong: Mapping[str, str]
    """What each creature does wrong, in words."""
    declared_wrong: Mapping[str, str]
    """The same for attacks and blocks."""
    wrong_targets: Mapping[str, frozenset[str]]
    """To whom they may not assign damage, where that is all that is wrong."""

    def about(self, creature: str) -> str:
        """Return all that a creature does wrong."""
        found = (self.declared_wrong.get(creature), self.wrong.get(creature))
        return "; ".join(filter(None, found))

    def is_wrong(self, source: str, target: str) -> bool:
        """Say whether the damage from one to the other breaks a rule."""
        return source in self.wrong and target in self.wrong_targets.get(source, (target,))


def stage(
    combat: Combat,
    document: Mapping[str, Any],
    title: str,
    broken: Sequence[Mapping[str, Any]] = (),
    notes: Sequence[Note] = (),
    outcome: Outcome | None = None,
) -> Scene:
    """Return the scene of a combat and an answer's ``attacks``, ``blocks`` and ``steps``.

    Parameters
    ----------
    broken
        The violations. What breaks a rule is drawn as it was given, and nobody dies of it.
    notes
        What else is to be said.
    outcome
        The answer already played out; the combat is its combat then.
    """
    combat, attacks, blocks = _declared(combat, document, lenient=bool(broken))
    moments = _moments(combat, document, broken, outcome)
    edges: dict[str, list[tuple[Hashable, str]]] = {name: [] for name in combat.creatures}
    marks: dict[str, Hashable] = {}

    def note(source: str, what: Hashable, target: str) -> None:
        edges[source].append((("to", what), target))
        if target in edges:
            edges[target].append((("from", what), source))

    for attacker, target in attacks.items():
        note(attacker, "attack", target)
    for blocker, names in blocks.items():
        for attacker in names:
            note(blocker, "block", attacker)
    for k, moment in enumerate(moments):
        for source, target, amount in moment.given.assignments if moment.given else ():
            note(source, (k, amount, moment.is_wrong(source, target)), target)
    for name in combat.creatures:
        marks[name] = tuple(
            (name in m.after.left, m.after.marked[name], m.after.counters.get(name), m.about(name))
            for m in moments
        )
    cards = _cards(combat, merged(combat, edges, marks))
    places = {name: key for key, card in cards.items() for name in card.members}
    panels = []
    for moment in moments:
        rows = moment.given.assignments if moment.given else ()
        wrong = {name: words for name in combat.creatures if (words := moment.about(name))}
        looks = Looks(moment.before, moment.after, rows, wrong).of(cards)
        flows = _flows(combat, moment, attacks, blocks, places)
        panels.append(Panel(moment.title, moment.step, flows, looks))
    found = [*(_violation_note(one) for one in broken), *notes]
    if not broken and moments[-1].given is not None:
        found += _result(combat, moments[-1].after)
    return Scene(title, combat, cards, tuple(panels), tuple(found))


def _declared(
    combat: Combat, document: Mapping[str, Any], *, lenient: bool
) -> tuple[Combat, Mapping[str, str], Mapping[str, Sequence[str]]]:
    """Return the combat with the answer's declarations, and who attacks what and blocks whom.

    What the rules do not allow is drawn as an arrow of a combat without it.
    """
    attacks: Mapping[str, str] | None = None
    blocks: Mapping[str, Sequence[str]] | None = None
    try:
        if document.get("attacks") is not None:
            combat = with_attacks(combat, document["attacks"])
    except DocumentError:
        if not lenient:
            raise
        attacks = read_attacks(combat, document["attacks"])
    try:
        if document.get("blocks") is not None:
            combat = with_blocks(combat, document["blocks"])
    except DocumentError:
        if not lenient:
            raise
        blocks = read_blocks(combat, document["blocks"])
    if attacks is None:
        attacks = {c.id: c.attacking for c in combat.attackers if c.attacking is not None}
    return combat, attacks, combat.blocks if blocks is None else blocks


def _moments(
    combat: Combat,
    document: Mapping[str, Any],
    broken: Sequence[Mapping[str, Any]],
    outcome: Outcome | None,
) -> list[_Moment]:
    steps = outcome.steps if outcome else read_steps(combat, document.get("steps") or ())
    beginning = State.beginning(combat)
    wrong = {step: _wrong(combat, broken, {step.value}) for step in Step}
    targets = {step: _wrong_targets(combat, broken, step) for step in Step}
    declaring = _wrong(combat, broken, {step.value for step in Declaring})
    if not steps:
        at_all = wrong[Step.FIRST_STRIKE] | wrong[Step.REGULAR]  # of a creature left out
        return [_Moment("", "declarations", beginning, beginning, None, at_all, declaring, {})]
    outcome = outcome or play(combat, steps)
    played = dict(zip([s.step for s in outcome.steps], outcome.events, strict=True))
    given = {step.step: step for step in (*outcome.steps, *steps)}
    is_alone = len(given) == 1 and len(combat.steps) == 1
    found = []
    for step in sorted(given, key=lambda one: one is Step.REGULAR):
        event = played.get(step)  # none for a step that does not take place (510.4)
        before = event.before if event else outcome.final
        after = event.after if event and not broken else before
        title = "Combat damage" if is_alone else _TITLES[step]
        rows = given[step]
        found.append(
            _Moment(
                title, step.value, before, after, rows, wrong[step], declaring, targets[step],
            )
        )  # fmt: skip
    return found


def _wrong(combat: Combat, broken: Sequence[Mapping[str, Any]], steps: set[str]) -> dict[str, str]:
    """Return the creatures that break a rule in one of these steps, with what is wrong."""
    found: dict[str, str] = {}
    for one in broken:
        if str(one["step"]) in steps:
            words = f"{one['rule']}: {one['message']}"
            for copy in combat.copies.get(one["source"], (one["source"],)):
                found[copy] = f"{found[copy]}; {words}" if copy in found else words
    return found


def _wrong_targets(
    combat: Combat, broken: Sequence[Mapping[str, Any]], step: Step
) -> dict[str, frozenset[str]]:
    """Return to whom creatures may not assign what they do, where nothing else is wrong."""
    found: dict[str, frozenset[str]] = {}
    whole: set[str] = set()
    for one in broken:
        if str(one["step"]) == step.value:
            target = one.get("target")
            for copy in combat.copies.get(one["source"], (one["source"],)):
                if target is None:
                    whole.add(copy)
                else:
                    found[copy] = found.get(copy, frozenset()) | {target}
    return {name: targets for name, targets in found.items() if name not in whole}


def _cards(combat: Combat, creatures: Mapping[str, Sequence[str]]) -> dict[str, Card]:
    active = combat.active_side
    cards = [Card(name, "player", (name,), name in active) for name in combat.players]
    cards += [
        Card(name, "planeswalker", (name,), walker.controller in active)
        for name, walker in combat.planeswalkers.items()
    ]
    cards += [
        Card(name, "battle", (name,), battle.protector in active)
        for name, battle in combat.battles.items()
    ]
    cards += [
        Card(key, "creature", tuple(names), combat.creatures[names[0]].controller in active)
        for key, names in creatures.items()
    ]
    return {card.key: card for card in cards}


def _flows(
    combat: Combat,
    moment: _Moment,
    attacks: Mapping[str, str],
    blocks: Mapping[str, Sequence[str]],
    places: Mapping[str, str],
) -> tuple[Flow, ...]:
    """Return the arrows of a panel: the damage, and blocks and attacks where there is none."""
    rows: Counter[tuple[str, str, int, bool, bool]] = Counter()
    for source, target, amount in moment.given.assignments if moment.given else ():
        is_active = combat.creatures[source].controller in combat.active_side
        key = places[source], places[target], amount, is_active, moment.is_wrong(source, target)
        rows[key] += 1
    flows = [
        Flow("damage", source, target, amount, copies, is_active, is_wrong)
        for (source, target, amount, is_active, is_wrong), copies in rows.items()
    ]
    joined = {frozenset((flow.source, flow.target)) for flow in flows}
    gone = moment.before.left | (moment.before.gone if moment.given else frozenset())
    relations: list[tuple[FlowKind, str, str]] = [("attack", *pair) for pair in attacks.items()]
    relations += [("block", name, attacker) for name in blocks for attacker in blocks[name]]
    seen: dict[tuple[str, str], Flow] = {}
    for kind, source, target in relations:
        pair = places[source], places[target]
        if frozenset(pair) not in joined and gone.isdisjoint((source, target)):
            is_wrong = source in moment.declared_wrong
            is_wrong = is_wrong or (pair in seen and seen[pair].is_wrong)
            seen[pair] = Flow(kind, *pair, is_active=kind == "attack", is_wrong=is_wrong)
    return (*flows, *seen.values())


def _violation_note(one: Mapping[str, Any]) -> Note:
    return Note(f"{one['rule']}: {one['message']}", "violation", one["rule"], one["source"])


def _result(combat: Combat, final: State) -> list[Note]:
    dead = [name for name in combat.creatures if name in final.died]
    names = [key for key, _ in _grouped(combat, dead)]
    names += [name for name, loyalty in final.loyalty.items() if not loyalty]
    found = [f"Dies: {', '.join(names)}" if names else "Nothing dies"]
    defeated = [name for name, defense in final.defense.items() if not defense]
    found += [f"Defeated: {', '.join(defeated)}"] * bool(defeated)
    lost = [name for name in combat.players if name in final.lost]
    found += [f"Loses: {', '.join(lost)}"] * bool(lost)
    stands = verdict(final)
    if stands in _VERDICTS:
        found.append(_VERDICTS[stands].format(combat.active_player))
    return [Note(words, "result") for words in found]


def _grouped(combat: Combat, names: Sequence[str]) -> list[tuple[str, Sequence[str]]]:
    """Return the dead as they are named on the cards: copies of a group together."""
    marks: dict[str, Hashable] = dict.fromkeys(names, True)
    groups = merged(combat, {}, marks)
    wanted = set(names)
    return [(key, members) for key, members in groups.items() if members[0] in wanted]
