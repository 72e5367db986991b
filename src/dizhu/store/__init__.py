"""The log of every table, the accounts and the players, kept in SQLite."""
