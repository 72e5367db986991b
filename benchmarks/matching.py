"""How long matching takes: `python -m benchmarks.matching`."""

import random
import statistics
import time

from dizhu.matchmaking import Ticket, groups

PEOPLE = 2000


def main() -> None:
    rng = random.Random(1)
    times, seated = [], 0
    for _ in range(20):
        names = [str(i) for i in range(PEOPLE)]
        tickets = [
            Ticket(name, rng.randrange(20_000), rng.randrange(21), frozenset(rng.sample(names, 2)))
            for name in names
        ]
        began = time.process_time()
        seated = 3 * len(groups(tickets, 20_000))
        times.append((time.process_time() - began) * 1000)
    median = statistics.median(times)
    print(f"{PEOPLE} tickets: {median:.1f} ms of processor time, {seated} people seated")


if __name__ == "__main__":
    main()
