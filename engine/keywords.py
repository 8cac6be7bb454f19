"""Keyword abilities (rule 702): which exist, and which bear on combat damage.

A keyword is a lower-case string as the document has it: ``trample``, ``toxic 2``,
``protection from red``. A keyword that the game has but that does not bear on combat damage is
kept and ignored; one that the game does not have is a fault.
"""

import re
from enum import StrEnum, unique
from functools import lru_cache


@unique
class Keyword(StrEnum):
    """The keyword abilities without a parameter that the rules of combat ask for."""

    TRAMPLE = "trample"
    """702.19: lethal damage to all blockers, the rest to what it attacks."""
    TRAMPLE_OVER_PLANESWALKERS = "trample over planeswalkers"
    """702.19c: and past the planeswalker's loyalty to its controller."""
    DEATHTOUCH = "deathtouch"
    """702.2: any damage greater than 0 is lethal damage."""
    FIRST_STRIKE = "first strike"
    """702.7: assigns its damage in the first of two combat damage steps."""
    DOUBLE_STRIKE = "double strike"
    """702.4: assigns its damage in both combat damage steps."""
    LIFELINK = "lifelink"
    """702.15: its controller gains as much life as it deals damage."""
    INFECT = "infect"
    """702.90: poison counters for players, -1/-1 counters for creatures."""
    WITHER = "wither"
    """702.80: -1/-1 counters for creatures."""
    INDESTRUCTIBLE = "indestructible"
    """702.12: lethal damage and deathtouch do not destroy it."""
    BANDING = "banding"
    """702.22: the other side's damage is divided by this side."""
    DEFENDER = "defender"
    """702.3: can't attack."""
    HASTE = "haste"
    """702.10: may attack in the turn in which it came under its controller's control."""
    DECAYED = "decayed"
    """702.147: can't block."""
    FLYING = "flying"
    """702.9: blocked only by creatures with flying or reach."""
    REACH = "reach"
    """702.17: may block creatures with flying."""
    MENACE = "menace"
    """702.111: blocked by two or more creatures only."""
    FEAR = "fear"
    """702.36: blocked only by artifact creatures and black ones."""
    INTIMIDATE = "intimidate"
    """702.13: blocked only by artifact creatures and those that share a color with it."""
    SHADOW = "shadow"
    """702.28: blocks and is blocked by creatures with shadow only."""
    HORSEMANSHIP = "horsemanship"
    """702.31: blocked only by creatures with horsemanship."""
    SKULK = "skulk"
    """702.118: not blocked by creatures with greater power."""
    UNBLOCKABLE = "unblockable"
    """Can't be blocked (509.1b); the contract's word for it, no keyword of the rules."""


# Keyword abilities of rule 702 that stand alone.
_PLAIN = frozenset(
    """
    deathtouch;defender;double strike;first strike;flash;flying;haste;hexproof;indestructible;
    intimidate;lifelink;reach;shroud;trample;trample over planeswalkers;vigilance;banding;flanking;
    phasing;shadow;horsemanship;fear;storm;provoke;epic;haunt;split second;delve;graft;absorb;
    changeling;conspire;persist;wither;retrace;exalted;cascade;unleash;undying;infect;battle cry;
    soulbond;hidden agenda;dethrone;exploit;menace;prowess;convoke;melee;skulk;improvise;ascend;
    assist;jump-start;mentor;riot;spectacle;escape;companion;demonstrate;ravenous;training;compleated;
    enlist;living weapon;living metal;more than meets the eye;read ahead;evolve;extort;cipher;
    tribute;devoid;ingest;myriad;partner;undaunted;aftermath;afterlife;daybound;nightbound;decayed;
    cleave;for mirrodin!;backup;bargain;gift;job select;tiered;start your engines!;max speed;
    station;warp;mayhem;sneak;firebending;increment;boast;mutate;encore;foretell;umbra armor;
    totem armor;fuse;bestow;unblockable;landwalk;islandwalk;swampwalk;mountainwalk;forestwalk;
    plainswalk;desertwalk;double team;choose a background;doctor's companion;specialize;sunburst;
    dredge;rebound;saddle;offspring;impending;exhaust;harmonize;blitz;casualty;disturb;emerge;eternalize;
    embalm;squad;prototype;toxic;disguise;plot;freerunning;spree;morph;megamorph
    """.replace("\n", "")
    .replace("    ", "")
    .split(";")
)

# Keyword abilities that take a number or a cost: "bushido 1", "ward {2}".
_WITH_NUMBER_OR_COST = frozenset(
    """
    absorb;afflict;afterlife;amplify;annihilator;awaken;backup;bestow;blitz;bloodthirst;bushido;buyback;
    casualty;champion;commander ninjutsu;craft;crew;cumulative upkeep;cycling;dash;devour;disguise;
    disturb;dredge;echo;embalm;emerge;encore;enlist;entwine;equip;escalate;escape;eternalize;evoke;
    fabricate;fading;firebending;flashback;foretell;fortify;freerunning;frenzy;graft;gravestorm;
    harmonize;hideaway;impending;increment;kicker;level up;madness;mayhem;megamorph;miracle;
    mobilize;modular;morph;multikicker;mutate;ninjutsu;offering;offspring;outlast;overload;plot;poisonous;
    prototype;prowl;rampage;ravenous;reconfigure;recover;reinforce;renown;replicate;ripple;saddle;
    scavenge;sneak;soulshift;spectacle;splice;squad;station;surge;suspend;toxic;transfigure;transmute;
    tribute;unearth;vanishing;visit;ward;warp;web-slinging
    """.replace("\n", "")
    .replace("    ", "")
    .split(";")
)

_KNOWN = _PLAIN | _WITH_NUMBER_OR_COST

_WITH_WORDS = re.compile(
    r"(protection from|hexproof from|affinity for|champion an?|enchant|partner with|splice onto)"
    r" [a-z].*"
)
_TYPED = re.compile(
    r"((snow|legendary|nonbasic|basic) )?[a-z'-]+(walk|cycling)( (\d+|(\{[^}]+\})+))?"
)
_PARAMETER = re.compile(r" ?(\d+|x|(\{[^}]+\})+|[—-] ?.+)")


@lru_cache(maxsize=4096)
def is_keyword(text: str) -> bool:
    """Say whether the game has this keyword ability (rule 702), parameters included.

    Parameters
    ----------
    text
        The keyword as the document has it, lower case.
    """
    if text == "toxic" or text.startswith("toxic "):
        return toxic_value(text) is not None
    if text in _PLAIN or _WITH_WORDS.fullmatch(text) or _TYPED.fullmatch(text):
        return True
    for name in _WITH_NUMBER_OR_COST:
        if text.startswith(name) and _PARAMETER.fullmatch(text[len(name) :]):
            return True
    return False


def toxic_value(text: str) -> int | None:
    """Return N of ``toxic N`` (702.164), or None if the text is no such keyword."""
    if not text.startswith("toxic "):
        return None
    match = re.fullmatch(r"toxic ([0-9]{1,9})", text)
    return int(match.group(1)) if match else None


def known_keywords() -> frozenset[str]:
    """Return the names to suggest when a keyword is misspelt."""
    return _KNOWN
