"""A process that answers questions, one after another: those of a conversation, or over HTTP.

A process, not a thread, as only a process can be stopped wherever it is, and takes nothing with it
if it runs out of memory. It loads the solver at once, before it is asked anything.
"""

import os
from collections.abc import Callable
from contextlib import suppress
from multiprocessing import get_context
from multiprocessing.connection import Connection
from multiprocessing.context import SpawnProcess
from typing import Any, Generic, ParamSpec, Protocol, TypeVar

from optimizer.pipe.requests import read_line
from optimizer.requests import FURTHER, KEYS, Defaults, Failure, Question, line_of, read_question
from optimizer.workers import begin_worker

Asked = ParamSpec("Asked")
Answered = TypeVar("Answered")


class Worker(Generic[Asked, Answered]):
    """A worker process, and the next one where it is lost or stopped.

    Only `stop` may be called while another thread is in `ask`.

    Parameters
    ----------
    answering
        What answers a question there; a function of a module.
    beginning
        What the process begins with.
    """

    def __init__(
        self,
        answering: Callable[Asked, Answered],
        beginning: Callable[[], None],
    ) -> None:
        self.answering, self.beginning = answering, beginning
        self.context = get_context("spawn")
        self.process: SpawnProcess | None = None
        self.connection: Connection
        self.has_begun = False
        self.is_stopped = False
        self.begin()

    @property
    def is_alive(self) -> bool:
        """There is a process that lives."""
        return self.process is not None and self.process.is_alive()

    def begin(self) -> None:
        """Start a process, if there is none that lives.

        Raises
        ------
        OSError
            If the system has no room for it; it can be tried again.
        """
        if self.is_alive:
            return
        self.end()
        connection, other = self.context.Pipe()
        process = self.context.Process(
            target=_serve, args=(other, self.answering, self.beginning), daemon=True
        )
        process.start()
        other.close()  # so that the end of the process ends the connection
        self.process, self.connection = process, connection
        self.is_stopped = False

    def ask(self, *asked: Asked.args, **named: Asked.kwargs) -> Answered | None:
        """Return the answer to a question; None if the process was lost or stopped.

        `has_begun` then says whether it had taken the question; if not, it can be asked again.
        """
        self.has_begun = False
        try:
            self.connection.send((asked, named))
            self.has_begun = self.connection.recv()
            answered: Answered = self.connection.recv()
        except (EOFError, OSError):
            return None
        return answered

    def stop(self) -> None:
        """Stop the process, whatever it is doing; one that is just being started is not."""
        process = self.process
        self.is_stopped = True
        if process is not None:
            with suppress(ValueError):  # it has been closed meanwhile
                process.kill()

    def end(self) -> None:
        """Stop the process and wait for its end."""
        process, self.process = self.process, None
        if process is not None:
            process.kill()
            process.join()
            process.close()
            self.connection.close()


def answer_line(line: bytes, defaults: Defaults) -> bytes:
    """Return the line that answers a line with a question about a combat."""
    asked = read_line(line)
    try:
        question = read_question(asked.data, asked.kind, defaults, asked.faults)
        return line_of({**asked.head, **answer(question)})
    except Exception as error:  # one question must not end the conversation
        return line_of({**asked.head, **Failure.of(error).to_document()})


class Solved(Protocol):
    """An answer of any kind."""

    def to_document(self) -> dict[str, object]:
        """Return the output document."""
        ...


def answer(question: Question) -> dict[str, Any]:
    """Return the output document that answers a question."""
    return document_of(question, solve(question))


def document_of(question: Question, solved: Solved) -> dict[str, Any]:
    """Return the output document of the answer; ``notes`` is what was not understood."""
    return {**solved.to_document(), **question.notes}


def solve(question: Question) -> Solved:
    """Return the answer to a question."""
    if question.kind == "check":
        from optimizer.checking import Judgement, judge_answer

        return Judgement(
            judge_answer(question.combat, question.answer, declarations=question.declarations)
        )
    if question.kind == "read":
        from optimizer.forms import Forms

        return Forms.of(question.combat)
    if question.kind == "blocks":
        from optimizer.declaring.blocks import solve_blocks

        return solve_blocks(question.combat, question.objectives, question.deadline, question.most)
    if question.kind == "attack":
        from optimizer.declaring.attack import solve_attack

        return solve_attack(
            question.combat,
            question.objectives,
            question.deadline,
            question.most,
            survive_reply=question.survive_reply,
        )
    if question.search:
        from optimizer.tricks.searching import solve_search

        return solve_search(question.combat, question.objectives, question.deadline)
    if question.kind == "tricks":
        from optimizer.tricks.solve import solve_tricks

        return solve_tricks(
            question.combat,
            question.objectives,
            wishes=question.wishes,
            deadline=question.deadline,
            **question.tricks,
        )
    if question.kind in FURTHER:
        return _solve_further(question)
    from optimizer.damage import solve_damage

    return solve_damage(question.combat, question.objectives, question.wishes, question.deadline)


def _solve_further(question: Question) -> Solved:
    """Return the answer to one of `FURTHER`."""
    asked = question.combat, question.objectives, question.wishes
    if question.kind == "answers":
        from optimizer.alternatives import best_answers

        return best_answers(*asked, question.most, question.deadline)
    if question.kind == "why":
        from optimizer.explain import explain

        combat, _, wishes = asked
        return explain(combat, question.wish, wishes, question.deadline)
    from optimizer.further import find_following, find_trade_offs

    find = find_following if question.kind == "next" else find_trade_offs
    return find(*asked, question.deadline)


def _serve(
    connection: Connection, answering: Callable[..., object], beginning: Callable[[], None]
) -> None:
    """Answer questions until nobody asks any more."""
    nowhere = os.open(os.devnull, os.O_RDWR)
    os.dup2(nowhere, 1)  # whatever a library may print is no answer
    beginning()
    while True:
        try:
            asked, named = connection.recv()
        except EOFError:
            return
        connection.send(True)  # it has begun
        connection.send(answering(*asked, **named))


def begin() -> None:
    """Begin a worker that is ready for every question."""
    begin_worker()
    with suppress(Exception):  # what fails here fails again where it is asked for
        _load()


def _load() -> None:
    """Load everything that a question needs."""
    from engine.reading import read_combat

    document = {
        "version": 1,
        "active_player": "A",
        "players": {"A": {"life": 20}, "B": {"life": 20}},
        "creatures": [
            {"id": "a", "controller": "A", "power": 3, "toughness": 3, "attacking": "B"},
            {
                "id": "b",
                "controller": "B",
                "power": 1,
                "toughness": 2,
                "prevent": 1,
                "blocking": ["a"],
            },
            {"id": "c", "controller": "B", "power": 1, "toughness": 2, "blocking": ["a"]},
        ],
    }
    for kind in KEYS:
        if kind not in FURTHER:
            answer(Question(read_combat(document), ("max kills",), kind=kind))
