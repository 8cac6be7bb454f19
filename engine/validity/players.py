"""The players of a document (102, 506.2, 704.5, 810)."""

from collections.abc import Iterator

from engine.faults import Fault
from engine.state_actions import POISON_TO_LOSE, TEAM_POISON_TO_LOSE
from engine.validity.index import Index, unknown


class Players:
    """Judges who plays, and that nobody has lost already."""

    def __init__(self, index: Index) -> None:
        self.index = index

    def faults(self) -> Iterator[Fault]:
        """Return every fault in the players."""
        if self.index.draft.top.sound("players") and len(self.index.top.players) < 2:
            yield Fault("players", "at least two players are needed")
        if self.index.draft.top.sound("active_player", "players"):
            if self.index.top.active_player not in self.index.top.players:
                yield Fault(
                    "active_player",
                    unknown("player", self.index.top.active_player, self.index.top.players),
                )
            elif not self.index.defending and len(self.index.top.players) > 1:
                yield Fault(
                    "players", "nobody defends: all are of the active player's team", "506.2"
                )
        for name, entry in self.index.players.items():
            yield from self._player(name, entry.path, entry.bad)
        if "" in self.index.top.players:
            yield Fault("players", "a player's id must not be empty")

    def _player(self, name: str, path: str, bad: frozenset[str]) -> Iterator[Fault]:
        player = self.index.players[name].given
        team = player.team
        limit = POISON_TO_LOSE if team is None else TEAM_POISON_TO_LOSE
        if "life" not in bad and player.life <= 0:
            rule = "704.5a" if team is None else "704.6a"
            yield Fault(f"{path}.life", f"{name} at life {player.life} has lost already", rule)
        if "poison" not in bad and player.poison >= limit:
            rule = "704.5c" if team is None else "704.6b"
            yield Fault(
                f"{path}.poison",
                f"{name} with {player.poison} poison counters has lost already",
                rule,
            )
        for commander in player.commander_damage if "commander_damage" not in bad else ():
            if commander not in self.index.creature_entries:
                yield Fault(
                    f"{path}.commander_damage",
                    unknown("creature", commander, self.index.creature_entries),
                    "903.10a",
                )
        if team is None:
            return
        first = next(n for n, entry in self.index.players.items() if entry.given.team == team)
        for key in ("life", "poison"):
            shared = getattr(self.index.players[first].given, key)
            if (
                getattr(player, key) != shared
                and self.index.players[first].sound(key)
                and key not in bad
            ):
                yield Fault(
                    f"{path}.{key}",
                    f"team {team} shares its {key}: {first} has {shared}, "
                    f"{name} has {getattr(player, key)}",
                    "810.9" if key == "life" else "810.10",
                )
