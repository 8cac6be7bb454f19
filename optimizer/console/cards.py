"""The commands ``overrun cards ...``: card data that people have, and what is known of a card."""

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from enum import StrEnum, unique
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from engine.limits import LIMIT
from optimizer.console.arguments import PlainCommand, PlainGroup, refuse
from optimizer.console.output import NO, refusing, show_json, show_text

if TYPE_CHECKING:
    from optimizer.cards.importing import Imported

app = typer.Typer(cls=PlainGroup, help="Import card data, fetch them, look them up.")


@unique
class Source(StrEnum):
    """Who publishes card data."""

    SCRYFALL = "scryfall"
    MTGJSON = "mtgjson"


Store = Annotated[
    Path | None,
    typer.Option(
        metavar="FILE",
        help="Where the cards are kept; what reads combats finds it with OVERRUN_CARDS=FILE.",
    ),
]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON and nothing else.")]


@app.command("import", cls=PlainCommand)
def import_(
    file: Annotated[
        Path,
        typer.Argument(
            help="Scryfall's bulk data 'oracle cards' or MTGJSON's AtomicCards, as JSON or packed "
            "with gzip, xz or bzip2."
        ),
    ],
    store: Store = None,
    as_json: AsJson = False,
) -> None:
    """Keep the cards of a file, in place of those kept before."""
    from optimizer.cards.importing import import_cards

    with refusing(as_json):
        try:
            size = file.stat().st_size
        except OSError as error:
            refuse("", f"cannot read {file}: {error.strerror}")
        with _bar() as show:
            found = import_cards(file, store, lambda done: show("reading", done, size))
    _give(found, as_json)


@app.command(cls=PlainCommand)
def update(
    source: Annotated[
        Source | None,
        typer.Option(help="Whose cards; without it, whose are kept already, else Scryfall's."),
    ] = None,
    address: Annotated[
        str | None, typer.Option(metavar="URL", help="Ask there instead, at a mirror for instance.")
    ] = None,
    store: Store = None,
    as_json: AsJson = False,
) -> None:
    """Fetch the cards of today from their publisher and keep them."""
    from engine.card_store import meta
    from engine.faults import DocumentError
    from optimizer.cards.fetching import ADDRESSES, update_cards

    with refusing(as_json):
        chosen = source.value if source else None
        if chosen is None:
            try:
                chosen = meta().get("source")
            except DocumentError:  # a store that cannot be read is replaced
                chosen = None
        with _bar() as show:
            known = chosen if chosen in ADDRESSES else Source.SCRYFALL.value
            found = update_cards(known, address, store, show)
    _give(found, as_json)


@app.command(cls=PlainCommand)
def search(
    text: Annotated[str, typer.Argument(help="A part of a card's name.")],
    limit: Annotated[int, typer.Option(metavar="N", min=1, help="Show so many at most.")] = 20,
    store: Store = None,
    as_json: AsJson = False,
) -> None:
    """Show what is known of the cards with a text in their names, and what is not understood."""
    from engine.card_store import VARIABLE
    from optimizer.cards import describing

    if store is not None:
        os.environ[VARIABLE] = str(store)
    with refusing(as_json):
        found = describing.search(text, limit)
    documents = found["cards"]
    if as_json:
        show_json(found)
    elif documents:
        show_text("\n".join(_lines(documents)))
    else:
        typer.echo(f"no card has {text!r} in its name", err=True)
    raise typer.Exit(0 if documents else NO)


def _lines(documents: list[dict[str, Any]]) -> Iterator[str]:
    for card in documents:
        words = [*_numbers(card), *card.get("keywords", ())]
        words += [_words(key, value) for key, value in card.get("properties", {}).items()]
        words += [f"{c['kind']} cycling {c['cost']}".strip() for c in card.get("cycling", ())]
        words += [f"foretell {card['foretell']}"] if "foretell" in card else []
        cost = f" {card['mana_cost']}" if "mana_cost" in card else ""
        said = f": {', '.join(words)}" if words else ""
        yield f"{card['name']}{cost}{said} ({card['from']})"
        yield from (f"    {note}" for note in card.get("not_understood", ()))


def _numbers(card: dict[str, Any]) -> list[str]:
    """Return what is printed in a card's corner, or its types if it is nothing in combat."""
    known = {**card.get("printed", {}), **card}
    if card["kind"] == "creature":
        return [f"{known['power']}/{known['toughness']}"]
    for key in ("loyalty", "defense"):
        if key in known:
            return [f"{key} {known[key]}"]
    return list(card.get("types", ()))


def _words(key: str, value: object) -> str:
    """Return a key of a creature and its value as people write them."""
    words = key.replace("_", " ")
    if value == LIMIT:
        return f"{words} any number"
    return words if value is True else f"{words} {value}"


def _give(found: "Imported", as_json: bool) -> None:
    if as_json:
        show_json(found.to_document())
        return
    kinds = ", ".join(f"{number:,} {kind}" for kind, number in sorted(found.kinds.items()))
    show_text(f"{found.faces:,} cards and faces of {found.source}: {kinds}")
    for reason, number in sorted(found.left_out.items()):
        show_text(f"left out: {number:,} {reason}")
    if found.without_number:
        show_text(f"{found.without_number:,} have * or the like printed: give their numbers")
    if found.with_notes:
        show_text(
            f"{found.with_notes:,} have a text about combat that is not understood in full; "
            "'overrun cards search NAME' shows it"
        )
    show_text(f"kept in {found.place}")


@contextmanager
def _bar() -> Iterator[Callable[[str, int, int | None], None]]:
    """Show how far it is, on standard error if that is a terminal."""
    if sys.stderr is None or not sys.stderr.isatty():
        yield lambda what, done, total: None
        return
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        DownloadColumn,
        Progress,
        TaskProgressColumn,
        TextColumn,
        TimeRemainingColumn,
    )

    with Progress(
        TextColumn("{task.description}"),
        BarColumn(bar_width=None),
        TaskProgressColumn(),
        DownloadColumn(),
        TimeRemainingColumn(),
        console=Console(stderr=True),
    ) as bar:
        tasks: dict[str, Any] = {}

        def show(what: str, done: int, total: int | None) -> None:
            if what not in tasks:
                tasks[what] = bar.add_task(what, total=total)
            bar.update(tasks[what], completed=done)

        yield show
