"""The generated files are what the protocol says."""

import re

from dizhu.server import protocol
from dizhu.tools import gen_types, typescript
from dizhu.tools.contract import Message, contract, parts


def test_the_files_are_fresh() -> None:
    assert gen_types.main(["--check"]) == 0


def test_every_message_has_an_interface_and_its_tag() -> None:
    text = typescript.render()
    for union in (protocol.ClientMessage, protocol.ServerMessage, protocol.ActionMessage):
        for struct in parts(union):
            body = re.search(rf"export interface {struct.__name__} \{{(.*?)\n\}}", text, re.DOTALL)
            assert body is not None
            assert f'type: "{struct.__struct_config__.tag}";' in body[1]


def test_no_two_messages_of_a_direction_have_a_tag_in_common() -> None:
    for union in (protocol.ClientMessage, protocol.ServerMessage, protocol.ActionMessage):
        tags = [struct.__struct_config__.tag for struct in parts(union)]
        assert len(set(tags)) == len(tags)


def test_everything_is_documented() -> None:
    for section in contract():
        for entry in section.entries:
            if isinstance(entry, Message):
                assert entry.doc, entry.name
