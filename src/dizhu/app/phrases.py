"""What can be said by its id; the client has the words and the pictures."""

PHRASES: dict[str, frozenset[str]] = {
    "quick": frozenset(
        ("hurry", "nice", "bomb", "sorry", "careful", "mine", "luck", "again", "thanks", "bye")
    ),
    "emote": frozenset(("smile", "laugh", "cry", "angry", "sweat", "cool", "flower", "tea")),
}
"""The ids of each kind of saying."""
