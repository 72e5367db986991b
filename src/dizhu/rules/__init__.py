"""The rules of one hand, pure: no clock, no randomness, no input or output (docs/rules.md)."""
