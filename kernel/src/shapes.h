// The one table of shapes, combos and their comparison (docs/rules.md sections 6 and 7).
#pragma once

#include <array>
#include <tuple>

#include "cards.h"

namespace dizhu {

enum Kind : uint8_t {
    ROCKET,
    BOMB,
    SOLO,
    PAIR,
    TRIO,
    TRIO_WITH_SOLO,
    TRIO_WITH_PAIR,
    SOLO_CHAIN,
    PAIR_CHAIN,
    AIRPLANE,
    AIRPLANE_WITH_SOLOS,
    AIRPLANE_WITH_PAIRS,
    QUAD_WITH_SOLOS,
    QUAD_WITH_PAIRS,
    KINDS
};

enum BombClass : uint8_t { NO_BOMB, SOFT, HARD, PURE };  // R-WILD-5

// A body of `per` cards on each of min..max consecutive ranks; for each body rank `wings` attached
// groups of `wing` cards.
struct Shape {
    Kind kind;
    int per, min_length, max_length, wing, wings;

    constexpr int groups(int length) const { return wings * length; }
    constexpr int size(int length) const { return length * (per + wing * wings); }
    constexpr int body_ranks() const {
        return max_length > 1 ? CHAIN : per == 1 ? RANKS : SUITED;
    }
};

// Indexed by kind; the rocket has no shape.
constexpr std::array<Shape, KINDS> SHAPES{{
    {ROCKET, 0, 0, 0, 0, 0},
    {BOMB, 4, 1, 1, 0, 0},
    {SOLO, 1, 1, 1, 0, 0},
    {PAIR, 2, 1, 1, 0, 0},
    {TRIO, 3, 1, 1, 0, 0},
    {TRIO_WITH_SOLO, 3, 1, 1, 1, 1},
    {TRIO_WITH_PAIR, 3, 1, 1, 2, 1},
    {SOLO_CHAIN, 1, 5, 12, 0, 0},
    {PAIR_CHAIN, 2, 3, 10, 0, 0},
    {AIRPLANE, 3, 2, 6, 0, 0},
    {AIRPLANE_WITH_SOLOS, 3, 2, 5, 1, 1},
    {AIRPLANE_WITH_PAIRS, 3, 2, 4, 2, 1},
    {QUAD_WITH_SOLOS, 4, 1, 1, 1, 2},
    {QUAD_WITH_PAIRS, 4, 1, 1, 2, 2},
}};

struct Switches {  // G-PAT-1, 3, 4, 5, 6
    bool quad_pair_as_solos = true;
    bool repeat_solo_wings = true;
    bool repeat_pair_wings = true;
    bool both_jokers_as_kickers = true;
    bool wing_same_rank_as_body = false;

    bool repeats(const Shape& shape) const {
        if (shape.wing == 2) return repeat_pair_wings;
        return shape.kind == QUAD_WITH_SOLOS ? quad_pair_as_solos : repeat_solo_wings;
    }
};

// One reading of a set of cards. As a number: four bits each of kind, main, length, bomb class.
struct Combo {
    uint8_t kind, main, length, bomb;

    constexpr uint32_t code() const {
        return kind | uint32_t(main) << 4 | uint32_t(length) << 8 | uint32_t(bomb) << 12;
    }
    static constexpr Combo of(uint32_t code) {
        return {uint8_t(code & 15), uint8_t(code >> 4 & 15), uint8_t(code >> 8 & 15),
                uint8_t(code >> 12 & 15)};
    }
    constexpr bool operator==(const Combo& o) const { return code() == o.code(); }
    int low() const { return main - length + 1; }
};

constexpr Combo ROCKET_COMBO{ROCKET, RED_JOKER, 1, NO_BOMB};
constexpr uint32_t NOTHING = 0xFFFF;  // no combo to beat: a lead

constexpr Combo reading(Kind kind, int low, int length, BombClass bomb = HARD) {
    return {kind, uint8_t(low + length - 1), uint8_t(length), kind == BOMB ? bomb : NO_BOMB};
}

// G-WILD-1: bombs by class, inside a class by rank; or by rank alone, a pure one above all.
inline int bomb_strength(Combo b, bool by_class) {
    return by_class ? b.bomb * 64 + b.main * 4 : (b.bomb == PURE) * 64 + b.main * 4 + b.bomb;
}

// R-CMP-1..4, G-PAT-10.
inline bool beats(Combo play, Combo prev, bool by_class = true) {
    if (prev.kind == ROCKET) return false;
    if (play.kind == ROCKET) return true;
    if (play.kind == BOMB)
        return prev.kind != BOMB || bomb_strength(play, by_class) > bomb_strength(prev, by_class);
    return play.kind == prev.kind && play.length == prev.length && play.main > prev.main;
}

}  // namespace dizhu
