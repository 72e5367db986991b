"""Tickets become tables of three, by waiting time and level. Pure: the time is a parameter."""

from dizhu.matchmaking.matching import Policy, Ticket, company, groups

__all__ = ["Policy", "Ticket", "company", "groups"]
