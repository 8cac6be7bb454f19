"""The design's eight boards on which widely used engines assign too little damage."""

EIGHT_BOARDS = (
    ("wall-between-two", "t: 5/5 trample <- w; p: 4/4 <- w; w: 0/4", 5),
    ("two-tramplers-one-blocker", "t: 3/3 trample <- w; u: 3/3 trample <- w; w: 1/1", 5),
    ("indestructible-blocker", "t: 5/5 trample deathtouch <- w: 5/5 indestructible", 4),
    ("touched-wall", "d: 1/1 deathtouch <- w; t: 6/6 trample <- w; w: 0/6", 6),
    (
        "two-tramplers-two-blockers",
        "t: 5/5 trample <- v, w; u: 5/5 trample <- v, w; v: 4/4; w: 4/4",
        2,
    ),
    ("past-a-planeswalker", "p: 3/3 -> j; t: 5/5 trample over planeswalkers -> j; j: loyalty 4", 4),
    ("wall-first", "p: 4/4 <- x, y; t: 5/5 trample <- x; x: 0/4; y: 5/4", 5),
    ("spread-touch", "t: 6/6 trample <- v, w; d: 2/2 deathtouch <- v, w; v: 1/5; w: 1/5", 6),
)
"""Name, combat, and the most damage to the player."""
