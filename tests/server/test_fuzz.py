"""A short run of the fuzzer; the long one is `python -m benchmarks.fuzz_frames`."""

from benchmarks.fuzz_frames import run


async def test_no_frame_changes_or_stalls_anything() -> None:
    report = await run(frames=3000, seed=11)
    assert not report.changed
    assert report.errors == {}
    assert report.answered > 2000
    assert report.worst_gap < 2
