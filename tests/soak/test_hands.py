"""A short run of the soak of hands; the long one is `make soak-hands`."""

from pathlib import Path

import pytest

from dizhu.app.table_runner import TableRunner
from dizhu.app.wallet import Wallet
from tests.soak import virtual_time
from tests.soak.hands import Settings, soak


def test_people_come_drop_escape_and_the_books_stay_whole(tmp_path: Path) -> None:
    """F68, F71, F86, F97, F115, L6, L7."""
    report = soak(Settings(60, people=30, seed="short", refuse=0.002, sample=0.5), tmp_path)
    assert report.wrong == []
    assert report.hands >= 60
    assert report.hands_audited > 0
    assert report.refused_by_disk > 0
    for what in ("drops", "reconnects", "take-overs", "escape", "repeated", "forged: not_in_hand"):
        assert report.figures[what] > 0, what


def test_it_finds_beans_from_nowhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A soak that cannot fail shows nothing."""
    beans = Wallet.beans

    async def one_more(wallet: Wallet, players: list[str]) -> tuple[int, ...]:
        if (await beans(wallet, players))[0]:
            await wallet._store.writer.run(  # type: ignore[attr-defined]
                lambda c: c.execute("UPDATE accounts SET beans = beans + 1 WHERE id = 'house:bots'")
            )
        return await beans(wallet, players)

    monkeypatch.setattr(Wallet, "beans", one_more)
    report = soak(Settings(2, people=6, refuse=0), tmp_path)
    assert any("not to 0" in line for line in report.wrong)


def test_it_finds_a_table_that_stands_still(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """F70, L2: a runner that sleeps past its clocks."""

    async def asleep(runner: TableRunner) -> None:
        await runner._wake.wait()

    monkeypatch.setattr(TableRunner, "_sleep", asleep)
    report = soak(Settings(50, people=9, refuse=0), tmp_path)
    assert any("a clock is late" in line for line in report.wrong)


def test_it_finds_a_loop_that_never_lets_time_pass(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(TableRunner, "_due", lambda _runner: [])
    monkeypatch.setattr(virtual_time, "MOST_WITHOUT_TIME", 10_000)
    report = soak(Settings(50, people=9, refuse=0), tmp_path)
    assert report.wrong == ["time stands still"]
