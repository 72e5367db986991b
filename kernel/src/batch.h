// Many games at once, on as many threads as asked for; the result does not depend on how many.
#pragma once

#include <array>
#include <functional>

#include "game.h"
#include "min_plays.h"

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

// Calls work(thread, from, to) for parts of 0..n.
void in_parts(uint64_t n, int threads, const std::function<void(int, uint64_t, uint64_t)>& work);

// Random play from one position, or (without) from a fresh deal for each game.
Tally playouts(const Table& t, const std::optional<Position>& start, uint64_t n, uint64_t seed,
               int threads);
// Random games with all that comes before the play; GameRules may ask for wild cards.
Tally full_playouts(const Patterns& patterns, const GameRules& rules, uint64_t n, uint64_t seed,
                    int threads);

// Whole games of one policy with itself, in plain arrays.
enum class Policy : uint8_t { RANDOM, FEWEST };

struct Recorded {
    std::vector<Packed> hands;      // three a game, as played: the landlord's with the bottom
    std::vector<uint8_t> landlord;  // one a game
    std::vector<uint8_t> winner;    // who went out
    std::vector<uint32_t> start;    // one a game, and the end: where its moves begin
    std::vector<Packed> cards;      // 0: a pass
    std::vector<uint16_t> combos;
    std::vector<uint8_t> seats;
};

Recorded selfplay(const Table& t, const MinPlays& min, Policy policy, uint64_t n, uint64_t seed,
                  int threads);

// The move of the policy FEWEST: as few plays left as possible, then low cards; NO_MOVE: a pass.
MoveId fewest_move(const Table& t, const MinPlays& min, Levels hand, const Combo* to_beat,
                   bool partner_played, int least_of_others);

}  // namespace dizhu
