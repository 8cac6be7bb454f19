"""Game states of Forge's: written here after the public format, none copied."""

import json
from pathlib import Path

import pytest

from engine import DocumentError, card_store, read_combat
from engine.combat import Combat
from engine.objects import Creature

PUZZLE = """\
[metadata]
Name:Over the walls
Goal:Win
Description:humanlife=99 is no line of the state
[state]
# a comment; humanlife=1
HumanLife=12
AILife=6
aicounters=POISON=2
turn=5
ActivePlayer=human
ActivePhase=COMBAT_DECLARE_ATTACKERS
humanlibrary=
humanbattlefield=Serra Angel|Set:M10|Attacking|Counters:P1P1=2;Grizzly Bears|Attacking:7|Damage:1|\
Tapped;Forest|Tapped;Grizzly Bears|SummonSick|IsCommander
aibattlefield=Rhox|Id:3|Tapped;Ajani Goldmane|Id:7|Counters:LOYALTY=2;Snow-Covered Forest
"""


def state(human: str = "", ai: str = "", *more: str) -> Combat:
    """Read a state of two players with these battlefields."""
    lines = [
        "humanlife=20",
        "ailife=20",
        "activeplayer=human",
        f"humanbattlefield={human}",
        f"aibattlefield={ai}",
        *more,
    ]
    return read_combat("\n".join(lines))


def only(combat: Combat) -> Creature:
    (creature,) = combat.groups
    return creature


class TestPuzzle:
    def test_players_and_phase(self) -> None:
        combat = read_combat(PUZZLE)
        assert combat.active_player == "human"
        human, ai = combat.players["human"], combat.players["ai"]
        assert (human.life, ai.life, human.poison, ai.poison) == (12, 6, 0, 2)
        assert combat.notes == ()

    def test_permanents(self) -> None:
        combat = read_combat(PUZZLE)
        angel, bear, second, rhox = combat.groups
        assert (angel.power, angel.toughness, angel.attacking) == (6, 6, "ai")
        assert "flying" in angel.keywords
        assert (bear.id, bear.attacking, bear.damage, bear.tapped) == (
            "Grizzly Bears",
            "Ajani Goldmane",
            1,
            True,
        )
        assert (second.id, second.summoning_sick, second.commander, second.attacks) == (
            "Grizzly Bears (2)",
            True,
            True,
            False,
        )
        assert (rhox.controller, rhox.tapped) == ("ai", True)
        assert combat.planeswalkers["Ajani Goldmane"].loyalty == 2

    def test_a_file_is_read_by_its_content(self, tmp_path: Path) -> None:
        path = tmp_path / "over.pzl"
        path.write_text("\ufeff" + PUZZLE, encoding="utf-8")
        assert read_combat(path) == read_combat(PUZZLE)

    def test_the_old_name_of_the_battlefield_and_a_dump_without_sections(self) -> None:
        combat = read_combat("humanlife=3\nailife=4\nactiveplayer=ai\naiplay=Rhox|Attacking")
        assert only(combat).attacking == "human"
        assert combat.active_player == "ai"

    def test_numbered_players(self) -> None:
        combat = read_combat("p0life=3\np1life=4\nactiveplayer=p1\np1battlefield=Rhox|Attacking:2"
                             "\np0battlefield=Ajani Goldmane|Id:2")  # fmt: skip
        assert only(combat).attacking == "Ajani Goldmane"
        assert set(combat.players) == {"p0", "p1"}

    def test_other_texts_are_what_they_were(self) -> None:
        assert read_combat("2/2 <- 3/3").notes == ()
        assert read_combat('"a=b": 2/2').groups[0].id == "a=b"


class TestEntries:
    @pytest.mark.parametrize(
        ("counters", "size"),
        [("P1P1=3", (5, 5)), ("M1M1=1", (1, 1)), ("P2P0=1,P0P1=2", (4, 4)), ("P1M1=1", (3, 1))],
    )
    def test_counters_on_power_and_toughness(self, counters: str, size: tuple[int, int]) -> None:
        bear = only(state(f"Grizzly Bears|Counters:{counters}"))
        assert (bear.power, bear.toughness) == size

    def test_keyword_and_shield_counters(self) -> None:
        bear = only(state("Grizzly Bears|Counters:FIRST_STRIKE=1,SHIELD=2"))
        assert bear.keywords == ("first strike",)
        assert bear.shield_counters == 2

    def test_a_token_with_everything_written_out(self) -> None:
        combat = state(
            "t:Soldier,P:2,T:1,Cost:no cost,Color:white,Types:Artifact-Creature-Soldier,"
            "Keywords:First Strike-Flying,Image:w_1_1_soldier|Attacking"
        )
        token = only(combat)
        assert (token.power, token.toughness, token.colors) == (2, 1, ("W",))
        assert token.types == ("artifact", "soldier")
        assert token.keywords == ("first strike", "flying")
        assert combat.notes == ()

    def test_a_token_by_the_name_of_its_script(self) -> None:
        combat = state("t:wb_1_3_a_spirit_first_strike_flying")
        token = only(combat)
        assert (token.power, token.toughness, token.colors) == (1, 3, ("W", "B"))
        assert token.types == ("artifact", "spirit")
        assert token.keywords == ("first strike", "flying")
        assert "only the name is read" in combat.notes[0]

    def test_a_token_that_is_no_creature(self) -> None:
        assert state("t:Treasure,P:0,T:0,Types:Artifact-Treasure,Keywords:").groups == ()

    def test_708_2a_a_face_down_creature_is_a_2_2_without_abilities(self) -> None:
        down = only(state("Serra Angel|FaceDown:Manifested|Attacking"))
        assert (down.power, down.toughness, down.keywords, down.card) == (2, 2, (), None)

    def test_a_battle_is_protected_by_the_opponent(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        import_file(
            tmp_path, monkeypatch,
            {"name": "Invasion", "type_line": "Battle \u2014 Siege", "defense": "5"},
        )  # fmt: skip
        combat = state("Invasion|Id:4|Counters:DEFENSE=3;Grizzly Bears|Attacking:4")
        battle = combat.battles["Invasion"]
        assert (battle.controller, battle.protector, battle.defense) == ("human", "ai", 3)
        assert only(combat).attacking == "Invasion"


def import_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *records: object) -> None:
    """Import cards into a store of the test's own."""
    from optimizer.cards.importing import import_cards

    monkeypatch.setenv(card_store.VARIABLE, str(tmp_path / "cards.sqlite"))
    path = tmp_path / "cards.json"
    path.write_text(json.dumps(records), encoding="utf-8")
    import_cards(path)


