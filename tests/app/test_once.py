"""A command is done once; its id stands for it and for nothing else."""

import asyncio

from dizhu.app.notices import Done, Refusal
from dizhu.app.once import REUSED, Once


def test_the_same_is_done_once_and_another_is_refused() -> None:
    async def scene() -> None:
        once, done = Once(), list[str]()

        async def work(name: str) -> Done | Refusal:
            await asyncio.sleep(0)
            done.append(name)
            return Refusal("no") if name == "bad" else Done(len(done))

        async def ask(name: str, command: str = "x", player: str = "p") -> Done | Refusal:
            return await once.do(player, command, (name,), lambda: work(name))

        answers = await asyncio.gather(ask("enter"), ask("enter"), ask("withdraw"))
        assert list(answers) == [Done(1), Done(1), REUSED]
        assert await ask("withdraw") == REUSED
        assert await ask("withdraw", player="q") == Done(2)
        assert await ask("bad", "y") == Refusal("no")
        assert await ask("good", "y") == Done(4), "nothing was done under this id"
        assert done == ["enter", "withdraw", "bad", "good"]

    asyncio.run(scene())
