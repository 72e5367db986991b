// Who wins an endgame when all cards are open: the landlord (seat 0 here) against the two others.
// Exact. Proof-number search; see solve.cpp.
#pragma once

#include <array>
#include <optional>

#include "generate.h"
#include "min_plays.h"
#include "parallel.h"

namespace dizhu {

struct Endgame {
    std::array<Levels, 3> hands{};  // seat 0 is the landlord
    int turn = 0;
    std::optional<Combo> to_beat;
    int last = 0;  // who played what is to beat
};

struct Limits {
    uint64_t nodes = 0;   // 0: none
    double seconds = 0;   // 0: none; no NaN
};

struct Solution {
    std::optional<bool> landlord_wins;  // none: a limit was reached
    bool has_move = false;              // the side to move wins, by `move` or a pass
    MoveId move = NO_MOVE;
    uint64_t nodes = 0;
};

// Ends with the limits, or when `halt` is asked for.
Solution solve(const Table& table, const MinPlays& min, const Endgame& endgame, Limits limits,
               Halt& halt);

}  // namespace dizhu
