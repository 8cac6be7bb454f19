"""Card data that people have: Scryfall's and MTGJSON's files, the store, fetching, looking up.

The records are written after the publishers' documented formats; the cards are the printed ones as
far as their text matters here.
"""

import bz2
import gzip
import hashlib
import json
import lzma
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, ClassVar

import pytest
from typer.testing import CliRunner

from engine import DocumentError, card_store, read_combat, write_document, write_notation
from engine.cards import find_card, find_in_hand, search_cards
from engine.notation_writer import NotationError
from optimizer import solve_damage
from optimizer.cards.fetching import update_cards
from optimizer.cards.files import read_faces
from optimizer.cards.importing import Imported, import_cards
from optimizer.cli import app

Record = dict[str, Any]


def creature(name: str, size: str, text: str, keywords: str = "", **more: Any) -> Record:
    """Return a creature as Scryfall has it: ``{2}{G}``, an elf."""
    power, toughness = size.split("/")
    return {
        "object": "card",
        "name": name,
        "layout": "normal",
        "mana_cost": "{2}{G}",
        "cmc": 3.0,
        "type_line": "Creature \u2014 Elf",
        "oracle_text": text,
        "power": power,
        "toughness": toughness,
        "colors": ["G"],
        "keywords": keywords.split(", ") if keywords else [],
    } | more


SCRYFALL = [
    creature(
        "Deathrite Wurm",
        "7/6",
        "Trample\nYou may have Deathrite Wurm assign its combat damage as though it weren't "
        "blocked.",
        "Trample",
    ),
    creature(
        "Doran, the Siege Tower",
        "0/5",
        "Each creature assigns combat damage equal to its toughness rather than its power.",
        type_line="Legendary Creature \u2014 Treefolk Shaman",
        mana_cost="{W}{B}{G}",
        colors=["B", "G", "W"],
    ),
    creature("Sturdy Guard", "1/4", "This creature can block an additional creature each combat."),
    creature("Wide Guard", "1/4", "Wide Guard can block any number of creatures."),
    creature(
        "Thrasta, Tempest's Roar",
        "7/7",
        "Trample, trample over planeswalkers, haste (Reminder, with commas.)",
        "Haste, Trample",
    ),
    creature(
        "Tarmogoyf",
        "*/1+*",
        "Tarmogoyf's power is equal to the number of card types among cards in all graveyards and "
        "its toughness is equal to that number plus 1.",
    ),
    creature(
        "Sunlit Knight",
        "2/2",
        "Protection from red and from artifacts\nAs long as it's your turn, Sunlit Knight has "
        "first strike.",
        "First strike, Protection",
    ),
    creature("Toxic Rat", "1/1", "Toxic 2 (Reminder.)\nFlanking", "Toxic, Flanking"),
    creature("Ash Cycler", "3/3", "Cycling {2}\nForetell {1}{W}", "Cycling, Foretell"),
    creature(
        "Wood Cycler",
        "3/3",
        "Forestcycling {1}, basic landcycling {1}{G}",
        "Forestcycling, Cycling",
    ),
    creature("Street Ghost", "3/4", "Cycling\u2014Pay 2 life.", "Cycling"),
    creature("Lim-D\u00fbl's Elf", "2/2", ""),
    creature("Grizzly Bears", "9/9", ""),
    creature("Racer", "2/2", "Swampwalk\nMax speed \u2014 Racer can't be blocked.", "Max speed"),
    creature("Learner", "1/1", "Level up {1}\nLEVEL 1-4\n2/2\nFlying", "Level up, Flying"),
    creature(
        "Busy Bee",
        "1/1",
        "Flying; menace\nLandfall \u2014 Whenever a land you control enters, this creature gets "
        "+1/+1 until end of turn.\n{T}: Prevent the next 1 damage.\nBusy Bee can't be blocked.\n"
        "This creature can't be blocked by Walls.",
        "Flying, Menace, Landfall",
    ),
    {
        "name": "Delver of Secrets // Insectile Aberration",
        "layout": "transform",
        "cmc": 1.0,
        "keywords": ["Flying", "Transform"],
        "card_faces": [
            {
                "name": "Delver of Secrets",
                "mana_cost": "{U}",
                "type_line": "Creature \u2014 Human Wizard",
                "oracle_text": "At the beginning of your upkeep, look at the top card.",
                "power": "1",
                "toughness": "1",
                "colors": ["U"],
            },
            {
                "name": "Insectile Aberration",
                "mana_cost": "",
                "type_line": "Creature \u2014 Human Insect",
                "oracle_text": "Flying",
                "power": "3",
                "toughness": "2",
                "colors": ["U"],
            },
        ],
    },
    {
        "name": "Bonecrusher Giant // Stomp",
        "layout": "adventure",
        "cmc": 3.0,
        "colors": ["R"],
        "keywords": [],
        "card_faces": [
            {
                "name": "Bonecrusher Giant",
                "mana_cost": "{2}{R}",
                "type_line": "Creature \u2014 Giant",
                "oracle_text": "Whenever this creature becomes the target of a spell, it deals 2.",
                "power": "4",
                "toughness": "3",
            },
            {
                "name": "Stomp",
                "mana_cost": "{1}{R}",
                "type_line": "Instant \u2014 Adventure",
                "oracle_text": "Damage can't be prevented this turn.",
            },
        ],
    },
    {
        "name": "Fire // Ice",
        "layout": "split",
        "cmc": 4.0,
        "card_faces": [
            {"name": "Fire", "mana_cost": "{1}{R}", "type_line": "Instant", "oracle_text": "X."},
            {"name": "Ice", "mana_cost": "{1}{U}", "type_line": "Instant", "oracle_text": "Y."},
        ],
    },
    {
        "name": "Copter",
        "layout": "normal",
        "mana_cost": "{2}",
        "type_line": "Artifact \u2014 Vehicle",
        "oracle_text": "Flying\nCrew 1",
        "power": "3",
        "toughness": "3",
        "colors": [],
        "keywords": ["Flying", "Crew"],
    },
    {
        "name": "Walker",
        "layout": "normal",
        "mana_cost": "{3}{U}",
        "type_line": "Legendary Planeswalker \u2014 Jace",
        "oracle_text": "+1: Draw a card.",
        "loyalty": "4",
        "colors": ["U"],
        "keywords": [],
    },
    {"name": "Soldier", "layout": "token", "type_line": "Token Creature \u2014 Soldier"},
]  # fmt: skip

