"""Pictures of combats as SVG: who fights whom, the damage of each step, who dies.

``%load_ext optimizer.picture`` has notebooks draw every `Combat`; solutions draw themselves.
"""

from typing import Any

from optimizer.picture.drawing import picture

__all__ = ["load_ipython_extension", "picture"]


def load_ipython_extension(shell: Any) -> None:
    """Have IPython show combats as pictures; the engine itself knows nothing of drawing."""
    from engine.combat import Combat

    shell.display_formatter.formatters["image/svg+xml"].for_type(Combat, picture)
