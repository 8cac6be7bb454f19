"""The colors of pictures, light and dark; readers of SVG without media queries see the light ones.

The classes are those of the elements, and stable: ``card`` with its kind (``creature``, ...),
``active``, ``dead``, ``gone``, ``met``, ``short``, ``wrong``, ``repeated``; ``arrow`` with
``damage``, ``block`` or ``attack``; ``panel``, ``note``.
"""

from collections.abc import Mapping

COLORS: Mapping[str, tuple[str, str, str]] = {
    ".paper": ("fill", "#ffffff", "#15181d"),
    "text": ("fill", "#1b1f24", "#e8eaed"),
    ".faint": ("fill", "#555c66", "#aab2bd"),
    ".card .face": ("fill", "#f3f0e9", "#262b33"),
    ".card.active .face": ("fill", "#fbeae5", "#36272a"),
    ".card.player .face, .card.planeswalker .face, .card.battle .face": (
        "fill", "#e6ecf5", "#222e40",
    ),
    ".card .edge": ("stroke", "#8a857a", "#69727f"),
    ".card.active .edge": ("stroke", "#b4705f", "#a0685c"),
    ".card.planeswalker .edge": ("stroke", "#7a5aa8", "#a98bd8"),
    ".card.battle .edge": ("stroke", "#8a6d1f", "#c9a64a"),
    ".card.player .edge": ("stroke", "#55739e", "#6f93c4"),
    ".cross": ("stroke", "#e3a29b", "#8a433f"),
    ".meter": ("fill", "#d8d3c7", "#3a414c"),
    ".filled": ("fill", "#c98a1b", "#b07a1c"),
    ".met .filled": ("fill", "#b3261e", "#e0625a"),
    ".tick": ("stroke", "#b3261e", "#f08a83"),
    ".marked": ("fill", "#a3231b", "#ff9d95"),
    ".arrow .line": ("stroke", "#b3261e", "#f08a83"),
    ".arrow .tip, .arrow .pill": ("fill", "#b3261e", "#f08a83"),
    ".arrow.defending .line": ("stroke", "#1f5fa8", "#85b6f2"),
    ".arrow.defending .tip, .arrow.defending .pill": ("fill", "#1f5fa8", "#85b6f2"),
    ".arrow.block .line, .arrow.attack .line": ("stroke", "#7d8590", "#7d8590"),
    ".arrow.block .tip, .arrow.attack .tip": ("fill", "#7d8590", "#7d8590"),
    ".arrow.wrong .line": ("stroke", "#a3008f", "#ff86ee"),
    ".arrow.wrong .tip, .arrow.wrong .pill": ("fill", "#a3008f", "#ff86ee"),
    ".card.wrong .edge": ("stroke", "#a3008f", "#ff86ee"),
    ".arrow .number": ("fill", "#ffffff", "#15181d"),
    ".violation": ("fill", "#a3008f", "#ff86ee"),
}  # fmt: skip
"""By selector: the property, its light color, its dark color."""

FONTS = (
    "system-ui,'Segoe UI','Helvetica Neue',Roboto,Cantarell,Ubuntu,'DejaVu Sans','Noto Sans',"
    "'Liberation Sans','Open Sans',Arial,sans-serif"
)
"""One of these is on nearly every machine, also for what draws PNG and knows no ``system-ui``."""

_SHAPES = f"""\
.overrun-picture text{{font-family:{FONTS};font-size:12px}}
.overrun-picture .title{{font-size:17px;font-weight:700}}
.overrun-picture .heading{{font-size:14px;font-weight:700}}
.overrun-picture .name,.overrun-picture .count,.overrun-picture .number{{font-weight:700}}
.overrun-picture .stats{{font-size:15px;font-weight:700}}
.overrun-picture .faint{{font-size:11px}}
.overrun-picture .number{{text-anchor:middle}}
.overrun-picture .end{{text-anchor:end}}
.overrun-picture .edge{{fill:none;stroke-width:1.5}}
.overrun-picture .card.wrong .edge{{stroke-width:3}}
.overrun-picture .repeated .edge{{stroke-dasharray:5 3}}
.overrun-picture .gone{{opacity:.4}}
.overrun-picture .cross{{fill:none;stroke-width:4}}
.overrun-picture .tick{{fill:none;stroke-width:2.2}}
.overrun-picture .line{{fill:none;stroke-width:2}}
.overrun-picture .block .line,.overrun-picture .attack .line{{stroke-width:1.5}}
.overrun-picture .block .line,.overrun-picture .attack .line{{stroke-dasharray:4 4}}
.overrun-picture .wrong .line{{stroke-width:3.5;stroke-dasharray:9 4}}
"""


def stylesheet() -> str:
    """Return the style of a picture; it is about nothing outside of pictures."""
    light = "".join(_rule(selector, key, one) for selector, (key, one, _) in COLORS.items())
    dark = "".join(_rule(selector, key, two) for selector, (key, _, two) in COLORS.items())
    return f"\n{_SHAPES}{light}@media (prefers-color-scheme:dark){{\n{dark}}}\n"


def _rule(selector: str, key: str, value: str) -> str:
    scoped = ",".join(f".overrun-picture {one.strip()}" for one in selector.split(","))
    return f"{scoped}{{{key}:{value}}}\n"
