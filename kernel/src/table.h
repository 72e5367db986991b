// The table of all plays without wild cards under some switches, made once and never changed.
//
// A move is its index here; moves are in the order of dizhu.rules.plays: the rocket, the shapes
// without attached cards, the shapes with them; of each shape by length, then by lowest rank.
#pragma once

#include <vector>

#include "shapes.h"

namespace dizhu {

using MoveId = uint32_t;
constexpr MoveId NO_MOVE = ~0U;

struct Move {
    Packed cards;
    Combo combo;
};

// One place of a body of a shape with attached cards. Its moves are `first`, `first` + 1, ...
struct Body {
    Packed cards;
    Mask mask;
    Levels levels;
    Combo combo;
    MoveId first = 0;
    uint32_t moves = 0;
    std::vector<MoveId> by_wing;  // of one or two groups: [a] or [a * RANKS + b], a <= b
};

// For every set of ranks 3..A the chains that lie in it, shortest first.
struct ChainIndex {
    std::vector<uint8_t> counts = std::vector<uint8_t>(1 << CHAIN);  // apart, to stay in the cache
    std::vector<uint32_t> start = std::vector<uint32_t>((1 << CHAIN) + 1);
    std::vector<MoveId> ids;

    const MoveId* begin(Mask m) const { return ids.data() + start[m]; }
    uint32_t count(Mask m) const { return counts[m]; }
};

class Table {
   public:
    explicit Table(Switches switches);

    const Switches switches;

    size_t size() const { return moves_.size(); }
    const Move& operator[](MoveId id) const { return moves_[id]; }
    MoveId plain(int kind, int length = 1) const { return plain_[kind][length]; }
    const ChainIndex& chains(int kind) const { return chains_[kind - SOLO_CHAIN]; }
    const std::vector<Body>& bodies(int kind, int length = 1) const { return bodies_[kind][length]; }

    // The first reading of some cards, or NO_MOVE; the next one of the same cards.
    MoveId find(Packed cards) const;
    MoveId next_reading(MoveId id) const { return next_[id]; }
    // The move of a body with these wings, which it has.
    MoveId with_wings(const Body& body, Packed wings) const;

    size_t bytes() const;

   private:
    void add_plain(const Shape& shape, int length);
    void add_bodies(const Shape& shape, int length);
    void add_body(const Shape& shape, int low, int length);
    void index_chains();
    void index_readings();

    std::vector<Move> moves_;
    MoveId plain_[KINDS][CHAIN + 1] = {};
    std::vector<Body> bodies_[KINDS][CHAIN + 1];
    ChainIndex chains_[3];
    std::vector<MoveId> slots_;  // open addressing by the packed cards
    std::vector<MoveId> next_;
};

// Every way to take `groups` groups of `wing` equal cards from `rest`, lowest ranks first; pairs
// are no jokers.
template <class Found>
void each_wing_set(Levels rest, int wing, int groups, bool repeat, bool both_jokers, Found&& found,
                   int from = 0, Packed taken = 0) {
    if (groups == 0) {
        if (both_jokers || wing != 1 || (taken & ROCKET_CARDS) != ROCKET_CARDS) found(taken);
        return;
    }
    const Mask ranks = at_least(rest, wing) & (wing == 2 ? SUITED_MASK : ALL_MASK);
    for (Mask left = from < RANKS ? ranks & ~((1U << from) - 1) : 0; left; left &= left - 1) {
        if (bits(left) * (repeat ? 4 : 1) < groups) return;
        const int r = lowest(left);
        int most = repeat ? held(rest, r) / wing : 1;
        if (most > groups) most = groups;
        for (int n = 1; n <= most; ++n)
            each_wing_set(rest, wing, groups - n, repeat, both_jokers, found, r + 1,
                          taken + unit(r) * (wing * n));
    }
}

// What may be attached to a body: the rest, without the body's ranks (G-PAT-6).
inline Levels leftovers(Levels hand, Mask body, int per, const Switches& switches) {
    if (switches.wing_same_rank_as_body) return take(hand, body, per);
    return hand & ~(body * EVERY_LEVEL);
}

}  // namespace dizhu
