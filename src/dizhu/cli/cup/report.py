"""What came of a cup, as JSON has it."""

from dataclasses import asdict
from typing import Any

from dizhu.cli.cup.runner import BEGINS_AT, Run
from dizhu.tournament.prizes import escrow
from dizhu.tournament.results import paid, results


def summary(run: Run) -> dict[str, Any]:
    """The figures of a cup that is over. `minutes`: on its own clock."""
    cup, awarded = run.cup, run.checks.awarded
    awards = awarded.awards if awarded else ()
    return {
        "seed": run.plan.seed,
        "phase": str(cup.phase),
        "reason": cup.reason,
        "entrants": len(cup.entrants),
        "bots_filled": sum(e.bot for e in cup.entrants.everybody()),
        "dropped_out": sum(e.gone for e in cup.entrants.everybody()),
        "hands": run.checks.hands,
        "tables": run.checks.last_table,
        "log_events": len(run.log),
        "restarts": run.restarted,
        "minutes": round((run.now - BEGINS_AT) / 60_000, 1),
        "rounds": [asdict(r) for r in cup.history],
        "escrow": escrow(cup),
        "shared": sum(a.share for a in awards),
        "kept": awarded.kept if awarded else 0,
        "house_beans": sum(a.beans for a in awards),
        "cards": sum(a.cards for a in awards),
        "ranks": [asdict(paid(row)) for row in results(cup)],
    }
