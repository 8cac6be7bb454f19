r"""The short notation of a combat, for people: ``8/8 trample <- 2/2, 3/3 deathtouch``.

`parse` reads it; `engine.notation_writer` has `write`, its exact inverse. Text is free in white
space; a ``#`` at the beginning of a statement starts a comment.

Grammar (EBNF; words of the notation in any case, a quoted string is a JSON string)::

    text        = [ statement ] { ( ";" | newline ) [ statement ] } ;
    statement   = comment | items { "->" target | "<-" items } ;   (* each arrow at most once *)
    comment     = "#" { any character but newline } ;
    items       = item { "," item } ;
    target      = item | "nothing" [ "of" NAME ] ;
    item        = [ label ":" ] description | reference ;
    label       = word { word } | quoted ;
    reference   = label ;             (* of something defined anywhere; "bears#2" is one copy *)
    description = creature | planeswalker | battle | player ;

    creature    = ( P/T | CARD [ P/T ] ) { keyword | quoted keyword | "without" ( keyword
                | "type" NAME ) | property } ;
    property    = "x" N | "damage" N | "value" N | "of" NAME | "blocked" | "unblocked"
                | "assigns" ( "power" | "toughness" | "nothing" ) | "as though unblocked"
                | "divides among defenders" | "divided by" NAME | "band" NAME | "commander"
                | "tapped" | "summoning sick" | "max blocks" N | "min blockers" N
                | "max blockers" N | ( "must" | "can't" ) ( "attack" | "block" ) [ "target" NAME ]
                | ( "must" | "can't" ) "be blocked" [ "by" NAME ]
                | "regeneration" N | "shield counters" N | "prevent" ( N | "all" ) | "deals" N
                | "type" NAME | "white" | "blue" | "black" | "red" | "green" | "colorless" ;
    planeswalker = ( "loyalty" N | CARD ) { "loyalty" N | "value" N | "of" NAME
                | "prevent" ( N | "all" ) | keyword | quoted keyword } ;
    battle      = ( "defense" N | CARD ) { "defense" N | "value" N | "of" NAME
                | "protected by" NAME | "not a siege" } ;
    player      = { "life" N | "poison" N | "team" NAME | "active"
                | "commander damage" N "from" NAME | "mana" MANA
                | ( "hand" | "foretold" | "library" | "outside" ) CARD } ;   (* at least one *)

NAME is one word or a quoted string, CARD the longest name of a known card that the text has there,
quoted or not. MANA is sources of one mana each (``GGR``, ``any``), or, with a ``/`` or quoted, one
source with its alternatives (``W/GG``). What the words mean:

- ``A -> T <- B``: every creature of A attacks T and is blocked by every creature of B. Without
  ``->`` the target is the first defending player. Statements about one attacker add up.
- A description alone is an unblocked attacker; with a label it only defines, and other statements
  say what it does. ``-> nothing`` is an attacker whose target has left combat (506.4c).
- Keywords and types after a card add to the card's; power/toughness and colors replace them.
- Controllers, unless ``of`` says so: attackers and battles the active player, blockers the
  defending player of what they block, all others the first defending player, who protects battles.
- Players: A is active unless another is declared ``active``; if nobody else is declared, B is
  there. Each has 20 life unless it says otherwise.
- The id of an object without a label is its card or power/toughness; further ones are numbered:
  ``2/2``, ``2/2 (2)``. A group ``x3`` has the copies ``id#1`` to ``id#3``.
"""

from itertools import chain

from engine.combat import Combat
from engine.faults import DocumentError, Fault
from engine.notation_board import Board, Thing
from engine.notation_draft import read_sound
from engine.notation_faults import Report
from engine.notation_items import Item
from engine.notation_statements import Statement, labels_of, read_statement
from engine.notation_words import (
    COPY,
    POWER_TOUGHNESS,
    Kind,
    Numbering,
    Token,
    tokenize,
)

_EMPTY = "an empty combat; expected attackers and blockers, such as '8/8 trample <- 2/2, 3/3'"


def parse(text: str) -> Combat:
    """Read a combat in the short notation.

    Parameters
    ----------
    text
        See the module's docstring; any text may be given.

    Raises
    ------
    DocumentError
        With every fault that was found; its path is the place, such as ``line 1, column 7``, its
        message ends with the line and a caret under the place.
    """
    return _Reading(text).combat()