ATOMIC = {
    "meta": {"date": "2026-01-01", "version": "5.2.2"},
    "data": {
        "Insight Mage": [
            {
                "name": "Insight Mage",
                "manaCost": "{1}{U}",
                "manaValue": 2.0,
                "type": "Creature \u2014 Human Wizard",
                "types": ["Creature"],
                "text": "Flying\nCycling {U}",
                "keywords": ["Cycling", "Flying"],
                "power": "2",
                "toughness": "1",
                "colors": ["U"],
                "layout": "normal",
            }
        ],
        "Plain Bear": [
            {
                "name": "Plain Bear",
                "manaCost": "{1}{G}",
                "type": "Creature \u2014 Bear",
                "power": "2",
                "toughness": "2",
                "colors": ["G"],
                "layout": "normal",
            }
        ],
        "Day Wolf // Night Wolf": [
            {
                "name": "Day Wolf // Night Wolf",
                "faceName": "Night Wolf",
                "side": "b",
                "manaValue": 3.0,
                "type": "Creature \u2014 Wolf",
                "text": "Menace",
                "keywords": ["Menace"],
                "power": "5",
                "toughness": "4",
                "colors": ["G"],
                "layout": "transform",
            },
            {
                "name": "Day Wolf // Night Wolf",
                "faceName": "Day Wolf",
                "side": "a",
                "manaCost": "{2}{G}",
                "manaValue": 3.0,
                "type": "Creature \u2014 Human",
                "power": "3",
                "toughness": "3",
                "colors": ["G"],
                "layout": "transform",
            },
        ],
        "Siege of Testing": [
            {
                "name": "Siege of Testing",
                "manaCost": "{3}",
                "type": "Battle \u2014 Siege",
                "defense": "4",
                "colors": [],
                "layout": "normal",
            }
        ],
    },
}


@pytest.fixture
def store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Give a place of its own to the imported cards."""
    place = tmp_path / "data" / "cards.sqlite"
    monkeypatch.setenv(card_store.VARIABLE, str(place))
    return place


@pytest.fixture
def scryfall(tmp_path: Path, store: Path) -> Imported:
    """Import the records above as a file of Scryfall's."""
    path = tmp_path / "oracle-cards.json"
    path.write_text(json.dumps(SCRYFALL), encoding="utf-8")
    return import_cards(path)


