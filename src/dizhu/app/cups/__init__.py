"""Competitions that run: one writer for each, its tables, who is in it, what it moves.

The rules are in `dizhu.tournament`; here they meet the tables, the store and the clock.
"""
