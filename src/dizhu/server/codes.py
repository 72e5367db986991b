"""Every code with which the server refuses something, over the socket or HTTP. Clients own the
words; the list is written for ours (`client/src/core/codes.ts`), whose tests demand words for each.
"""

from dizhu.friends.state import FriendCode
from dizhu.rules.errors import Code
from dizhu.table.state import TableCode
from dizhu.tournament.errors import CupCode

_COMING_IN = (
    "banned",
    "busy",
    "draining",
    "foreign_origin",
    "header_missing",
    "internal",
    "rate_limited",
    "storage_failed",
    "unauthorized",
)
_REQUESTS = ("bad_message", "bad_request", "no_method", "not_found", "too_large", "too_slow")
_ACCOUNTS = (
    "at_table",
    "name_characters",
    "name_long",
    "name_reserved",
    "name_short",
    "name_taken",
    "not_registered",
    "password_common",
    "password_long",
    "password_short",
    "registered_already",
    "wrong_login",
    "wrong_password",
)
_LOBBY = (
    "already_seated",
    "gift_taken",
    "hand_running",
    "no_relief_left",
    "not_broke",
    "not_queued",
    "not_seated",
    "room_changed",
    "too_many_beans",
    "unknown_room",
    "unknown_table",
)
_TALK = ("bad_text", "chat_off", "muted", "nobody_there", "too_many_blocked")
_WATCHING = ("no_table", "not_watchable", "too_many_watchers")
_RECORDS = ("hand_gone", "hand_secret", "no_board", "no_hand")
_CUPS = (
    "bad_cup",
    "command_reused",
    "cup_table",
    "in_other_cup",
    "no_champion",
    "no_cup",
    "not_finished",
    "not_operator",
    "own_prizes",
    "too_many_cups",
)

PLAYER_CODES: tuple[str, ...] = tuple(
    sorted(
        {str(code) for kind in (Code, TableCode, FriendCode, CupCode) for code in kind}
        | {*_COMING_IN, *_REQUESTS, *_ACCOUNTS, *_LOBBY, *_TALK, *_WATCHING, *_RECORDS, *_CUPS}
    )
)
"""What a player may be answered."""

OPERATOR_CODES: tuple[str, ...] = (
    "bad_amount",
    "day_spent",
    "host_only",
    "is_operator",
    "no_announcement",
    "no_player",
    "no_report",
    "no_server",
    "no_text",
    "not_sanctioned",
    "operator_already",
    "report_closed",
    "too_many_announcements",
    "until_far",
    "until_past",
)
"""What an operator alone may be answered, besides."""