class TestImportedCards:
    def test_what_is_attached_gives_what_its_text_says(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        import_file(
            tmp_path,
            monkeypatch,
            {
                "name": "Rancor",
                "type_line": "Enchantment \u2014 Aura",
                "oracle_text": "Enchant creature\nEnchanted creature gets +2/+0 and has trample.",
            },
            {
                "name": "Odd Hammer",
                "type_line": "Artifact \u2014 Equipment",
                "oracle_text": "Equipped creature has power equal to nine.\nEquip {1}",
            },
        )
        combat = state("Grizzly Bears|Id:2|Attacking;Rancor|AttachedTo:2")
        bear = only(combat)
        assert (bear.power, bear.toughness, bear.keywords) == (4, 2, ("trample",))
        assert combat.notes == ()
        combat = state("Grizzly Bears|Id:2;Odd Hammer|Attaching:2")
        assert only(combat).power == 2
        assert any("what Odd Hammer gives Grizzly Bears is not known" in n for n in combat.notes)

    def test_the_other_face(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        face = {"type_line": "Creature \u2014 Human", "power": "1", "toughness": "1"}
        import_file(
            tmp_path,
            monkeypatch,
            {
                "name": "Day // Night",
                "layout": "transform",
                "card_faces": [face | {"name": "Day"}, face | {"name": "Night", "power": "6"}],
            },
        )
        assert only(state("Day|Transformed")).power == 6
        assert only(state("Day")).power == 1


class TestWhatIsNotUnderstood:
    @pytest.mark.parametrize(
        ("entry", "note"),
        [
            ("Nobody Knows Me", "an unknown card"),
            ("Grizzly Bears|PhasedOut", "phased out"),
            ("Grizzly Bears|Frobnicate:3", "'Frobnicate:3' is not understood"),
            ("Grizzly Bears|Counters:STUN=1", "stun counters are left out"),
            ("Nobody Knows Me|AttachedTo:9", "attached to nothing that is there"),
            ("Serra Angel|Transformed", "its other face is not known"),
        ],
    )
    def test_it_is_noted_with_its_place(self, entry: str, note: str) -> None:
        notes = state(entry).notes
        assert any(note in each and each.startswith("line 4, entry 1") for each in notes)

    def test_lines(self) -> None:
        combat = state("", "", "humanhand=Shock;Bolt", "aicounters=ENERGY=2", "weather=rain")
        assert [note.partition(": ")[2] for note in combat.notes] == [
            "cards in hand are left out: Shock;Bolt",
            "energy counters of ai are left out",
            "'weather' is not understood",
        ]

    def test_what_is_missing_is_said(self) -> None:
        combat = read_combat("humanbattlefield=Grizzly Bears")
        assert combat.players["ai"].life == 20
        assert len(combat.notes) == 3

    def test_notes_make_no_other_combat(self) -> None:
        assert state("Grizzly Bears", "", "weather=rain") == state("Grizzly Bears")


class TestFaults:
    def test_every_fault_has_its_line(self) -> None:
        with pytest.raises(DocumentError) as caught:
            read_combat(
                "humanlife=many\nactiveplayer=nobody\nhumanbattlefield=Nobody|Attacking;"
                "Grizzly Bears|Damage:x|Counters:P1P1=y"
            )
        assert [fault.path for fault in caught.value.faults] == [
            "line 1",
            "line 2",
            "line 3, entry 1 (Nobody)",
            "line 3, entry 2 (Grizzly Bears)",
            "line 3, entry 2 (Grizzly Bears)",
        ]

    def test_faults_of_the_combat_have_their_entry(self) -> None:
        with pytest.raises(DocumentError) as caught:
            state("Grizzly Bears|Damage:2", "Rhox|Attacking")
        first, second = caught.value.faults
        assert (first.path, first.rule) == ("line 4, entry 1 (Grizzly Bears)", "704.5g")
        assert second.path == "line 5, entry 1 (Rhox)"

    def test_508_1b_an_attack_on_nothing(self) -> None:
        with pytest.raises(DocumentError, match="has the Id 8"):
            state("Grizzly Bears|Attacking:8")
