"""The process that answers the questions of a conversation, one after another.

A process, not a thread, as only a process can be stopped wherever it is, and takes nothing with it
if it runs out of memory. It is started with the conversation and loads the solver at once.
"""

import os
from collections.abc import Mapping
from contextlib import suppress
from multiprocessing import get_context
from multiprocessing.connection import Connection
from multiprocessing.context import SpawnProcess
from typing import Any

from optimizer.pipe.requests import read_line
from optimizer.requests import KEYS, Defaults, Failure, Question, line_of, read_question
from optimizer.workers import begin_worker


class Worker:
    """A worker process, and the next one where it is lost or stopped.

    Only `stop` may be called while another thread is in `ask`.
    """

    def __init__(self) -> None:
        self.context = get_context("spawn")
        self.process: SpawnProcess | None = None
        self.connection: Connection
        self.begin()

    def begin(self) -> None:
        """Start a process, if there is none that lives."""
        if self.process is not None and self.process.is_alive():
            return
        self.end()
        self.connection, other = self.context.Pipe()
        self.process = self.context.Process(target=_serve, args=(other,), daemon=True)
        self.process.start()
        other.close()  # so that the end of the process ends the connection

    def ask(self, line: bytes, defaults: Defaults) -> bytes | None:
        """Return the line that answers a question; None if the process was lost or stopped."""
        try:
            self.connection.send((line, defaults))
            return self.connection.recv_bytes()
        except (EOFError, OSError):
            return None

    def stop(self) -> None:
        """Stop the process, whatever it is doing."""
        if self.process is not None:
            self.process.kill()

    def end(self) -> None:
        """Stop the process and wait for its end."""
        if self.process is not None:
            self.process.kill()
            self.process.join()
            self.process.close()
            self.connection.close()
            self.process = None


def answer_line(line: bytes, defaults: Defaults) -> bytes:
    """Return the line that answers a line with a question about a combat."""
    asked = read_line(line)
    try:
        question = read_question(asked.data, asked.kind, defaults, asked.faults)
        return line_of({**asked.head, **answer(question)})
    except Exception as error:  # one question must not end the conversation
        return line_of({**asked.head, **Failure.of(error).to_document()})


def answer(question: Question) -> dict[str, Any]:
    """Return the output document that answers a question."""
    found: Mapping[str, Any]
    if question.kind == "check":
        from optimizer.checking import judge_answer, verdict_document

        found = verdict_document(
            judge_answer(question.combat, question.answer, declarations=question.declarations)
        )
    elif question.kind == "blocks":
        from optimizer.declaring.blocks import solve_blocks

        found = solve_blocks(question.combat, question.objectives, question.deadline).to_document()
    elif question.kind == "attack":
        from optimizer.declaring.attack import solve_attack

        found = solve_attack(question.combat, question.objectives, question.deadline).to_document()
    elif question.search:
        from optimizer.tricks.searching import solve_search

        found = solve_search(question.combat, question.objectives, question.deadline).to_document()
    elif question.kind == "tricks":
        from optimizer.tricks.solve import solve_tricks

        found = solve_tricks(
            question.combat,
            question.objectives,
            wishes=question.wishes,
            deadline=question.deadline,
            **question.tricks,
        ).to_document()
    else:
        from optimizer.damage import solve_damage

        found = solve_damage(
            question.combat, question.objectives, question.wishes, question.deadline
        ).to_document()
    return dict(found)


def _serve(connection: Connection) -> None:
    """Answer questions until the conversation ends."""
    begin_worker()
    nowhere = os.open(os.devnull, os.O_RDWR)
    os.dup2(nowhere, 1)  # whatever a library may print is no answer
    with suppress(Exception):  # what fails here fails again where it is asked for
        _load()
    while True:
        try:
            line, defaults = connection.recv()
        except EOFError:
            return
        connection.send_bytes(answer_line(line, defaults))


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
        answer(Question(read_combat(document), ("max kills",), kind=kind))
