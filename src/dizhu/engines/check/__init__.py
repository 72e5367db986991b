"""`dizhu engine check`: does a program keep to the protocol? Every rule of docs/engine-protocol.md
that can be seen from outside is tried; hands of every ruleset that it claims are played.
"""

from collections.abc import Callable

from dizhu.engines.check import hands, talking
from dizhu.engines.check.report import Check, Failed, Subject
from dizhu.engines.process import EngineFault

__all__ = ["check_engine"]


def check_engine(
    command: str, number: int, seed: str, budget_ms: int, say: Callable[[str], None]
) -> bool:
    """Try everything; `say` is told each check and the sum. True when all passed."""
    subject = Subject(command, number, seed, budget_ms / 1000)
    first, *others = talking.CHECKS
    passed = [_passed(first, subject, say)]
    if passed[0]:  # else it does not even start
        passed += [_passed(c, subject, say) for c in (*others, *hands.checks(subject))]
    if subject.times:
        say(f"slowest answer {1000 * max(subject.times):.0f} ms of {len(subject.times)}")
    say(f"{passed.count(True)} passed, {passed.count(False)} failed")
    return all(passed)


def _passed(check: Check, subject: Subject, say: Callable[[str], None]) -> bool:
    try:
        check.run(subject)
    except (Failed, EngineFault) as error:
        say(f"FAIL  {check.name}: {error}")
        return False
    say(f"ok    {check.name}")
    return True