@pytest.fixture
def mtgjson(tmp_path: Path, store: Path) -> Imported:
    """Import the records above as a file of MTGJSON's."""
    path = tmp_path / "AtomicCards.json"
    path.write_text(json.dumps(ATOMIC), encoding="utf-8")
    return import_cards(path)


def board(**creature: Any) -> Record:
    """Return an attack by a creature."""
    return {
        "version": 1,
        "active_player": "A",
        "players": {"A": {"life": 20}, "B": {"life": 20}},
        "creatures": [{"id": "x", "controller": "A", "attacking": "B"} | creature],
    }


def notes(name: str) -> tuple[str, ...]:
    found = card_store.find(name)
    assert found is not None
    return found.notes


def properties(name: str) -> dict[str, Any]:
    card = find_card(name)
    assert card is not None
    return dict(card.properties)


class TestScryfall:
    def test_what_was_imported_is_counted(self, scryfall: Imported) -> None:
        assert scryfall.source == "scryfall"
        # 16 creatures, both sides of Delver, the giant, the vehicle; Stomp, Fire, Ice.
        assert scryfall.kinds == {"creature": 20, "planeswalker": 1, "other": 3}
        assert scryfall.left_out == {"tokens": 1}
        assert scryfall.without_number == 1

    def test_characteristics(self, scryfall: Imported) -> None:
        doran = find_card("doran, the siege tower")
        assert doran is not None
        assert (doran.power, doran.toughness, doran.mana_value) == (0, 5, 3)
        assert doran.colors == ("W", "B", "G")
        assert doran.types == ("treefolk", "shaman")

    def test_a_vehicle_is_the_artifact_creature_that_it_is_when_crewed(
        self, scryfall: Imported
    ) -> None:
        copter = find_card("Copter")
        assert copter is not None
        assert copter.kind == "creature"
        assert copter.types == ("artifact", "vehicle")
        assert "flying" in copter.keywords

    def test_a_planeswalker(self, scryfall: Imported) -> None:
        walker = find_card("Walker")
        assert walker is not None
        assert (walker.kind, walker.loyalty, walker.types) == ("planeswalker", 4, ("jace",))

    def test_faces_are_found_by_their_own_names_and_the_front_by_both(
        self, scryfall: Imported
    ) -> None:
        front, back = find_card("Delver of Secrets"), find_card("Insectile Aberration")
        assert front is not None
        assert back is not None
        assert find_card("Delver of Secrets // Insectile Aberration") == front
        assert (front.keywords, back.keywords) == ((), ("flying",))
        assert (back.power, back.toughness) == (3, 2)

    def test_202_3b_the_back_has_the_mana_value_of_the_front(self, scryfall: Imported) -> None:
        back = find_card("Insectile Aberration")
        assert back is not None
        assert back.mana_value == 1

    def test_an_adventure_is_no_creature(self, scryfall: Imported) -> None:
        giant = find_card("Bonecrusher Giant // Stomp")
        assert giant is not None
        assert (giant.power, giant.colors) == (4, ("R",))
        assert find_card("Stomp") is None
        assert find_card("Fire // Ice") is None

    def test_accents_are_forgiven(self, scryfall: Imported) -> None:
        assert find_card("Lim-Dul's Elf") == find_card("Lim-D\u00fbl\u2019s Elf") is not None

    def test_the_table_comes_before_the_store(self, scryfall: Imported) -> None:
        bears = find_card("Grizzly Bears")
        assert bears is not None
        assert (bears.power, bears.toughness) == (2, 2)


