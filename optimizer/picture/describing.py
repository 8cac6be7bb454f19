"""A picture in words, for those who cannot see it."""

from optimizer.picture.scene import Flow, Scene
from optimizer.printable import printable


def described(scene: Scene) -> str:
    """Return what a scene shows as lines of text."""
    lines = [scene.title] if scene.title else []
    for panel in scene.panels:
        lines += [f"{panel.title}:"] if panel.title else []
        lines += [f"{_sentence(flow)}." for flow in panel.flows]
    lines += [f"{note.text}{'' if note.text.endswith('.') else '.'}" for note in scene.notes]
    return "\n".join(map(printable, lines))


def _sentence(flow: Flow) -> str:
    if flow.kind == "damage":
        each = f" ({flow.copies} times)" if flow.copies > 1 else ""
        return f"{flow.source} assigns {flow.amount} to {flow.target}{each}"
    return f"{flow.source} {'blocks' if flow.kind == 'block' else 'attacks'} {flow.target}"