class _Reading:
    def __init__(self, text: str) -> None:
        self.report = Report(text)
        self.text = text
        self.things: dict[str, Thing] = {}
        self.of_item: dict[int, Thing] = {}  # by the item's identity

    def combat(self) -> Combat:
        """Read in the order: statements, what they define, what they say of it, the document."""
        statements, bad = tokenize(self.text)
        for token in bad:
            self._bad(token)
        self.labels = labels_of(statements)
        self.statements = [
            read_statement(tokens, self.labels, self.report) for tokens in statements
        ]
        if not statements:
            self.report.add((0, 0), _EMPTY)
        self._define()
        self.board = Board(self.things)
        for thing in self.board.actives[1:]:
            self.report.add(thing.place("active", None), f"{self.board.active} is the active "
                            "player already")  # fmt: skip
        for statement in self.statements:
            self._relate(statement)
        self._raise()
        try:
            return read_sound(self.board.document())
        except DocumentError as error:
            for fault in error.faults:
                self._translate(fault)
        self._raise()
        raise AssertionError("a fault without a report")

    def _raise(self) -> None:
        if faults := self.report.faults():
            raise DocumentError(faults)

    def _bad(self, token: Token) -> None:
        if len(token.text) > 1 and token.text.endswith('"'):
            self.report.add(token.span, "this quoted string has an escape sequence that JSON does "
                            "not have")  # fmt: skip
        else:
            self.report.add((token.span[0], token.span[0] + 1), "this quotation mark is not closed "
                            "on its line")  # fmt: skip

    def _define(self) -> None:
        """Give every description its id, in the order of the text."""
        numbering = Numbering(self.labels | {"A", "B"})
        for item in chain.from_iterable(statement.items() for statement in self.statements):
            if item.kind is None:
                continue
            name = item.name if item.name is not None else numbering.name(item.base)
            thing = self.of_item[id(item)] = Thing(item.kind, name, item)
            if name in self.things:
                first = self.report.place(self.things[name].item.span)
                self.report.add(item.span, f"{name!r} is defined twice; the first is at {first}")
            else:
                self.things[name] = thing

    # --- what the statements say ----------------------------------------------------------------

    def _relate(self, statement: Statement) -> None:
        if not statement.arrows:
            for item in statement.attackers:
                self._alone(item)
            return
        attackers = [self._creature(item, "attack") for item in statement.attackers]
        blockers = [self._creature(item, "block") for item in statement.blockers]
        target = self._target(statement)
        for item, attacker in zip(statement.attackers, attackers, strict=True):
            if attacker is not None:
                self._attack(attacker, item, target, statement.target)
        for item, blocker in zip(statement.blockers, blockers, strict=True):
            if blocker is None:
                continue
            if item.kind is None and item.name != blocker.id:
                self.report.add(item.span, "one copy of a group cannot block apart from the "
                                "others; define it by itself")  # fmt: skip
            for other, attacker in zip(statement.attackers, attackers, strict=True):
                if attacker is not None:
                    name = attacker.id if other.kind else other.name or ""
                    span = other.span if len(attackers) > 1 else item.span
                    blocker.blocking.append((name, attacker, span))

    def _alone(self, item: Item) -> None:
        """Take an item without an arrow: an attacker or a definition."""
        thing = self.of_item.get(id(item))
        if thing is not None:
            thing.attacks = thing.attacks or (item.kind is Kind.CREATURE and item.name is None)
        elif item.nothing:
            self.report.add(item.span, "expected 'nothing' only after '->'")
        elif item.sound and self._thing(item) is not None:
            self.report.add(item.span, f"nothing is said of {item.name!r}; expected '->' or '<-'")

    def _thing(self, item: Item) -> Thing | None:
        """Return what an item describes or refers to, or note that nobody knows it."""
        if id(item) in self.of_item:
            return self.of_item[id(item)]
        if not item.sound or item.name is None:
            return None
        thing = self.board.things.get(item.name)
        if thing is None and (match := COPY.fullmatch(item.name)):
            group = self.board.things.get(match.group(1))
            if group is not None:
                if 1 < group.item.body.get("count", 1) >= int(match.group(2)):
                    return group
                self.report.add(item.span, f"{group.id!r} has no copy number {match.group(2)}")
                return None
        if thing is None:
            if item.name not in self.labels:  # else what it names is at fault itself
                self._unknown(item)
        elif item.extra:
            self.report.add(item.extra, f"{item.name!r} is defined elsewhere; what it is like "
                            "belongs there")  # fmt: skip
        return thing

    def _unknown(self, item: Item) -> None:
        name = item.name or ""
        if COPY.fullmatch(name) is None and POWER_TOUGHNESS.fullmatch(name):
            message = f"nothing has the name {name!r}; without quotation marks it is a new creature"
        else:
            hint = self.report.hint(name, self.board.things, cards=True)
            message = f"{name!r} is neither defined in this text nor a known card{hint}"
        self.report.add(item.span, message)

    def _creature(self, item: Item, verb: str) -> Thing | None:
        if item.nothing:
            self.report.add(item.span, "expected 'nothing' only after '->'")
            return None
        thing = self._thing(item)
        if thing is not None and thing.kind is not Kind.CREATURE:
            self.report.add(item.span, f"{thing.id} is a {thing.kind}; only creatures {verb}")
            return None
        return thing

    def _target(self, statement: Statement) -> Thing | Item | None:
        for item in statement.target[1:]:
            self.report.add(item.span, "a second target; an attacker attacks one player, "
                            "planeswalker or battle", "508.1b")  # fmt: skip
        if not statement.target:
            return None
        item = statement.target[0]
        if item.nothing:
            return item
        thing = self._thing(item)
        if thing is not None and thing.kind is Kind.CREATURE:
            self.report.add(item.span, f"{thing.id} is a creature; expected a player, planeswalker "
                            "or battle after '->'", "508.1b")  # fmt: skip
            return None
        return thing

    def _attack(
        self, attacker: Thing, item: Item, target: "Thing | Item | None", named: list[Item]
    ) -> None:
        attacker.attacks = True
        if target is None:
            return
        span = named[0].span
        if item.kind is None and item.name != attacker.id:
            self.report.add(item.span, f"the copies of a group attack the same thing; expected "
                            f"{attacker.id!r}")  # fmt: skip
        elif attacker.target is None:
            attacker.target, attacker.target_span = target, span
        elif _same_target(attacker.target, target):
            pass
        else:
            first = self.report.place(attacker.target_span or span)
            self.report.add(span, f"{attacker.id} attacks something else already (at {first})",
                            "508.1b")  # fmt: skip

    def _translate(self, fault: Fault) -> None:
        """Note a fault of the document at the place in the text that it comes from."""
        message = fault.message.replace(
            "give it 'was_attacking_controller'", "write '-> nothing of' and the player"
        )
        self.report.add(self.board.place(fault.path), message, fault.rule)


def _same_target(one: Thing | Item, other: Thing | Item) -> bool:
    if isinstance(one, Item) and isinstance(other, Item):
        return one.body == other.body
    return one is other
