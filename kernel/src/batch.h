// Many games at once, on as many threads as asked for; the result does not depend on how many.
#pragma once

#include <array>
#include <optional>

#include "game.h"
#include "parallel.h"

namespace dizhu {

struct Tally {
    uint64_t games = 0, landlord_wins = 0, plays = 0, passes = 0, bombs = 0, forced = 0;

    void operator+=(const Tally& o) {
        games += o.games;
        landlord_wins += o.landlord_wins;
        plays += o.plays;
        passes += o.passes;
        bombs += o.bombs;
        forced += o.forced;
    }
};

// Where play-outs begin: seat 0 is the landlord.
struct Position {
    std::array<Levels, 3> hands{};
    int turn = 0;
    std::optional<Combo> to_beat;
    int last = 0;  // who played it
};

// The first cards of a game, from random numbers: the landlord has 20.
Position fresh(Rng& rng);

// Random play from one position, or (without) from a fresh deal for each game.
Tally playouts(const Table& t, const std::optional<Position>& start, uint64_t n, uint64_t seed,
               int threads, Halt& halt);
// Random games with all that comes before the play; GameRules may ask for wild cards.
Tally full_playouts(const Patterns& patterns, const GameRules& rules, uint64_t n, uint64_t seed,
                    int threads, Halt& halt);

}  // namespace dizhu
