// Whole games of one policy with itself, in plain arrays.
#pragma once

#include <vector>

#include "batch.h"
#include "min_plays.h"

namespace dizhu {

enum class Policy : uint8_t { RANDOM, FEWEST };

// So many that `start` has room for all their moves.
constexpr uint64_t MOST_GAMES = 10'000'000;

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
                  int threads, Halt& halt);

// The move of the policy FEWEST: as few plays left as possible, then low cards; NO_MOVE: a pass.
MoveId fewest_move(const Table& t, const MinPlays& min, Levels hand, const Combo* to_beat,
                   bool partner_played, int least_of_others);

}  // namespace dizhu
