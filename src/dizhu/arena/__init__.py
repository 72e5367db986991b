"""Measures bots against one another: the same deals with the sides exchanged, figures with their
confidence intervals.
"""
