"""HTTP and WebSocket: decode, find the seat by the session, encode. No rule lives here."""
