"""What may go wrong with the store itself; what a caller did wrong is in `app.ports`."""


class StoreError(Exception):
    """The database cannot be used: the message says why."""


class UnknownEvent(StoreError):
    """A stored event of a type that this program does not know, or of a form it cannot read."""
