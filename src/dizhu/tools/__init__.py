"""Programs for developers: they write files that are generated from the code."""