class TestAbilities:
    def test_assignment_changing_texts(self, scryfall: Imported) -> None:
        assert properties("Deathrite Wurm") == {"as_though_unblocked": True}
        assert properties("Doran, the Siege Tower") == {"assigns": "toughness"}
        assert properties("Sturdy Guard") == {"max_blocks": 2}
        assert properties("Wide Guard")["max_blocks"] > 100

    def test_a_text_about_all_creatures_is_said_not_to_be_filled_in_for_others(
        self, scryfall: Imported
    ) -> None:
        (note,) = notes("Doran, the Siege Tower")
        assert note.startswith("not understood: Each creature assigns")

    def test_702_19c_trample_over_planeswalkers_is_in_the_text_only(
        self, scryfall: Imported
    ) -> None:
        thrasta = find_card("Thrasta, Tempest's Roar")
        assert thrasta is not None
        assert thrasta.keywords == ("trample", "trample over planeswalkers", "haste")

    def test_a_keyword_under_a_condition_is_not_filled_in_and_said(
        self, scryfall: Imported
    ) -> None:
        knight = find_card("Sunlit Knight")
        assert knight is not None
        assert knight.keywords == ("protection from red", "protection from artifacts")
        assert any(note.startswith("First strike: not an ability") for note in notes(knight.name))

    def test_a_keyword_that_is_kept_but_not_played_is_said(self, scryfall: Imported) -> None:
        rat = find_card("Toxic Rat")
        assert rat is not None
        assert rat.keywords == ("toxic 2", "flanking")
        assert any(note.startswith("flanking: kept") for note in notes("Toxic Rat"))

    def test_711_2_what_it_has_at_a_higher_level_is_not_filled_in(self, scryfall: Imported) -> None:
        learner = find_card("Learner")
        assert learner is not None
        assert learner.keywords == ("level up {1}",)
        assert "not understood: all from 'LEVEL 1-4' on" in notes("Learner")

    def test_only_what_is_so_all_the_time_and_bears_on_combat_is_noted(
        self, scryfall: Imported
    ) -> None:
        bee = find_card("Busy Bee")
        assert bee is not None
        assert bee.keywords == ("flying", "menace", "unblockable")
        assert notes("Busy Bee") == ("not understood: This creature can't be blocked by Walls.",)

    def test_what_depends_on_more_than_the_combat_is_noted(self, scryfall: Imported) -> None:
        racer = find_card("Racer")
        assert racer is not None
        assert racer.keywords == ("swampwalk",)
        first, second = notes("Racer")
        assert first == "not understood: Max speed \u2014 Racer can't be blocked."
        assert second.startswith("swampwalk: kept, but")

    def test_cycling_and_foretell_costs(self, scryfall: Imported) -> None:
        def in_hand(name: str) -> tuple[list[tuple[str, str]], str | None]:
            card = find_in_hand(name)
            assert card is not None
            return [(each.cost, each.kind) for each in card.cycling], card.foretell

        assert in_hand("Ash Cycler") == ([("{2}", "")], "{1}{W}")
        assert in_hand("Wood Cycler") == ([("{1}", "forest"), ("{1}{G}", "basic land")], None)
        assert in_hand("Street Ghost") == ([("Pay 2 life", "")], None)
        stomp = find_in_hand("Stomp")
        assert stomp is not None
        assert (stomp.mana_cost, stomp.types) == ("{1}{R}", ("instant", "adventure"))

    def test_the_list_of_keywords_is_taken_where_there_is_no_text(
        self, tmp_path: Path, store: Path
    ) -> None:
        record = creature("Mute Bird", "1/1", "", "Flying, Protection")
        del record["oracle_text"]
        path = tmp_path / "cards.json"
        path.write_text(json.dumps([record]), encoding="utf-8")
        import_cards(path)
        bird = find_card("Mute Bird")
        assert bird is not None
        assert bird.keywords == ("flying",)
        assert notes("Mute Bird") == ("protection: its number, cost or kind is not given",)


