"""The use cases: lobby, tables, players and their beans, over the ports in `ports.py`."""
