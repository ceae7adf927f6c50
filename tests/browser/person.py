"""Somebody at a browser: sees the page, clicks and types, and knows how to answer whatever is asked.

`Person.answer` takes any decision from what is on the screen, with the mouse: the plain list where there is nothing
better to do, the map and the sheets where a person would use them. It looks at no state but the page.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from random import Random

from playwright.sync_api import Locator, Page
from playwright.sync_api import TimeoutError as TooLate

ASKED = ".prompt[data-decision]"

# What waits for the next question: another decision than the last one, or the end.
_NEXT = """(last) => {
    const prompt = document.querySelector('.prompt');
    if (!prompt) return false;
    if (document.querySelector('section.sheet .end')) return 'over';
    if (!prompt.dataset.decision && prompt.innerText.includes('See the end')) return 'shut';
    const now = prompt.dataset.decision;
    const bar = document.querySelector('section.sheet .bar')?.textContent ?? '';
    if (prompt.dataset.kind === 'trade' && !bar.includes('I am done')) return false;
    return now !== undefined && now !== last ? now : false;
}"""

_POINT = """(area) => {
    const path = document.querySelector(`.board [data-area="${area}"]`);
    if (!path) return null;
    const box = path.getBoundingClientRect();
    for (const fine of [4, 12, 30])
        for (let n = 1; n < fine; n++)
            for (let m = 1; m < fine; m++) {
                const x = box.left + (box.width * n) / fine, y = box.top + (box.height * m) / fine;
                if (document.elementFromPoint(x, y) === path) return [x, y];
            }
    return null;
}"""

# What somebody hears who walks over the areas that can be chosen.
_WALK = """async () => {
    const heard = [];
    for (const area of document.querySelectorAll('.board .hits .can')) {
        area.focus({preventScroll: true});
        await new Promise((done) => setTimeout(done));
        heard.push(area.ariaLabel);
    }
    return heard;
}"""


class Stuck(AssertionError):
    """A question that the screen gives no way to answer."""


class Person:
    def __init__(self, page: Page, chance: int = 1) -> None:
        self.page = page
        self.random = Random(chance)
        self.answered: Counter[str] = Counter()
        self.last = ""
        self.built = 0
        self.bought: list[str] = []
        self.offers = 0
        self.before: Callable[[Person, str], None] | None = None
        """Called with the kind of each question before it is answered."""

    # -- what is on the screen ----------------------------------------------------------------------------------

    @property
    def prompt(self) -> Locator:
        return self.page.locator(".prompt")

    @property
    def kind(self) -> str:
        return self.prompt.get_attribute("data-kind") or ""

    @property
    def decision(self) -> str:
        return self.prompt.get_attribute("data-decision") or ""

    @property
    def over(self) -> bool:
        return self.page.locator("section.sheet .end").count() > 0

    def await_question(self, seconds: float = 30) -> str:
        """The next question's kind; "" when the game is over."""
        try:
            told = self.page.wait_for_function(_NEXT, arg=self.last, timeout=seconds * 1000).json_value()
        except TooLate:
            shown = self.page.locator(".prompt").inner_text()
            raise Stuck(f"after decision {self.last} nothing is asked. The prompt says:\n{shown}") from None
        if told == "shut":
            self.prompt.get_by_role("button", name="See the end").click()
        return "" if told in ("over", "shut") else self.kind

    def is_asked(self) -> bool:
        """Whether something is asked now that has not been answered."""
        told: object = self.page.evaluate(_NEXT, self.last)
        return told not in (False, "over", "shut")

    # -- answering ----------------------------------------------------------------------------------------------

    def play(self, until: Callable[[str], bool] = lambda _: False, most: int = 2000) -> str:
        """Answer question after question; stop before the first for which `until` is true, or at the end ("")."""
        for _ in range(most):
            kind = self.await_question()
            if not kind or until(kind):
                return kind
            self.answer(kind)
        raise Stuck(f"no end after {most} answers: {self.answered}")

    def answer(self, kind: str | None = None) -> None:
        kind = kind or self.kind
        if self.before is not None:
            self.before(self, kind)
        way = {
            "movement": self.move, "construction": self.construct, "trade": self.trade, "advances": self.buy,
        }.get(kind, self.plain)  # fmt: skip
        way()
        self.answered[kind] += 1

    def gone(self, decision: str, seconds: float = 15) -> bool:
        """Wait until an answer has taken effect; False if it was refused."""
        told = self.page.wait_for_function(
            """(last) => {
                if (document.querySelector('.prompt .refused, .sheet [role=alert]')) return 'refused';
                return document.querySelector('.prompt')?.dataset.decision !== last ? 'gone' : false;
            }""",
            arg=decision, timeout=seconds * 1000,
        ).json_value()  # fmt: skip
        if told == "gone":
            self.last = decision
        return bool(told == "gone")

    def plain(self) -> None:
        """Any decision, by its list."""
        decision, kind = self.decision, self.kind
        answer = self.prompt.locator(".answer")
        for attempt in range(6):
            if answer.locator("ul.places").count():
                self._spread(answer, attempt)
            elif answer.locator("ul.options input[type=checkbox]").count():
                self._pick(answer, attempt)
            elif answer.locator("ul.options button").count():
                buttons = answer.locator("ul.options button")
                usual = answer.locator("ul.options button.primary")
                (
                    usual
                    if attempt == 0 and usual.count()
                    else buttons.nth(self.random.randrange(buttons.count()))
                ).click()
            else:
                usual = answer.get_by_role("button", name="Do the usual")
                if not usual.count():
                    raise Stuck(f"{kind}: no way to answer\n{self.prompt.inner_text()}")
                usual.click()
            if self.gone(decision):
                return
        raise Stuck(f"{kind}: every answer is refused\n{self.prompt.inner_text()}")

    def _pick(self, answer: Locator, attempt: int) -> None:
        """Tick boxes until they are enough."""
        take = answer.locator("div.row button.primary")
        boxes = answer.locator("ul.options input[type=checkbox]")
        clear = answer.get_by_role("button", name="Clear")
        if clear.count():
            clear.click()
        order = list(range(boxes.count()))
        if attempt:
            self.random.shuffle(order)
        if attempt == 1:  # what the map says of these areas may be why
            told: list[str] = self.page.evaluate(_WALK)
            good = {label.split(".")[0] for label in told if "city site" in label}
            names = [text.strip() for text in answer.locator("ul.options label").all_inner_texts()]
            order.sort(key=lambda n: names[n] not in good)
        wanted = 0 if take.is_enabled() and attempt < 2 else 1
        ticked = 0
        for n in order:
            if ticked >= max(wanted, attempt - 1) and take.is_enabled():
                break
            if boxes.nth(n).is_enabled():
                boxes.nth(n).check()
                ticked += 1
        take.click()

    def _spread(self, answer: Locator, attempt: int) -> None:
        """Put units until they are enough. The usual is there already."""
        done = answer.locator("div.row button.primary")
        if attempt or not done.is_enabled():
            clear = answer.get_by_role("button", name="Clear")
            if attempt and clear.count():
                clear.click()
            more = answer.get_by_role("button", name=re.compile("^One more"))
            order = list(range(more.count()))
            if attempt:
                self.random.shuffle(order)
            for n in order:
                while more.nth(n).is_enabled() and not done.is_enabled():
                    more.nth(n).click()
        done.click()

    # -- the map ------------------------------------------------------------------------------------------------

    def where(self, area: int) -> tuple[float, float] | None:
        """A point of the window at which an area of the board can be tapped."""
        found = self.page.evaluate(_POINT, area)
        return (found[0], found[1]) if found else None

    def tap(self, area: int) -> None:
        """Tap an area on the map, where it lies in the window."""
        place = self.where(area)
        if place is None:
            raise Stuck(
                f"area {area} cannot be tapped: it is outside of the window, or something lies over it"
            )
        self.page.mouse.click(*place)

    def marked(self) -> list[int]:
        """The areas that can be chosen on the map now."""
        told: list[str] = self.page.locator(".board .hits .can").evaluate_all(
            "all => all.map(each => each.dataset.area)"
        )
        return [int(each) for each in told]

    def move(self) -> None:
        """One or two marches: spread where the population limit is overstepped, then done."""
        for _ in range(3):
            decision = self.decision
            froms = self.prompt.locator("details.froms")
            if not froms.count():
                break
            if froms.get_attribute("open") is None:
                froms.locator("summary").click()
            crowds = [
                (n, int(re.findall(r"(\d+)\s*$", text)[0]))
                for n, text in enumerate(froms.locator("button").all_inner_texts())
            ]
            crowds = [each for each in crowds if each[1] > 1]
            if not crowds:
                break
            crowd = max(crowds, key=lambda each: each[1])
            froms.locator("button").nth(crowd[0]).click()
            panel = self.prompt.locator(".panel")
            panel.get_by_role("button", name="All", exact=True).click()
            for _ in range(crowd[1] // 2):
                panel.get_by_role("button", name="Fewer").click()
            to = panel.locator("ul.to > li > button:enabled")
            if not to.count():
                panel.get_by_role("button", name="Something else").click()
                break
            to.nth(self.random.randrange(to.count())).click()
            if not self.gone(decision):
                break
            other = self.prompt.get_by_role("button", name="Something else")
            if other.count():
                other.first.click()
        decision = self.decision
        self.prompt.get_by_role("button", name="End my movement").click()
        self.gone(decision)

    def construct(self) -> None:
        """Build the first city that can be paid for without loss of support."""
        decision = self.decision
        sites = self.prompt.locator("ul.sites button")
        for n in range(sites.count()):
            sites.nth(n).click()
            build = self.prompt.get_by_role("button", name="Build", exact=True)
            if build.is_enabled() and not self.prompt.locator(".panel .bad").count():
                build.click()
                if self.gone(decision):
                    self.built += 1
                    return  # what else can be built is the next question
        self.prompt.get_by_role("button", name="No more cities this turn").click()
        self.gone(decision)

    # -- the sheets ---------------------------------------------------------------------------------------------

    @property
    def sheet(self) -> Locator:
        return self.page.locator("section.sheet")

    def trade(self) -> None:
        """Offer once if the hand allows it, then be done."""
        decision = self.decision
        if self.offers < 2 and self.compose() and self.sheet.locator(".compose button.primary").is_enabled():
            self.sheet.locator(".compose button.primary").click()
            self.gone(decision)
            self.offers += 1
            decision = self.decision
        if self.kind == "trade":
            self.sheet.get_by_role("button", name="I am done").click()
            self.gone(decision)

    def compose(self, least: int = 3) -> bool:
        """Tap cards of the hand until there are enough; True if there are."""
        sets = self.sheet.locator(".mine button.set:not(.bad):enabled")
        tapped = 0
        for n in range(sets.count()):
            held = int(sets.nth(n).locator(".count").inner_text().split("/")[-1].strip("×"))
            for _ in range(min(held, least - tapped)):
                sets.nth(n).click()
                tapped += 1
        return tapped >= least

    def buy(self) -> None:
        """Whatever is cheapest and can be paid, one advance at a time."""
        decision = self.decision
        payable = self.sheet.get_by_role("checkbox", name="what I can pay")
        if payable.count() and not payable.is_checked():
            payable.check()
        goods = self.sheet.locator("button.advance:enabled:not(.inBasket):not(.dear)")
        if goods.count():
            name = goods.first.locator(".head b").inner_text()
            goods.first.click()
            buy = self.sheet.locator(".basket div.row button.primary")
            if buy.is_enabled():
                buy.click()
                if self.gone(decision):
                    self.bought.append(name)
                    return
        self.sheet.locator(".basket div.row button").last.click()
        self.gone(decision)
