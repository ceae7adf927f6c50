"""A desk to measure at: a server, a browser, a table of Mega Civilization with its board full of pieces."""

import atexit
import json
import tempfile
from pathlib import Path

from browser import find as find_browser
from playwright.sync_api import WebSocketRoute, sync_playwright

from tests.browser.conftest import FLAGS
from tests.browser.house import House
from tests.browser.test_budgets import crowded
from tests.browser.window import Window

CHANGED = 50

MOVE = """([how, frames]) => new Promise((done) => {
    const board = document.querySelector('.board');
    const say = (target, Kind, type, more) => target.dispatchEvent(
        new Kind(type, {bubbles: true, cancelable: true, view: window, clientX: 500, clientY: 450, ...more}));
    let n = 0;
    if (how === 'pan') say(board, MouseEvent, 'mousedown', {button: 0, buttons: 1});
    const step = () => {
        if (n++ === frames) {
            if (how === 'pan') say(window, MouseEvent, 'mouseup', {});
            done();
            return;
        }
        const s = n / 60;
        if (how === 'pan') say(window, MouseEvent, 'mousemove',
            {buttons: 1, clientX: 500 + 200 * Math.sin(4 * s), clientY: 450 + 90 * Math.cos(5 * s)});
        else say(board, WheelEvent, 'wheel', {deltaY: 24 * Math.sin(3 * s)});
        requestAnimationFrame(step);
    };
    requestAnimationFrame(step);
})"""


class Desk:
    def __init__(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.house = House(Path(folder.name)).start()
        self.playwright = sync_playwright().start()
        self.browser = self.playwright.chromium.launch(
            executable_path=find_browser() or "chromium", args=FLAGS
        )
        self.window = Window(self.browser, self.house.url, animate=True)
        self.sockets: list[WebSocketRoute] = []
        self.version = 0
        self.step = 0
        self.window.as_guest("Ada")
        self.table = self.window.new_table(title="Mega Civilization")
        self._fill()

        def leave() -> None:
            self.browser.close()
            self.playwright.stop()
            self.house.stop()
            folder.cleanup()

        atexit.register(leave)

    def _fill(self) -> None:
        ask = self.window.context.request
        view = ask.get(f"{self.house.url}/api/tables/{self.table}/sync").json()["view"]
        board = ask.get(f"{self.house.url}/api/boards/{view['table']['board']}").json()["board"]
        self.areas = [place["id"] for place in board["places"] if place["inPlay"] and not place["sea"]][
            :CHANGED
        ]

        def socket(route: WebSocketRoute) -> None:
            server = route.connect_to_server()
            self.sockets.append(route)

            def pass_on(text: str | bytes) -> None:
                frame = json.loads(text)
                if frame["t"] == "sync" and frame["view"]:
                    crowded(frame["view"], board["places"])
                    self.version = frame["version"]
                    route.send(json.dumps(frame))

            server.on_message(pass_on)

        self.window.page.route_web_socket("**/ws/tables/*", socket)
        self.open()

    def open(self) -> None:
        page = self.window.page
        page.goto("about:blank")
        self.window.go(f"table/{self.table}")
        page.wait_for_function("() => document.querySelectorAll('.board .piece').length > 100", polling=10)

    def move(self, how: str, frames: int) -> None:
        self.window.page.evaluate(MOVE, [how, frames])

    def change(self) -> None:
        self.step += 1
        changes: list[object] = [
            [["table", "realms", 0, "tokens", str(area)], 6 + self.step % 9] for area in self.areas
        ]
        changes.append([["version"], self.version + 1])
        frame = {
            "t": "delta", "since": self.version, "version": self.version + 1, "gone": [], "changes": changes,
            "cut": None, "log": [],
        }  # fmt: skip
        self.version += 1
        self.sockets[-1].send(json.dumps(frame))
        self.window.page.wait_for_function(
            "(version) => document.querySelector('.play').dataset.version === version",
            arg=str(self.version),
            polling=1,
        )
