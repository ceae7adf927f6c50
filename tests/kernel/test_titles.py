"""Both example titles keep every promise; the counts say that each was put to the test."""

from ecumene.kernel.testing import check_title
from tests.kernel.titles.bazaar import BAZAAR
from tests.kernel.titles.frontier import FRONTIER


def test_bazaar() -> None:
    report = check_title(BAZAAR, seeds=range(3), seats=(2, 4), every=2)
    assert report.ended == report.games == 6
    assert min(
        report.sampled, report.listed, report.refused, report.strange, report.scrambled, report.forked,
        report.untold, report.waited, report.undone, report.bound, report.resumed, report.processes,
    ) > 0, report  # fmt: skip


def test_frontier() -> None:
    report = check_title(FRONTIER, seeds=range(3), seats=(2, 4), every=2)
    assert report.ended == report.games == 6
    assert min(
        report.sampled, report.listed, report.refused, report.strange, report.scrambled, report.forked,
        report.waited, report.undone, report.bound, report.resumed, report.processes,
    ) > 0, report  # fmt: skip
