// What a game depends on beside the patterns.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "deal.h"

namespace dizhu {

enum class RaiseScope : uint8_t { SIDE_ANY, SIDE_ALL, PER_PEASANT };

// The part of a ruleset that a game depends on; the names are those of dizhu.rules.Ruleset.
struct GameRules {
    bool given = false;  // no auction: the first bidder is the landlord
    bool blind = false;  // bid_mode
    DealRules deal;
    bool caller_last_chance = true;
    int call_factor = 1;
    bool shower_is_landlord_if_all_pass = true;  // all_pass_after_show
    bool forced_score = false;                   // all_pass
    int max_redeals = -1;
    int blind_factor = 2;
    bool blind_first_only = false;
    bool raises = false;
    int raise_factor = 2;
    RaiseScope raise_scope = RaiseScope::SIDE_ANY;
    int show_start = 0;   // 0: not offered
    int show_bottom = 0;  // 0: not offered
    bool show_bottom_if_none = false;
    bool first_show_locks = false;
    bool show_makes_landlord = false;
    bool doubling = true;
    bool bombs_add = false;  // bomb_scoring jj
    int rocket_factor = 2, spring_factor = 2, anti_spring_factor = 2;
    long long max_multiplier = -1;
    int initial = 1;
    std::vector<std::pair<std::string, int>> bottom_factors;
};

// Throws std::invalid_argument, which names the option, for one that no ruleset has.
void check(const GameRules& rules);

int bottom_factor(const GameRules& rules, const Deal& deal);

// Whole numbers of points stop at 2^60: what would be more is no more than that. Both are positive.
inline long long times(long long a, long long b) {
    constexpr long long MOST = 1LL << 60;
    return a > MOST / b ? MOST : a * b;
}

}  // namespace dizhu
