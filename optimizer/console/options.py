"""The arguments and options that commands share, with their help."""

from typing import Annotated

import typer

from optimizer.console.arguments import DEFAULT_OBJECTIVES

CombatText = Annotated[
    str,
    typer.Argument(
        help="A file, - for standard input, or the combat itself: the short notation in quotes, "
        "such as '8/8 trample <- 2/2, 3/3', or JSON."
    ),
]
AssignmentText = Annotated[
    str | None,
    typer.Argument(
        help="A file, - for standard input, or JSON: an answer of this program or its steps alone. "
        "Its attacks and blocks are judged as well, and take the place of the combat's."
    ),
]
Declarations = Annotated[
    bool,
    typer.Option(
        "--declarations",
        help="Judge the combat's own attacks and blocks as though they had been declared now.",
    ),
]
Maximize = Annotated[
    list[str] | None,
    typer.Option(
        "--max",
        metavar="NAME",
        help="What to make large: player_damage, kill_value, '2*kills + player_damage', ... "
        "--max and --min may be given several times, the most important first. "
        f"Without any: {', '.join(DEFAULT_OBJECTIVES)}.",
    ),
]
Minimize = Annotated[
    list[str] | None,
    typer.Option("--min", metavar="NAME", help="What to make small, such as own_losses."),
]
Play = Annotated[
    bool,
    typer.Option(
        "--play",
        help="Play well: win or do not lose, then trade well, then damage, weighed by how close "
        "each player is to losing.",
    ),
]
Wishes = Annotated[
    list[str] | None,
    typer.Option(
        metavar="EXPR", help="What must hold: 'player_damage >= 3', 'destroys(bear)', ..."
    ),
]
Deadline = Annotated[
    float | None,
    typer.Option(metavar="S", help="Seconds to spend; without it, until the proof is complete."),
]
Top = Annotated[
    int,
    typer.Option(metavar="N", min=1, help="Show the N best declarations that differ in value."),
]
Effort = Annotated[
    int | None,
    typer.Option(
        metavar="N",
        min=1,
        help="How many declarations to look at, at most, in place of a deadline: the same answer "
        "on every machine.",
    ),
]
SurviveReply = Annotated[
    bool,
    typer.Option(
        "--survive-reply",
        help="Only attacks after which the opponent's best attack next turn does not win.",
    ),
]
All = Annotated[
    int | None,
    typer.Option(
        "--all",
        metavar="[N]",
        help="List all best answers, N at most (100), identical creatures counted once.",
    ),
]
Frontier = Annotated[
    tuple[str, str] | None,
    typer.Option(
        metavar="A B",
        help="Every trade-off between two objectives, such as 'max player_damage' 'min kills'; "
        "without max or min it is max.",
    ),
]
NextBest = Annotated[
    bool, typer.Option("--next", help="Show the best answer that is worse than the best as well.")
]
Why = Annotated[
    str | None,
    typer.Option(metavar="EXPR", help="How to meet a wish, or why it cannot be met."),
]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON and nothing else.")]
