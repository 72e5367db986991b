#include "game_rules.h"

#include <algorithm>
#include <array>
#include <stdexcept>

namespace dizhu {

namespace {

bool has_name(const std::string& name, int jokers, bool trio, bool flush, bool straight) {
    if (name == "two_jokers") return jokers == 2;
    if (name == "one_joker") return jokers == 1;
    if (jokers) return false;
    if (name == "straight_flush") return flush && straight;
    if (name == "flush") return flush;
    if (name == "straight") return straight;
    return name == "three_of_a_rank" && trio;
}

// The bounds of dizhu.rules.validation.
constexpr int MOST_FACTOR = 1000, MOST_INITIAL = 1'000'000;
constexpr const char* BOTTOM_NAMES[] = {"two_jokers", "one_joker", "straight_flush",
                                        "flush",      "straight",  "three_of_a_rank"};

void within(const char* name, long long value, long long least, long long most) {
    if (least <= value && value <= most) return;
    throw std::invalid_argument(std::string(name) + ": a whole number from " + std::to_string(least) +
                                " to " + std::to_string(most) + " is wanted, not " +
                                std::to_string(value));
}

}  // namespace

void check(const GameRules& r) {
    within("initial", r.initial, 1, MOST_INITIAL);
    within("call_factor", r.call_factor, 1, MOST_FACTOR);
    within("blind_factor", r.blind_factor, 1, MOST_FACTOR);
    within("raise_factor", r.raise_factor, 1, MOST_FACTOR);
    within("rocket_factor", r.rocket_factor, 1, MOST_FACTOR);
    within("spring_factor", r.spring_factor, 1, MOST_FACTOR);
    within("anti_spring_factor", r.anti_spring_factor, 1, MOST_FACTOR);
    within("show_start", r.show_start, 0, MOST_FACTOR);
    within("show_bottom", r.show_bottom, 0, MOST_FACTOR);
    for (const auto& [name, factor] : r.bottom_factors) {
        within(("bottom_factors: " + name).c_str(), factor, 1, MOST_FACTOR);
        if (std::find(std::begin(BOTTOM_NAMES), std::end(BOTTOM_NAMES), name) == std::end(BOTTOM_NAMES))
            throw std::invalid_argument("bottom_factors: there is no bottom named " + name);
    }
}

// R-MUL-5, G-BOT-1: the first row that fits.
int bottom_factor(const GameRules& rules, const Deal& deal) {
    std::array<int, 3> ranks, suits;
    int jokers = 0;
    for (size_t i = 0; i < 3; ++i) {
        const int card = deal.cards[51 + i];
        ranks[i] = rank_of(card);
        suits[i] = card & 3;
        jokers += ranks[i] >= SUITED;
    }
    std::sort(ranks.begin(), ranks.end());
    const bool straight = ranks[2] < CHAIN && ranks[1] == ranks[0] + 1 && ranks[2] == ranks[1] + 1;
    const bool flush = suits[0] == suits[1] && suits[1] == suits[2];
    for (const auto& [name, factor] : rules.bottom_factors)
        if (has_name(name, jokers, ranks[0] == ranks[2], flush, straight)) return factor;
    return 1;
}

}  // namespace dizhu
