"""What handlers are given by name: Litestar wants it said of each parameter that it is not from the request."""

from __future__ import annotations

from litestar.di import NamedDependency

from ecumene.server.people import sessions
from ecumene.server.tables import history, house, sandbox
from ecumene.server.web import asker, meters

House = NamedDependency[house.House]
Sessions = NamedDependency[sessions.Sessions]
History = NamedDependency[history.History]
Sandboxes = NamedDependency[sandbox.Sandboxes]
Meters = NamedDependency[meters.Meters]
Asker = NamedDependency[asker.Asker]
