"""Counters for the operator, in Prometheus' text form."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

_BOUNDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0)


class Meters:
    def __init__(self) -> None:
        self.requests: Counter[tuple[str, int]] = Counter()
        self.seconds = 0.0
        self.buckets = [0] * (len(_BOUNDS) + 1)
        self.counts: Counter[str] = Counter()

    def request(self, path: str, status: int, seconds: float) -> None:
        kind = "api" if path.startswith("/api/") else "client"
        self.requests[kind, status] += 1
        self.seconds += seconds
        self.buckets[next((n for n, bound in enumerate(_BOUNDS) if seconds <= bound), len(_BOUNDS))] += 1

    def count(self, what: str) -> None:
        self.counts[what] += 1

    def text(self, gauges: Iterable[tuple[str, float]]) -> str:
        lines = [
            f'ecumene_requests_total{{kind="{kind}",status="{status}"}} {n}'
            for (kind, status), n in sorted(self.requests.items())
        ]
        running = 0
        for bound, n in zip([*map(str, _BOUNDS), "+Inf"], self.buckets, strict=True):
            running += n
            lines.append(f'ecumene_request_seconds_bucket{{le="{bound}"}} {running}')
        lines += [
            f"ecumene_request_seconds_sum {self.seconds:.6f}",
            f"ecumene_request_seconds_count {running}",
        ]
        lines += [f"ecumene_{what}_total {n}" for what, n in sorted(self.counts.items())]
        lines += [f"ecumene_{name} {value:g}" for name, value in gauges]
        return "\n".join(lines) + "\n"
