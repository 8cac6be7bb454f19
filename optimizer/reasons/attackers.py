"""What the rules say of the damage of the active side's creatures (510.1a-c, 510.4, 702.19)."""

from collections.abc import Iterable, Sequence
from functools import partial

from engine.divisions import Recipient
from engine.keywords import Keyword
from engine.objects import Creature
from optimizer.reasons.facts import Candidate, Fact, Kind
from optimizer.reasons.shapes import Shapes
from optimizer.reasons.variant import Variant
from optimizer.reasons.words import assigns_nothing, classes, each, has, listed


class AttackerFacts:
    """The facts about what the active side's creatures may assign."""

    def __init__(self, shapes: Shapes) -> None:
        self.shapes = shapes
        self.combat = shapes.combat

    def all(self) -> list[Candidate]:
        """Return every fact, in document order of the creatures."""
        found: list[Candidate] = []
        for group in classes(self.combat, self.shapes.own):
            found += self._divider(group)
            found += self._recipients(group)
            found += self._gates(group)
            found += self._step(group)
            found += self._amount(group)
        return found

    def _divider(self, group: Sequence[str]) -> list[Candidate]:
        """The other side divides the damage (702.22j, or an effect)."""
        division, who = self.shapes.divided_by_others(group[0]), each(self.combat, group)
        if division is None:
            return []
        names = [recipient.id for recipient in division.options[0].recipients]
        banders = division.while_there
        why = f"{listed(banders)} {has(banders)} banding, so " if banders else ""
        amount = max(self.shapes.amounts(group[0]), default=0)
        sentence = f"{why}{division.divider} divides the {amount} damage of {who}"
        if len(names) > 1:
            sentence += f" among {listed(names)}"
        elif names:
            sentence = f"{why}all {amount} damage of {who} goes to {names[0]}"
        fact = Fact(division.rule, sentence, (*group, *self._creatures(names)))
        change = partial(Variant.divide, names=group, player=self.combat.active_player)
        return [Candidate(Kind.DIVIDER, fact, (change,), tuple(group))]

    # --- whom ----------------------------------------------------------------------------------

    def _recipients(self, group: Sequence[str]) -> list[Candidate]:
        """Whom it may assign damage to (510.1b-c, 506.4c, 702.19f)."""
        given, everything = self.shapes.shapes_of(group[0]), self.shapes.opposing
        names = [r.id for r in given[0].options[0].recipients] if given else []
        if set(names).issuperset(everything):
            return []
        rule, sentence = self._whom(group, names)
        fact = Fact(rule, sentence, (*group, *self.combat.blockers[group[0]]))
        change = partial(Variant.free_recipients, names=group, recipients=everything)
        return [Candidate(Kind.RECIPIENTS, fact, (change,), tuple(group))]

    def _whom(self, group: Sequence[str], names: Sequence[str]) -> tuple[str, str]:
        combat, name, who = self.combat, group[0], each(self.combat, group)
        creature, blockers = combat.creatures[name], combat.blockers[name]
        blocked, only = combat.is_blocked(name), f"only to {listed(names)}"
        if not names:
            if blocked and not creature.tramples:
                return "510.1c", f"{who} is blocked, no blocker is left, so it assigns no damage"
            return "506.4c", f"{who} is attacking nothing any more, so it assigns no damage"
        if self._stops_at_walker(creature):
            past = combat.defending_player(name)
            return "702.19f", f"{who} tramples to {creature.attacking}, never past it to {past}"
        only += self._more_options(creature)
        if not blocked:
            return "510.1b", f"{who} is unblocked, so it assigns damage {only}"
        if not blockers:
            return "702.19d", f"{who} has no blocker left, so it assigns damage {only}"
        why = "" if creature.tramples else " and has no trample"
        by = f"{who} is blocked by {listed(blockers)}{why}"
        return "510.1c", f"{by}, so it may assign damage {only}"

    def _stops_at_walker(self, creature: Creature) -> bool:
        past = creature.has(Keyword.TRAMPLE_OVER_PLANESWALKERS)
        return creature.tramples and not past and creature.attacking in self.combat.planeswalkers

    def _more_options(self, creature: Creature) -> str:
        more = ""
        if creature.as_though_unblocked and self.combat.is_blocked(creature.id):
            more += f" or, as though it weren't blocked, to {creature.attacking}"
        if creature.divides_among_defenders:
            player = self.combat.defending_player(creature.id)
            more += f" or among {player} and creatures of {player}"
        return more

    # --- gates ---------------------------------------------------------------------------------

    def _gates(self, group: Sequence[str]) -> list[Candidate]:
        """Thresholds that come first (702.19b-c, or the ordered rule)."""
        gates: dict[str, tuple[Recipient, bool]] = {}
        for division in self.shapes.shapes_of(group[0]):
            for option in division.options:
                for recipient in option.recipients:
                    ordered = recipient.rule == option.rule
                    for name in recipient.behind:
                        gates.setdefault(name, (recipient, ordered))
        obstacles = [self.combat.creatures[n] for n in gates if n in self.combat.creatures]
        alike = classes(self.combat, obstacles)
        alike += [[name] for name in gates if name in self.combat.planeswalkers]
        return [
            self._gate(group, names, *gates[names[0]])
            for names in alike
            if self.shapes.limits[names[0]].needed > 0
        ]

    def _gate(
        self, group: Sequence[str], names: Sequence[str], recipient: Recipient, ordered: bool
    ) -> Candidate:
        limit, whom = self.shapes.limits[names[0]], each(self.combat, names)
        counted = ", counting what others assign," if self._is_shared(group, names) else ""
        touch = self.combat.creatures[group[0]].has(Keyword.DEATHTOUCH) and limit.needed > 1
        if limit.deathtouch:
            amount = "1 with deathtouch" if touch else str(limit.needed)
            what = f"lethal damage, {amount}, to {whom}{counted}"
            rule = recipient.rule if ordered else "702.19b"
            past = f"anything goes to {recipient.id}" if ordered else "anything goes past it"
        else:
            what = f"the loyalty of {whom}, {limit.needed}, to it{counted}"
            rule, past = "702.19c", f"anything goes to {recipient.id}"
        sentence = f"{each(self.combat, group)} must first assign {what} before {past}"
        pairs = {(source, name) for source in group for name in names}

        def change(variant: Variant) -> None:
            variant.gates |= pairs

        fact = Fact(rule, sentence, (*group, *self._creatures(names)))
        number = limit.needed * len(names)
        return Candidate(Kind.GATE, fact, (change,), tuple(group), number=number, behind=limit)

    def _is_shared(self, group: Sequence[str], names: Sequence[str]) -> bool:
        """Say whether others of the active side may assign damage to these as well."""
        others = [creature.id for creature in self.shapes.own if creature.id not in group]
        return len(group) > 1 or any(
            recipient.id in names
            for other in others
            for division in self.shapes.shapes_of(other)
            for option in division.options
            for recipient in option.recipients
        )

    # --- how much ------------------------------------------------------------------------------

    def _step(self, group: Sequence[str]) -> list[Candidate]:
        """In which of two steps it assigns damage (510.4)."""
        creature, who = self.combat.creatures[group[0]], each(self.combat, group)
        if len(self.combat.steps) < 2 or (creature.strikes_first and creature.strikes_last):
            return []
        abilities = "has first strike and not double strike"
        if not creature.strikes_first:
            abilities = "has neither first strike nor double strike"
        when = "first" if creature.strikes_first else "second"
        sentence = f"{who} {abilities}, so it assigns damage only in the {when} damage step"

        def change(variant: Variant) -> None:
            variant.steps.update(group)

        fact = Fact("510.4", sentence, tuple(group))
        return [Candidate(Kind.STEP, fact, (change,), tuple(group))]

    def _amount(self, group: Sequence[str]) -> list[Candidate]:
        """How much it assigns (510.1a)."""
        amounts = self.shapes.amounts(group[0])
        fact = Fact("510.1a", self._how_much(group, amounts), tuple(group))
        change = partial(Variant.free_amounts, names=group)
        number = sum(amounts) * len(group)
        return [Candidate(Kind.AMOUNT, fact, (change,), tuple(group), number=number)]

    def _how_much(self, group: Sequence[str], amounts: Sequence[int]) -> str:
        creature, who = self.combat.creatures[group[0]], each(self.combat, group)
        if not amounts:
            return assigns_nothing(creature, who)
        exactly = f"{who} assigns exactly its {creature.assigns}, "
        if len(set(amounts)) > 1:
            return exactly + " and then ".join(map(str, amounts))
        return f"{exactly}{amounts[0]}{', in each damage step' if len(amounts) > 1 else ''}"

    def _creatures(self, names: Iterable[str]) -> list[str]:
        return [name for name in names if name in self.combat.creatures]
