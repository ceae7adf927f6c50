"""What happened since one last looked: marked in the log, and told first on the sheet of the turn."""

from __future__ import annotations

import json

from playwright.sync_api import WebSocketRoute, expect

from tests.browser.conftest import OpenWindow
from tests.browser.house import House
from tests.browser.test_axe import faults


def test_since_one_last_looked(house: House, window: OpenWindow) -> None:
    here = window(house.url)
    here.as_guest("Ada")
    here.new_table(turns=2)
    page = here.page
    here.person().play(until=lambda asked: asked == "movement")
    page.get_by_role("tab", name="Log").first.click()
    border = page.locator(".log p.new")
    expect(page.locator(".log li").first).to_be_visible()
    expect(border).to_have_count(0)

    def six_missed(socket: WebSocketRoute) -> None:
        """As if the last six answers had come while nobody looked."""
        server = socket.connect_to_server()

        def on(told: str | bytes) -> None:
            frame = json.loads(told)
            if frame["t"] == "sync":
                frame["seen"] = frame["version"] - 6
            socket.send(json.dumps(frame))

        server.on_message(on)

    page.route_web_socket("**/ws/tables/*", six_missed)
    page.reload()
    page.get_by_role("tab", name="Log").first.click()
    expect(border).to_have_count(1)
    expect(border).to_have_text("↑ since you last looked")
    page.locator(".sheets button", has_text="This turn").click()
    fresh = page.locator("section.sheet .fresh")
    expect(fresh.get_by_role("heading")).to_have_text("since you last looked")
    expect(fresh.locator("li").first).to_be_visible()
    assert faults(page) == []
