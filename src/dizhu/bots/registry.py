"""The bots there are. To add one: one file and one line here."""

from dizhu.bots.bot import Factory
from dizhu.bots.random_bot import RandomBot
from dizhu.bots.rule_bot import RuleBot
from dizhu.bots.search_bot import SearchBot

BOTS: dict[str, Factory] = {"random": RandomBot, "rule": RuleBot, "search": SearchBot}
