"""Programs outside that play: JSON lines over standard input and output (docs/engine-protocol.md),
and Botzone's JSON. Both ways: theirs sit at our tables, our bots run there.
"""
