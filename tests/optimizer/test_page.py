"""The web page in a real browser, used as a person does; values by hand."""

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from typing import Any

import pytest

sync_api = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
pytest.importorskip("fastapi", reason="the extra 'service' is not installed")

from playwright.sync_api import Browser, Page, expect  # noqa: E402

expect.set_options(timeout=20_000)  # a loaded machine is no fault of the page

NAMES = ("chromium", "chromium-browser", "google-chrome")


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    command = [sys.executable, "-m", "optimizer", "serve", "--port", "0", "--workers", "1"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as service:
        assert service.stdout is not None
        line = service.stdout.readline().decode()
        found = re.search(r"http://\S+?(?=;)", line)
        assert found, line
        try:
            yield found.group()
        finally:
            service.terminate()


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    path = next((found for name in NAMES if (found := shutil.which(name))), None)
    if path is None:
        reason = f"no browser: none of {', '.join(NAMES)} is installed"
        if os.environ.get("OVERRUN_REQUIRE_BROWSER"):
            pytest.fail(reason)
        pytest.skip(reason)
    with sync_api.sync_playwright() as playwright:
        # Its own sandbox needs rights that a container does not have.
        started = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        yield started
        started.close()


@pytest.fixture
def page(browser: Browser, address: str) -> Iterator[Page]:
    with browser.new_context(viewport={"width": 1280, "height": 900}) as context:
        context.grant_permissions(["clipboard-read", "clipboard-write"])
        problems: list[str] = []
        yield opened(context.new_page(), address, problems)
        assert problems == []


def opened(page: Page, address: str, problems: list[str]) -> Page:
    """Open the page, and note what goes wrong in it and whom it asks but the service."""
    page.on("pageerror", lambda error: problems.append(str(error)))
    page.on(
        "request",
        lambda asked: None if asked.url.startswith(address) else problems.append(asked.url),
    )
    page.goto(address)
    page.set_default_timeout(20_000)
    expect(answer(page)).to_contain_text("Proven best")
    return page


def card(page: Page, name: str) -> Any:
    return page.locator(f'#sides [data-id="{name}"]')


def answer(page: Page) -> Any:
    return page.locator("#answer")


def add(page: Page, side: str, name: str, numbers: str = "", *keywords: str) -> None:
    """Add a creature to a player's side, as a person does it with the mouse and by typing."""
    page.get_by_role("region", name=f"{side}'s side").get_by_role(
        "button", name="+ creature"
    ).click()
    editor = page.get_by_role("region", name="the chosen card")
    editor.get_by_label("card name, or any name").fill(name)
    editor.get_by_label("card name, or any name").press("Tab")
    expect(editor.get_by_role("heading", name=name, exact=True)).to_be_visible()
    if numbers:
        power, toughness = numbers.split("/")
        editor.get_by_label("power").fill(power)
        editor.get_by_label("toughness").fill(toughness)
    for keyword in keywords:
        editor.get_by_role("button", name=keyword, exact=True).click()
    editor.get_by_role("button", name="Done").click()


def drag(page: Page, one: str, other: str) -> None:
    card(page, one).drag_to(card(page, other))


def only_player_damage(page: Page) -> None:
    question = page.get_by_role("region", name="the question")
    for number in (3, 2):
        question.get_by_role("button", name=f"remove objective {number}").click()
    expect(question.get_by_label("objective 1", exact=True)).to_have_value("player_damage")


def objective(page: Page, name: str) -> Any:
    return answer(page).locator("tr", has_text=name)


class TestBuildingABoard:
    def test_by_mouse(self, page: Page) -> None:
        """510.1e, 702.19b: the first attacker's damage is lethal to X, so all 5 go through."""
        only_player_damage(page)
        add(page, "A", "first", "4/4")
        add(page, "A", "trampler", "5/5", "trample")
        add(page, "A", "last", "4/4")
        add(page, "B", "X", "0/4")
        add(page, "B", "Y", "5/4")
        for attacker in ("first", "trampler", "last"):
            drag(page, attacker, "B")
        drag(page, "X", "first")
        drag(page, "X", "trampler")
        drag(page, "Y", "last")
        expect(objective(page, "player_damage")).to_contain_text("5")
        expect(objective(page, "player_damage")).to_contain_text("proven")
        expect(answer(page)).to_contain_text("B: life 20 → 15")
        expect(card(page, "X")).to_have_class(re.compile("dies"))
        expect(card(page, "trampler")).not_to_have_class(re.compile("dies"))
        # The picture has an arrow with the number.
        expect(page.locator("#picture svg")).to_contain_text("5")

    def test_card_names(self, page: Page) -> None:
        add(page, "A", "Horta")
        expect(card(page, "Horta")).to_contain_text("7/6")
        expect(card(page, "Horta")).to_contain_text("trample")
        page.get_by_role("region", name="A's side").get_by_role("button", name="+ creature").click()
        page.get_by_label("card name, or any name").press_sequentially("battle ma")
        expect(page.locator('#cards option[value="Battle Mammoth"]')).to_have_count(1)

    def test_by_keyboard_alone(self, page: Page) -> None:
        page.get_by_role("region", name="A's side").get_by_role("button", name="+ creature").focus()
        page.keyboard.press("Enter")
        page.keyboard.type("giant")
        page.keyboard.press("Tab")
        expect(page.get_by_role("heading", name="giant")).to_be_visible()
        page.get_by_label("power").focus()
        page.keyboard.press("Control+A")
        page.keyboard.type("6")
        page.get_by_label("attacks", exact=True).focus()
        page.keyboard.press("B")
        page.keyboard.press("Escape")
        expect(card(page, "giant")).to_be_focused()
        expect(card(page, "giant")).to_contain_text("6/2")
        expect(card(page, "giant")).to_contain_text("attacks B")
        page.keyboard.press("Delete")
        expect(card(page, "giant")).to_have_count(0)

    def test_what_cannot_be_connected_says_why(self, page: Page) -> None:
        add(page, "A", "giant", "6/6")
        add(page, "B", "bear", "2/2")
        drag(page, "bear", "giant")
        expect(page.locator("#said")).to_have_text("giant is not attacking.")

    def test_faults_stand_at_their_card(self, page: Page) -> None:
        """704.5f: a creature with toughness 0 would not be there."""
        add(page, "A", "giant", "6/6")
        add(page, "B", "ghost", "1/0")
        expect(card(page, "ghost")).to_contain_text("704.5f")
        expect(card(page, "ghost")).to_have_attribute("aria-invalid", "true")
        expect(card(page, "giant")).not_to_contain_text("704.5f")
        expect(answer(page)).to_contain_text("cannot be answered yet")
        card(page, "ghost").click()
        page.get_by_label("toughness").fill("1")
        page.get_by_label("toughness").press("Tab")
        expect(card(page, "ghost")).not_to_contain_text("704.5f")
        expect(answer(page)).to_contain_text("Proven best")


BOARD = "giant: 6/6 trample <- bear: 2/2, wall: 0/3; knight: 2/2 -> B"


def read(page: Page, text: str) -> None:
    if not page.locator("#source").is_visible():
        page.get_by_text("as text: the short notation or JSON").click()
    page.get_by_label("a combat as text").fill(text)
    page.get_by_role("button", name="Read this").click()


class TestQuestions:
    def test_alternatives_trade_off_and_why_not(self, page: Page) -> None:
        """702.19b: 5 of the giant's 6 are lethal damage; one and the knight's 2 get through."""
        read(page, BOARD)
        expect(objective(page, "player_damage")).to_contain_text("3")
        page.get_by_text("wishes, alternatives, trade-off, why not").click()
        page.get_by_label("how can it be, or why not?").fill("player_damage >= 4")
        page.get_by_label("all best answers").check()
        page.get_by_label("the second best").check()
        page.get_by_label("trade-off", exact=True).check()
        expect(answer(page)).to_contain_text("player_damage >= 4: not possible")
        expect(answer(page)).to_contain_text("702.19b")
        expect(answer(page)).to_contain_text("1 best answer")
        expect(answer(page)).to_contain_text("The second best")
        trade_off = answer(page).locator("table", has_text="the trade-off")
        expect(trade_off.locator("tbody tr")).to_have_text("37")

    def test_blocks_are_put_on_the_board(self, page: Page) -> None:
        read(page, "giant: 6/6 -> B; wall: 0/7; B: life 6")
        page.get_by_label("Block best").check()
        expect(answer(page)).to_contain_text("wall blocks giant")
        page.get_by_role("button", name="Put this on the board").click()
        expect(card(page, "wall")).to_contain_text("blocks giant")

    def test_attack(self, page: Page) -> None:
        read(page, "giant: 6/6 -> B; B: life 6")
        page.get_by_label("Attack best").check()
        page.get_by_label("play well").check()
        expect(answer(page)).to_contain_text("giant attacks B")
        expect(answer(page)).to_contain_text("win")

    def test_tricks(self, page: Page) -> None:
        """702.19b: with Shock's 2 the wall takes the giant's 5; the pumped bear's 5 get through."""
        read(page, "giant: 5/5 trample <- wall: 0/7; bear: 2/2 -> B")
        card(page, "A").click()
        page.get_by_text("mana and cards, for combat tricks").click()
        page.get_by_label("mana", exact=True).fill("R G")
        page.get_by_label("hand, one card a line").fill("Giant Growth\nShock")
        page.get_by_role("button", name="Done").click()
        page.get_by_label("Use tricks best").check()
        expect(answer(page)).to_contain_text("A casts Giant Growth on bear after blocks (1 G)")
        expect(objective(page, "player_damage")).to_contain_text("5")
        page.get_by_label("Assign the damage best").check()
        expect(objective(page, "player_damage")).to_contain_text("2")

    def test_an_assignment_of_ones_own_is_judged(self, page: Page) -> None:
        """702.19b: with 1 on bear nothing may go past it."""
        read(page, "giant: 6/6 trample <- bear: 2/2")
        expect(objective(page, "player_damage")).to_contain_text("4")
        page.get_by_text("change it, and have it judged").click()
        page.get_by_label("damage from giant to bear").fill("1")
        page.get_by_label("damage from giant to B", exact=True).fill("5")
        page.get_by_role("button", name="Is this legal?").click()
        verdict = page.locator(".verdict")
        expect(verdict).to_contain_text("not legal")
        expect(verdict).to_contain_text("702.19b")


class TestTextAndLinks:
    def test_a_link_holds_the_whole_combat(self, page: Page, browser: Browser) -> None:
        read(page, BOARD)
        only_player_damage(page)
        expect(objective(page, "player_damage")).to_contain_text("3")
        page.get_by_role("button", name="Copy link").click()
        expect(page.locator("#said")).to_have_text("Copied.")
        link = page.evaluate("navigator.clipboard.readText()")
        with browser.new_context() as other:
            found = other.new_page()
            found.goto(link)
            expect(card(found, "bear")).to_contain_text("blocks giant")
            expect(objective(found, "player_damage")).to_contain_text("3")
            expect(found.get_by_label("objective 2", exact=True)).to_have_count(0)

    def test_a_damaged_link(self, page: Page, address: str) -> None:
        page.goto(f"{address}/#combat=nonsense")
        expect(page.locator("#said")).to_have_text("This link is damaged: it holds no combat.")

    def test_text_in_and_out(self, page: Page) -> None:
        read(page, BOARD)
        expect(card(page, "bear")).to_contain_text("blocks giant")
        page.get_by_role("button", name="Copy as notation").click()
        expect(page.locator("#said")).to_have_text("Copied.")
        notation = page.evaluate("navigator.clipboard.readText()")
        page.get_by_role("button", name="Copy as JSON").click()
        expect(page.get_by_label("a combat as text")).to_have_value(re.compile('"version": 1'))
        page.get_by_role("button", name="New").click()
        expect(card(page, "bear")).to_have_count(0)
        read(page, notation)
        expect(card(page, "bear")).to_contain_text("blocks giant")

    def test_text_at_fault(self, page: Page) -> None:
        read(page, "giant: 6/6 trampel -> B")
        expect(page.locator("#source-faults")).to_contain_text("trampel")


class TestForEverybody:
    def test_a_phone(self, browser: Browser, address: str) -> None:
        with browser.new_context(
            viewport={"width": 360, "height": 740}, has_touch=True, is_mobile=True
        ) as context:
            page = opened(context.new_page(), address, [])
            page.get_by_label("example").select_option("Cards")
            expect(objective(page, "player_damage")).to_contain_text("3")
            expect(card(page, "Battle Mammoth")).to_contain_text("blocks Boldwyr Heavyweights")
            wide = page.evaluate("document.documentElement.scrollWidth")
            assert wide <= 360, "the page is wider than the phone"

    @pytest.mark.parametrize("scheme", ["light", "dark"])
    def test_contrast_and_names(self, browser: Browser, address: str, scheme: Any) -> None:
        axe = pytest.importorskip("axe_playwright_python.sync_playwright")
        with browser.new_context(color_scheme=scheme, bypass_csp=True) as context:
            page = opened(context.new_page(), address, [])
            read(page, BOARD)
            expect(objective(page, "player_damage")).to_contain_text("3")
            card(page, "giant").click()
            found = axe.Axe().run(page)
            assert found.violations_count == 0, found.generate_report()
