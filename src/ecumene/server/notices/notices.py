"""Who is to be told what, and when. (Being written: as yet nobody is told anything.)"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ecumene.server.people.people import People
    from ecumene.server.settings import Settings
    from ecumene.server.store.engine import Store
    from ecumene.server.tables.house import House
    from ecumene.server.tables.live import LiveTable


class Notices:
    def __init__(self, settings: Settings, store: Store, people: People) -> None:
        self.settings = settings

    def start(self, house: House) -> None:
        pass

    async def stop(self) -> None:
        pass

    def consider(self, table: LiveTable) -> None:
        pass

    push_key = ""

    def send_link(self, mail: str, base: str) -> None:
        pass

    async def subscribe(self, user_id: str, subscription: object) -> None:
        pass

    async def unsubscribe(self, user_id: str) -> None:
        pass
