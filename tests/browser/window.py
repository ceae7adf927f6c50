"""A browser window with its own cookies, that remembers all that came over the network and all complaints."""

from __future__ import annotations

from playwright.sync_api import Browser, ConsoleMessage, Error, Page, Request, Response, WebSocket

from tests.browser.person import Person

WIDE = (1440, 900)
PHONE = (390, 844)


class Window:
    def __init__(
        self, browser: Browser, url: str, *, size: tuple[int, int] = WIDE, touch: bool = False, night: bool = False,
        listen: bool = False, ignore: tuple[str, ...] = (), animate: bool = False,
    ) -> None:  # fmt: skip
        self.url = url
        self.ignore = ignore
        self.troubles: list[str] = []
        self.heard: list[str] = []
        """Every frame of a socket that this window was sent, if it listens."""
        self.asked: list[str] = []
        """Every address that this window asked for."""
        self._responses: list[Response] = []
        self.context = browser.new_context(
            viewport={"width": size[0], "height": size[1]}, has_touch=touch, is_mobile=touch,
            color_scheme="dark" if night else "light", reduced_motion="no-preference" if animate else "reduce",
            base_url=url, accept_downloads=True, permissions=["clipboard-read", "clipboard-write"],
        )  # fmt: skip
        self.context.set_default_timeout(15_000)
        self.page: Page = self.context.new_page()
        self.page.on("console", self._console)
        self.page.on("pageerror", self._error)
        self.page.on("request", self._request)
        if listen:
            self.page.on("response", self._response)
            self.page.on("websocket", self._socket)

    def close(self) -> None:
        self.context.close()

    def person(self, chance: int = 1) -> Person:
        return Person(self.page, chance)

    def go(self, path: str = "") -> Page:
        self.page.goto(f"{self.url}/#/{path}")
        return self.page

    def as_guest(self, name: str) -> None:
        """Come in with a name, by the page for it."""
        page = self.go("me")
        page.get_by_role("textbox", name="Your name").first.fill(name)
        page.get_by_role("button", name="Come in").click()
        page.locator(".hero .row").wait_for()

    def new_table(
        self, *, turns: int = 0, scenario: str = "", friends: bool = False, pace: str = "",
        title: str = "Western Empires",
    ) -> str:  # fmt: skip
        """A new table by its form; answers the table's key."""
        page = self.go("new")
        self.choose_title(title)
        page.get_by_label("Bots answer").select_option("at once")
        if turns:
            page.get_by_label("End after so many turns").fill(str(turns))
        if scenario:
            page.get_by_label("Scenario").select_option(scenario)
        if pace:
            page.get_by_label("Pace").select_option(pace)
        if friends:
            page.get_by_label("Friends, by a link").check()
        page.get_by_role("button", name="Open the table" if friends else "Start the game").click()
        page.wait_for_url("**/#/table/*")
        return page.url.rsplit("/", 1)[1]

    def choose_title(self, name: str) -> None:
        """In the form of a new table; its options come from the server."""
        radio = self.page.get_by_role("radio", name=name)
        radio.wait_for()
        if radio.is_checked():
            self.page.get_by_label("Scenario").wait_for()
            return
        with self.page.expect_response("**/api/titles/*"):
            radio.check()
        self.page.wait_for_timeout(100)

    def bodies(self) -> list[str]:
        """The bodies of all answers."""
        bodies = []
        for response in self._responses:
            kind = response.headers.get("content-type", "")
            if "json" in kind or "text" in kind or "octet" in kind:
                try:
                    bodies.append(response.text())
                except (Error, UnicodeDecodeError):  # a download, or gone with its page
                    continue
        return bodies

    def _console(self, message: ConsoleMessage) -> None:
        if message.type == "error" and not any(each in message.text for each in self.ignore):
            self.troubles.append(f"console: {message.text} ({message.location.get('url', '')})")

    def _error(self, error: Error) -> None:
        self.troubles.append(f"error: {error.message}\n{error.stack}")

    def _request(self, request: Request) -> None:
        self.asked.append(request.url)
        if not request.url.startswith((self.url, "data:", "blob:")):
            self.troubles.append(f"asked elsewhere: {request.url}")

    def _response(self, response: Response) -> None:
        self._responses.append(response)

    def _socket(self, socket: WebSocket) -> None:
        socket.on("framereceived", self._frame)

    def _frame(self, frame: str | bytes) -> None:
        self.heard.append(frame if isinstance(frame, str) else frame.decode("utf-8", "replace"))
