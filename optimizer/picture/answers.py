"""From an answer, in whatever form, to the scenes that show it."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from engine.combat import Combat
from engine.steps import Outcome
from optimizer.picture.scene import Note, Scene
from optimizer.picture.staging import stage

_STATUSES = {
    "optimal": "Proven best",
    "feasible": "The best found before the deadline, not proven",
    "infeasible": "No: nothing meets every wish",
}


def scenes(combat: Combat, answer: object, violations: Iterable[object] = ()) -> list[Scene]:
    """Return what is to be drawn of an answer: the best first, then the others that it lists.

    Parameters
    ----------
    combat
        The combat that was asked about.
    answer
        None, an output document, or what has a ``to_document`` that gives one; or a list of these.
    violations
        The rules that the answer breaks, if they do not stand in it.
    """
    if isinstance(answer, Sequence) and not isinstance(answer, str):
        return [scene for one in answer for scene in scenes(combat, one, violations)]
    broken = [_violation(violation) for violation in violations]
    document = _document(answer)
    outcome = getattr(answer, "outcome", None)
    if not isinstance(outcome, Outcome):
        return list(_scenes(combat, document, broken))
    first = _main(outcome.combat, document, broken, outcome)
    return [first, *_others(combat, document)]


def _document(answer: object) -> Mapping[str, Any]:
    if answer is None:
        return {}
    if isinstance(answer, Mapping):
        return answer
    if hasattr(answer, "to_document"):
        document: Mapping[str, Any] = answer.to_document()
        return document
    raise TypeError(f"cannot draw an answer of type {type(answer).__name__}")


def _scenes(
    combat: Combat, document: Mapping[str, Any], broken: Sequence[Mapping[str, Any]]
) -> Iterator[Scene]:
    if "best" in document:
        yield from _scenes(combat, document["best"], broken)
        if document["next"]:
            yield stage(combat, document["next"], _worth("The next best", document["next"]))
        return
    if "frontier" in document:
        points = document["frontier"]
        for k, point in enumerate(points, 1):
            yield stage(combat, point, _worth(f"Trade-off {k} of {len(points)}", point))
        if not points:
            yield stage(combat, {}, "No trade-offs")
        return
    yield _main(combat, document, [*broken, *document.get("violations", ())])
    yield from _others(combat, document)


def _main(
    combat: Combat,
    document: Mapping[str, Any],
    broken: Sequence[Mapping[str, Any]],
    outcome: Outcome | None = None,
) -> Scene:
    """Return the scene of the answer itself.

    An outcome has all that is declared, and what tricks have changed, which a document has not.
    """
    title, notes = _title(document, broken), _reasons(document)
    if outcome is not None:
        return stage(outcome.combat, {}, title, broken, notes, outcome)
    return stage(combat, document, title, broken, notes)


def _others(combat: Combat, document: Mapping[str, Any]) -> Iterator[Scene]:
    answers = document.get("answers", ())
    for k, other in enumerate(answers[1:], 2):
        yield stage(combat, other, f"As good: answer {k} of {len(answers)}")
    for other in document.get("others", ()):
        yield stage(combat, other, _worth("The next best", other))


def _title(document: Mapping[str, Any], broken: Sequence[object]) -> str:
    if broken:
        return f"Illegal: {len(broken)} violation{'s' * (len(broken) > 1)}"
    if "status" in document:
        return _worth(_STATUSES[document["status"]], document)
    return "Legal" if document.get("legal") else ""


def _worth(title: str, document: Mapping[str, Any]) -> str:
    values = [f"{one['name']} {one['value']}" for one in document.get("objectives", ())]
    return f"{title}: {', '.join(values)}" if values else title


def _reasons(document: Mapping[str, Any]) -> list[Note]:
    """Return why a wish cannot be met, where the document says so."""
    found = []
    if document.get("wishes_met") is False:
        found.append(Note("It does not meet every wish; it is not known whether anything does"))
    found += [Note(_use(use)) for use in document.get("uses", ())]
    if "wish" in document:
        found.append(Note(f"Asked for: {document['wish']}"))
    reason = document.get("reason")
    if isinstance(reason, Mapping):
        for fact in reason["facts"]:
            rule = f" ({fact['rule']})" if fact["rule"] else ""
            found.append(Note(f"{fact['sentence']}{rule}"))
        if reason.get("sum"):
            found.append(Note(f"So {reason['sum']}."))
    return found


def _use(use: Mapping[str, Any]) -> str:
    """Return which card is used, how, when and on what, in the document's words."""
    window = use["window"].replace("_", " ")
    targets = f" on {', '.join(map(str, use['targets']))}" if use.get("targets") else ""
    x = f" with X = {use['x']}" if use.get("x") else ""
    return f"{use['player']}, {window}: {use['card']} ({use['way']}){x}{targets}"


def _violation(given: object) -> Mapping[str, Any]:
    if isinstance(given, Mapping):
        return given
    return {key: getattr(given, key) for key in ("rule", "message", "step", "source", "target")}
