"""Bots and hints. They see an `Observation`, what one seat may know, and nothing else."""

from dizhu.bots.bot import Bot, Factory, Seed
from dizhu.bots.hints import hints
from dizhu.bots.pick import pick_cards
from dizhu.bots.registry import BOTS
from dizhu.bots.sweep import sweep

__all__ = ["BOTS", "Bot", "Factory", "Seed", "hints", "pick_cards", "sweep"]
