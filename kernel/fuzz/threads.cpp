// Threads that do everything at once with the same tables, for the thread sanitizer. The argument is
// how many rounds.
#include <cstdio>
#include <cstdlib>
#include <thread>
#include <vector>

#include "../src/envs.h"
#include "../src/selfplay.h"
#include "../src/shared.h"
#include "../src/solve.h"

using namespace dizhu;

namespace {

struct Results {
    uint64_t plays = 0, moves = 0, nodes = 0, fewest = 0, games = 0;
    bool operator==(const Results& o) const {
        return plays == o.plays && moves == o.moves && nodes == o.nodes && fewest == o.fewest && games == o.games;
    }
};

// The rules are looked up here, by every thread: the first ones make them.
Results all_at_once(Switches switches, uint64_t seed) {
    const std::shared_ptr<const Shared> shared_rules = shared(switches);
    const Table& t = shared_rules->table;
    const MinPlays& min = shared_rules->min_plays();
    Halt never;
    Results r;
    r.plays = playouts(t, {}, 100, seed, 2, never).plays;
    r.moves = selfplay(t, min, Policy::FEWEST, 2, seed, 2, never).cards.size();
    Rng rng(seed);
    for (int i = 0; i < 4; ++i) {
        Endgame e;
        const Position p = fresh(rng);
        for (size_t s = 0; s < 3; ++s) {
            r.fewest += uint64_t(min(p.hands[s]));
            const Mask some = at_least(p.hands[s], 1);
            e.hands[s] = fill(some & (0x1249U << s), 1) & ~Levels(JOKERS);
            if (!e.hands[s]) e.hands[s] = fill(1U << s, 1);
        }
        r.nodes += solve(t, min, e, {500, 0}, never).nodes;
    }
    GameRules rules;
    rules.deal.wild = rules.raises = true;
    const Patterns patterns{std::shared_ptr<const Table>(shared_rules, &t), false, true};
    r.games = full_playouts(patterns, rules, 4, seed, 2, never).plays;
    return r;
}

}  // namespace

int main(int argc, char** argv) {
    const int rounds = argc > 1 ? std::atoi(argv[1]) : 20;
    for (int round = 0; round < rounds; ++round) {
        const Switches switches{bool(round & 1), bool(round & 2), bool(round & 4), bool(round & 8), bool(round & 16)};
        std::vector<Results> results(4);
        std::vector<std::thread> threads;
        for (Results& r : results)
            threads.emplace_back([&r, switches, round] { r = all_at_once(switches, uint64_t(round)); });
        for (std::thread& t : threads) t.join();
        for (const Results& r : results)
            if (!(r == results[0])) {
                std::fprintf(stderr, "round %d: the threads disagree\n", round);
                return 1;
            }
    }
    std::printf("%d passed, 0 failed\n", rounds);
}