class TestDocuments:
    def test_the_card_gives_the_keys_of_a_creature(self, scryfall: Imported) -> None:
        combat = read_combat(board(card="Deathrite Wurm"))
        (wurm,) = combat.groups
        assert (wurm.power, wurm.toughness, wurm.as_though_unblocked) == (7, 6, True)
        assert wurm.value == 3
        assert write_document(combat)["creatures"] == [
            {"id": "x", "controller": "A", "card": "Deathrite Wurm", "attacking": "B"}
        ]
        assert read_combat(write_notation(combat)) == combat

    def test_keys_given_here_win_and_are_written(self, scryfall: Imported) -> None:
        combat = read_combat(board(card="Deathrite Wurm", as_though_unblocked=False))
        assert not combat.groups[0].as_though_unblocked
        assert read_combat(write_document(combat)) == combat
        with pytest.raises(NotationError, match="as_though_unblocked"):
            write_notation(combat)
        one = read_combat(board(card="Sturdy Guard", max_blocks=1))
        assert "max blocks 1" in write_notation(one)
        assert read_combat(write_notation(one)) == one

    def test_damage_as_though_it_were_not_blocked(self, scryfall: Imported) -> None:
        solution = solve_damage(read_combat("Deathrite Wurm <- 0/8"), ["max player_damage"])
        assert solution.values == (7,)

    def test_damage_equal_to_toughness(self, scryfall: Imported) -> None:
        combat = read_combat("Doran, the Siege Tower -> B")
        assert solve_damage(combat, ["max player_damage"]).values == (5,)

    def test_a_printed_star_has_to_be_given(self, scryfall: Imported) -> None:
        with pytest.raises(DocumentError) as caught:
            read_combat(board(card="Tarmogoyf"))
        assert [fault.path for fault in caught.value.faults] == [
            "creatures[0].power",
            "creatures[0].toughness",
        ]
        with pytest.raises(DocumentError, match="no fixed number"):
            read_combat("Tarmogoyf <- 2/2")
        (goyf,) = read_combat("Tarmogoyf 3/4").groups
        assert (goyf.power, goyf.toughness, goyf.value) == (3, 4, 3)

    def test_the_longest_name_counts(self, tmp_path: Path, store: Path) -> None:
        path = tmp_path / "cards.json"
        path.write_text(json.dumps([creature("Rhox Faithmender", "1/5", "Lifelink", "Lifelink")]))
        import_cards(path)
        assert [c.card for c in read_combat("Rhox Faithmender x2, Rhox flying").groups] == [
            "Rhox Faithmender",
            "Rhox",
        ]

    def test_cards_of_the_table_do_not_open_the_store(
        self, store: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def refuse() -> None:
            raise AssertionError("the store was looked for")

        monkeypatch.setattr(card_store, "place", refuse)
        read_combat(board(card="Grizzly Bears"))
        read_combat("Grizzly Bears x2 trample <- Rhox 3/3 without type beast, wall; wall: 0/4")
        with pytest.raises(AssertionError):
            read_combat(board(card="Grizzly Bear"))

    def test_a_damaged_store_is_a_fault(self, store: Path) -> None:
        store.parent.mkdir()
        store.write_bytes(b"this is no database" * 100)
        with pytest.raises(DocumentError, match="cannot read the card store"):
            read_combat(board(card="Deathrite Wurm"))

    def test_a_replaced_store_is_noticed(self, scryfall: Imported, tmp_path: Path) -> None:
        assert find_card("Sturdy Guard")
        path = tmp_path / "other.json"
        path.write_text(json.dumps(ATOMIC), encoding="utf-8")
        import_cards(path)
        assert find_card("Sturdy Guard") is None
        assert find_card("Plain Bear")


class TestMtgjson:
    def test_cards_and_faces(self, mtgjson: Imported) -> None:
        assert mtgjson.source == "mtgjson"
        assert mtgjson.kinds == {"creature": 4, "battle": 1}
        mage, bear = find_card("Insight Mage"), find_card("Plain Bear")
        front, back = find_card("Day Wolf // Night Wolf"), find_card("Night Wolf")
        battle = find_card("Siege of Testing")
        assert mage is not None
        assert bear is not None
        assert front is not None
        assert back is not None
        assert battle is not None
        assert (mage.power, mage.keywords, mage.colors) == (2, ("flying",), ("U",))
        assert bear.keywords == ()
        assert (front.name, front.power) == ("Day Wolf", 3)
        assert (back.keywords, back.mana_value) == (("menace",), 3)
        assert battle.defense == 4
        held = find_in_hand("Insight Mage")
        assert held is not None
        assert held.cycling[0].cost == "{U}"


class TestFiles:
    @pytest.mark.parametrize("pack", [gzip.compress, lzma.compress, bz2.compress])
    @pytest.mark.parametrize("data", [SCRYFALL, ATOMIC])
    def test_packed_files_are_known_by_their_content(
        self, pack: Any, data: Any, tmp_path: Path, store: Path
    ) -> None:
        path = tmp_path / "whatever"
        path.write_bytes(pack(json.dumps(data).encode()))
        expected = "scryfall" if data is SCRYFALL else "mtgjson"
        assert import_cards(path).source == expected

    @pytest.mark.parametrize(
        ("content", "message"),
        [
            (b"", "it is no JSON"),
            (b"name,power", "it is no JSON"),
            (b"[]", "there is no card"),
            (b'[{"foo": 1}]', "no list of Scryfall's card objects"),
            (b'{"data": {"LEA": {"cards": []}}}', "no AtomicCards file"),
            (b'{"meta": {}}', "no AtomicCards file"),
            (json.dumps(SCRYFALL).encode()[:-40], "damaged or cut off"),
            (gzip.compress(json.dumps(SCRYFALL).encode())[:-40], "cannot read"),
            (lzma.compress(json.dumps(SCRYFALL).encode())[:-40], "cannot read"),
        ],
    )
    def test_a_file_at_fault_leaves_the_store_as_it_was(
        self, content: bytes, message: str, mtgjson: Imported, tmp_path: Path
    ) -> None:
        path = tmp_path / "bad"
        path.write_bytes(content)
        with pytest.raises(DocumentError, match=message):
            import_cards(path)
        assert find_card("Plain Bear")
        assert [each.name for each in mtgjson.place.parent.iterdir()] == ["cards.sqlite"]

    def test_a_file_is_read_as_a_stream(self, tmp_path: Path) -> None:
        path = tmp_path / "cards.json"
        many = [creature(f"Copy {k}", "1/1", "") for k in range(5_000)]
        path.write_text(json.dumps(many)[:-100], encoding="utf-8")
        read: list[int] = []
        _, faces = read_faces(path, read.append)
        assert next(faces).name == "Copy 0"
        assert max(read) < path.stat().st_size / 2
        with pytest.raises(DocumentError, match="damaged or cut off"):
            list(faces)


class _Publisher(BaseHTTPRequestHandler):
    """Answers as the publishers do."""

    packed = lzma.compress(json.dumps(ATOMIC).encode())
    cut_off = False
    checksum = hashlib.sha256(packed).hexdigest()
    asked: ClassVar[list[tuple[str, str | None, str | None]]] = []

    def do_GET(self) -> None:
        self.asked.append((self.path, self.headers["User-Agent"], self.headers["Accept"]))
        host = f"http://{self.headers['Host']}"
        bulk = {
            "object": "list",
            "data": [
                {"type": "default_cards", "download_uri": f"{host}/all.json"},
                {"type": "oracle_cards", "download_uri": f"{host}/oracle.json"},
            ],
        }
        answers = {
            "/bulk-data": json.dumps(bulk).encode(),
            "/oracle.json": json.dumps(SCRYFALL).encode(),
            "/AtomicCards.json.xz": self.packed,
            "/AtomicCards.json.xz.sha256": f"{self.checksum}\n".encode(),
            "/empty": b"{}",
        }
        body = answers.get(self.path)
        if body is None:
            self.send_error(404)
            return
        self.send_response(200)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        is_data = self.path in ("/oracle.json", "/AtomicCards.json.xz")
        self.wfile.write(body[:100] if self.cut_off and is_data else body)

    def log_message(self, format: str, *args: Any) -> None:
        pass


@pytest.fixture
def publisher(monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """Run a server on this machine and give its address."""
    monkeypatch.setattr(_Publisher, "asked", [])
    server = ThreadingHTTPServer(("127.0.0.1", 0), _Publisher)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    server.server_close()
    thread.join()


class TestFetching:
    def test_scryfall_says_where_its_file_is(self, publisher: str, store: Path) -> None:
        seen: list[str] = []
        found = update_cards(
            "scryfall", f"{publisher}/bulk-data", show=lambda what, done, total: seen.append(what)
        )
        assert found.source == "scryfall"
        assert find_card("Sturdy Guard")
        assert [path for path, _, _ in _Publisher.asked] == ["/bulk-data", "/oracle.json"]
        assert all(str(agent).startswith("overrun/") for _, agent, _ in _Publisher.asked)
        assert all(accept for _, _, accept in _Publisher.asked)
        assert {"fetching", "reading"} == set(seen)

    def test_mtgjson_gives_a_checksum(self, publisher: str, store: Path) -> None:
        assert update_cards("mtgjson", f"{publisher}/AtomicCards.json.xz").faces == 5

    def test_a_wrong_checksum_leaves_the_store_as_it_was(
        self, publisher: str, scryfall: Imported, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(_Publisher, "checksum", "0" * 64)
        with pytest.raises(DocumentError, match="SHA-256"):
            update_cards("mtgjson", f"{publisher}/AtomicCards.json.xz")
        assert find_card("Sturdy Guard")

    @pytest.mark.parametrize("source", ["scryfall", "mtgjson"])
    def test_an_interrupted_download_leaves_the_store_as_it_was(
        self, source: str, publisher: str, scryfall: Imported, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(_Publisher, "cut_off", True)
        path = {"scryfall": "bulk-data", "mtgjson": "AtomicCards.json.xz"}[source]
        with pytest.raises(DocumentError, match="interrupted after 100"):
            update_cards(source, f"{publisher}/{path}")
        assert find_card("Sturdy Guard")
        assert [each.name for each in scryfall.place.parent.iterdir()] == ["cards.sqlite"]

    @pytest.mark.parametrize(
        ("path", "message"),
        [("/nothing", "status 404"), ("/empty", "does not say where the bulk data")],
    )
    def test_an_address_without_data(
        self, path: str, message: str, publisher: str, store: Path
    ) -> None:
        with pytest.raises(DocumentError, match=message):
            update_cards("scryfall", publisher + path)
        assert not store.exists()

    def test_an_address_that_is_no_web_address(self, store: Path) -> None:
        with pytest.raises(DocumentError, match="no address of the web"):
            update_cards("scryfall", "file:///etc/hostname")

    def test_nobody_answers(self, store: Path) -> None:
        with pytest.raises(DocumentError, match="cannot fetch"):
            update_cards("mtgjson", "http://127.0.0.1:9/AtomicCards.json.xz")


class TestCommands:
    def test_import_and_search(self, tmp_path: Path, store: Path) -> None:
        path = tmp_path / "oracle.json.gz"
        path.write_bytes(gzip.compress(json.dumps(SCRYFALL).encode()))
        run = CliRunner().invoke(app, ["cards", "import", str(path)])
        assert run.exit_code == 0
        assert "24 cards and faces of scryfall" in run.stdout
        assert "left out: 1 tokens" in run.stdout
        run = CliRunner().invoke(app, ["cards", "search", "siege tower", "--json"])
        (card,) = json.loads(run.stdout)["cards"]
        assert card["properties"] == {"assigns": "toughness"}
        assert card["from"] == "imported"
        assert len(card["not_understood"]) == 1
        run = CliRunner().invoke(app, ["cards", "search", "ash cyc"])
        assert "cycling {2}" in run.stdout
        assert "foretell {1}{W}" in run.stdout
        run = CliRunner().invoke(app, ["cards", "search", "stomp"])
        assert run.stdout == "Stomp {1}{R}: instant, adventure (imported)\n"
        run = CliRunner().invoke(app, ["cards", "search", "tarmogoyf"])
        assert run.stdout.startswith("Tarmogoyf {2}{G}: */1+* (imported)\n")
        run = CliRunner().invoke(app, ["cards", "search", "wide guard"])
        assert run.stdout.startswith("Wide Guard {2}{G}: 1/4, max blocks any number (imported)")

    def test_update_asks_the_same_publisher_again(self, publisher: str, mtgjson: Imported) -> None:
        address = f"{publisher}/AtomicCards.json.xz"
        run = CliRunner().invoke(app, ["cards", "update", "--address", address, "--json"])
        assert run.exit_code == 0
        assert json.loads(run.stdout)["source"] == "mtgjson"

    def test_another_place_for_the_store(self, tmp_path: Path, store: Path) -> None:
        path = tmp_path / "atomic.json"
        path.write_text(json.dumps(ATOMIC), encoding="utf-8")
        other = tmp_path / "other.sqlite"
        run = CliRunner().invoke(app, ["cards", "import", str(path), "--store", str(other)])
        assert run.exit_code == 0
        assert other.exists()
        assert not store.exists()
        run = CliRunner().invoke(app, ["cards", "search", "plain bear", "--store", str(other)])
        assert run.stdout == "Plain Bear {1}{G}: 2/2 (imported)\n"

    def test_faults(self, store: Path, tmp_path: Path) -> None:
        run = CliRunner().invoke(app, ["cards", "import", str(tmp_path / "none.json")])
        assert run.exit_code == 2
        run = CliRunner().invoke(app, ["cards", "search", "qqqqqqqq"])
        assert run.exit_code == 1


class TestSearch:
    def test_beginnings_come_first_and_short_names_before_long_ones(
        self, scryfall: Imported
    ) -> None:
        names = [card.name for card in search_cards("walker", 50)]
        assert names[0] == "Walker"
        assert [card.name for card in search_cards("sturdy g")] == ["Sturdy Guard"]
        assert [card.name for card in search_cards("sturdie guard", 1)] == ["Sturdy Guard"]

    def test_the_limit_holds(self, store: Path) -> None:
        assert len(search_cards("a", 3)) == 3
