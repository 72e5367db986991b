"""The database's schema as numbered steps.

A step that has been released never changes; a new one is added.
"""

import sqlite3

from dizhu.store.errors import StoreError

STEPS: tuple[str, ...] = (
    """
    CREATE TABLE meta (key TEXT PRIMARY KEY, value INTEGER NOT NULL) STRICT, WITHOUT ROWID;

    CREATE TABLE tables (
        id TEXT PRIMARY KEY,
        room TEXT NOT NULL,
        live INTEGER NOT NULL CHECK (live IN (0, 1)),
        opened_at INTEGER NOT NULL,
        closed_at INTEGER
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX tables_live ON tables (id) WHERE live = 1;
    CREATE INDEX tables_closed ON tables (closed_at) WHERE live = 0;

    CREATE TABLE events (
        stream TEXT NOT NULL,
        version INTEGER NOT NULL,
        at INTEGER NOT NULL,
        type TEXT NOT NULL,
        data TEXT NOT NULL,
        PRIMARY KEY (stream, version)
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE commands (
        player TEXT NOT NULL,
        id TEXT NOT NULL,
        version INTEGER NOT NULL,
        at INTEGER NOT NULL,
        PRIMARY KEY (player, id)
    ) STRICT, WITHOUT ROWID;

    CREATE INDEX commands_at ON commands (at);

    CREATE TABLE accounts (
        id TEXT PRIMARY KEY,
        beans INTEGER NOT NULL CHECK (beans >= 0 OR id LIKE 'house:%')
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE transfers (
        id TEXT PRIMARY KEY,
        debit TEXT NOT NULL,
        credit TEXT NOT NULL,
        beans INTEGER NOT NULL CHECK (beans > 0),
        reason TEXT NOT NULL,
        at INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE players (
        id TEXT PRIMARY KEY,
        name TEXT NOT NULL,
        locale TEXT NOT NULL,
        kind TEXT NOT NULL CHECK (kind IN ('guest', 'bot')),
        created_at INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE sessions (
        id TEXT PRIMARY KEY,
        player TEXT NOT NULL REFERENCES players (id),
        expires_at INTEGER NOT NULL,
        revoked INTEGER NOT NULL DEFAULT 0
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX sessions_expire ON sessions (expires_at);
    """,
    """
    CREATE TABLE hands (
        id TEXT PRIMARY KEY,
        stream TEXT NOT NULL,
        hand_no INTEGER NOT NULL,
        room TEXT NOT NULL,
        ruleset TEXT NOT NULL,
        first_version INTEGER NOT NULL,
        last_version INTEGER NOT NULL,
        previous_first INTEGER,
        started_at INTEGER NOT NULL,
        ended_at INTEGER NOT NULL,
        how TEXT NOT NULL,
        unit TEXT NOT NULL,
        landlord INTEGER,
        winner TEXT,
        spring TEXT,
        multiplier INTEGER NOT NULL,
        UNIQUE (stream, hand_no)
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE hand_seats (
        hand TEXT NOT NULL REFERENCES hands (id),
        seat INTEGER NOT NULL,
        ended_at INTEGER NOT NULL,
        player TEXT NOT NULL,
        name TEXT NOT NULL,
        bot INTEGER NOT NULL,
        role TEXT,
        won INTEGER,
        delta INTEGER NOT NULL,
        bombs INTEGER NOT NULL,
        PRIMARY KEY (hand, seat)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX hand_seats_player ON hand_seats (player, ended_at, hand) WHERE bot = 0;

    CREATE TABLE tallies (
        player TEXT NOT NULL,
        ruleset TEXT NOT NULL,
        week INTEGER NOT NULL,
        landlord INTEGER NOT NULL,
        landlord_won INTEGER NOT NULL,
        peasant INTEGER NOT NULL,
        peasant_won INTEGER NOT NULL,
        beans INTEGER NOT NULL,
        multiplier INTEGER NOT NULL,
        bombs INTEGER NOT NULL,
        springs INTEGER NOT NULL,
        PRIMARY KEY (player, ruleset, week)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX tallies_week ON tallies (week);

    CREATE INDEX transfers_debit ON transfers (debit, at);
    CREATE INDEX transfers_credit ON transfers (credit, at);
    """,
    """
    CREATE TABLE people (
        id TEXT PRIMARY KEY,
        name TEXT NOT NULL,
        locale TEXT NOT NULL,
        kind TEXT NOT NULL CHECK (kind IN ('guest', 'member', 'bot', 'gone')),
        created_at INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    INSERT INTO people SELECT id, name, locale, kind, created_at FROM players;

    CREATE TABLE logins (
        player TEXT PRIMARY KEY REFERENCES people (id),
        skeleton TEXT NOT NULL UNIQUE,
        password TEXT NOT NULL,
        changed_at INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE sign_ins (
        id TEXT PRIMARY KEY,
        player TEXT NOT NULL REFERENCES people (id),
        expires_at INTEGER NOT NULL,
        revoked INTEGER NOT NULL DEFAULT 0,
        created_at INTEGER NOT NULL DEFAULT 0,
        seen_at INTEGER NOT NULL DEFAULT 0,
        address TEXT NOT NULL DEFAULT '',
        device TEXT NOT NULL DEFAULT ''
    ) STRICT, WITHOUT ROWID;
    INSERT INTO sign_ins (id, player, expires_at, revoked, created_at, seen_at)
        SELECT id, player, expires_at, revoked,
            max(0, expires_at - 15552000000), max(0, expires_at - 15552000000)
        FROM sessions;

    DROP TABLE sessions;
    DROP TABLE players;
    ALTER TABLE people RENAME TO players;
    ALTER TABLE sign_ins RENAME TO sessions;
    CREATE INDEX sessions_expire ON sessions (expires_at);
    CREATE INDEX sessions_player ON sessions (player);
    """,
    """
    CREATE TABLE friend_rooms (
        id TEXT PRIMARY KEY,
        expires_at INTEGER NOT NULL,
        data TEXT NOT NULL
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE blocks (
        player TEXT NOT NULL,
        blocked TEXT NOT NULL,
        at INTEGER NOT NULL,
        PRIMARY KEY (player, blocked)
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE reports (
        id INTEGER PRIMARY KEY,
        at INTEGER NOT NULL,
        reporter TEXT NOT NULL,
        reported TEXT NOT NULL,
        place TEXT NOT NULL,
        reason TEXT NOT NULL,
        said TEXT NOT NULL
    ) STRICT;
    CREATE INDEX reports_at ON reports (at);
    """,
    """
    CREATE TABLE roles (
        player TEXT PRIMARY KEY REFERENCES players (id),
        role TEXT NOT NULL CHECK (role IN ('operator')),
        at INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE sanctions (
        player TEXT NOT NULL,
        kind TEXT NOT NULL CHECK (kind IN ('ban', 'mute')),
        until INTEGER,
        reason TEXT NOT NULL,
        imposed_by TEXT NOT NULL,
        at INTEGER NOT NULL,
        PRIMARY KEY (player, kind)
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE announcements (
        id TEXT PRIMARY KEY,
        zh TEXT NOT NULL,
        en TEXT NOT NULL,
        at INTEGER NOT NULL,
        expires_at INTEGER NOT NULL,
        withdrawn INTEGER NOT NULL CHECK (withdrawn IN (0, 1))
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE report_closings (
        report INTEGER PRIMARY KEY REFERENCES reports (id),
        at INTEGER NOT NULL,
        closed_by TEXT NOT NULL,
        outcome TEXT NOT NULL CHECK (outcome IN ('acted', 'dismissed')),
        note TEXT NOT NULL
    ) STRICT;
    CREATE INDEX reports_reported ON reports (reported);

    CREATE TABLE audit (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        at INTEGER NOT NULL,
        operator TEXT NOT NULL,
        action TEXT NOT NULL,
        target TEXT NOT NULL,
        reason TEXT NOT NULL,
        details TEXT NOT NULL,
        command TEXT NOT NULL,
        UNIQUE (operator, command)
    ) STRICT;
    CREATE TRIGGER audit_never_changes BEFORE UPDATE ON audit
    BEGIN
        SELECT RAISE(ABORT, 'the audit log is only ever added to');
    END;
    CREATE TRIGGER audit_never_shrinks BEFORE DELETE ON audit
    BEGIN
        SELECT RAISE(ABORT, 'the audit log is only ever added to');
    END;
    """,
    """
    CREATE TABLE cups (
        id TEXT PRIMARY KEY,
        key TEXT NOT NULL,
        zh TEXT NOT NULL,
        en TEXT NOT NULL,
        phase TEXT NOT NULL,
        live INTEGER NOT NULL CHECK (live IN (0, 1)),
        private INTEGER NOT NULL CHECK (private IN (0, 1)),
        opened_at INTEGER NOT NULL,
        finished_at INTEGER,
        entrants INTEGER NOT NULL,
        champion TEXT,
        reason TEXT
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX cups_live ON cups (id) WHERE live = 1;
    CREATE INDEX cups_finished ON cups (finished_at, id) WHERE live = 0;

    CREATE TABLE cup_ranks (
        cup TEXT NOT NULL,
        rank INTEGER NOT NULL,
        player TEXT NOT NULL,
        bot INTEGER NOT NULL CHECK (bot IN (0, 1)),
        score INTEGER NOT NULL,
        beans INTEGER NOT NULL,
        cards INTEGER NOT NULL,
        badge TEXT NOT NULL,
        PRIMARY KEY (cup, rank)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX cup_ranks_player ON cup_ranks (player, cup) WHERE bot = 0;

    CREATE TABLE holdings (
        account TEXT NOT NULL,
        what TEXT NOT NULL,
        count INTEGER NOT NULL CHECK (count >= 0 OR account LIKE 'house:%'),
        PRIMARY KEY (account, what)
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE moves (
        id TEXT PRIMARY KEY,
        debit TEXT NOT NULL,
        credit TEXT NOT NULL,
        what TEXT NOT NULL,
        count INTEGER NOT NULL CHECK (count > 0),
        reason TEXT NOT NULL,
        at INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX moves_debit ON moves (debit, at);
    CREATE INDEX moves_credit ON moves (credit, at);
    """,
    # What public boards count: hands for beans. Those for points can be arranged among friends.
    """
    ALTER TABLE tallies ADD COLUMN rated INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE tallies ADD COLUMN rated_won INTEGER NOT NULL DEFAULT 0;
    UPDATE tallies SET (rated, rated_won) = (
        SELECT count(*), coalesce(sum(s.won), 0)
        FROM hand_seats AS s JOIN hands ON hands.id = s.hand
        WHERE s.player = tallies.player AND s.bot = 0 AND s.role IS NOT NULL
            AND hands.unit = 'beans' AND hands.ruleset = tallies.ruleset
            AND (s.ended_at + 288000000) / 604800000 = tallies.week
    );
    """,
    # What was said before a complaint stood there as a line of text, with the speaker's name.
    """
    UPDATE reports SET said = (
        SELECT coalesce(json_group_array(json_object(
            'at', CAST(substr(value, 1, instr(value, ' ') - 1) AS INTEGER),
            'player', substr(value, instr(value, ' ') + 1,
                instr(substr(value, instr(value, ' ') + 1), ' ') - 1),
            'kind', substr(value, instr(value, ' [') + 2,
                instr(value, '] ') - instr(value, ' [') - 2),
            'what', substr(value, instr(value, '] ') + 2)
        )), '[]') FROM json_each(said)
    );
    """,
    # Who was in a cup to its end, and has he put the news of it away? Of earlier cups that were
    # cancelled nobody knows.
    """
    CREATE TABLE cup_ends (
        player TEXT NOT NULL,
        cup TEXT NOT NULL,
        beans INTEGER NOT NULL,
        cards INTEGER NOT NULL,
        seen INTEGER NOT NULL CHECK (seen IN (0, 1)),
        PRIMARY KEY (player, cup)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX cup_ends_cup ON cup_ends (cup, player);
    INSERT INTO cup_ends SELECT player, cup, 0, 0, 1 FROM cup_ranks WHERE bot = 0
        AND NOT EXISTS (SELECT 1 FROM events WHERE stream = cup AND type = 'cup_departed'
            AND json_extract(data, '$.player') = cup_ranks.player);
    """,
)


def migrate(connection: sqlite3.Connection) -> int:
    """Bring the database to the newest schema, each step in a transaction; how many were made.

    Raises StoreError for a database that a newer program has written.
    """
    version: int = connection.execute("PRAGMA user_version").fetchone()[0]
    if version > len(STEPS):
        raise StoreError(
            f"the database has schema {version}, this program knows {len(STEPS)}: "
            "it was written by a newer dizhu"
        )
    for number, step in enumerate(STEPS[version:], version + 1):
        _apply(connection, number, step)
    return len(STEPS) - version


def _apply(connection: sqlite3.Connection, number: int, step: str) -> None:
    """executescript would commit by itself first, so the statements are run one by one."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        for statement in _statements(step):
            connection.execute(statement)
        connection.execute(f"PRAGMA user_version = {number}")
    except BaseException:
        connection.execute("ROLLBACK")
        raise
    connection.execute("COMMIT")


def _statements(step: str) -> list[str]:
    statements, text = [], ""
    for line in step.splitlines(keepends=True):
        text += line
        if sqlite3.complete_statement(text):
            statements.append(text.strip())
            text = ""
    assert not text.strip(), "a step ends with a whole statement"
    return statements
