"""The JSON of Botzone's game FightTheLandlord2 (斗地主·改), both ways: docs/bots.md.

A conversation is `{"requests": [...], "responses": [...]}`, one line. A request to bid has `own`
and the `bid`s so far; the first to play has `own`, `publiccard`, `landlord`, `pos`, `finalbid` and
`history`, the later ones `history` alone: what the two seats before have just done. The answer is
`{"response": 2}` for a bid of 0..3, `{"response": [8, 9]}` for cards, [] to pass. Cards are 0..53
as ours; suits do not matter there.

What reads and writes it imports the standard library, the rules and the bots only.
"""

KEEP_RUNNING = ">>>BOTZONE_REQUEST_KEEP_RUNNING<<<"
"""A bot that prints this line after an answer stays; it is then sent the new requests alone."""
MOST_BID = 3
