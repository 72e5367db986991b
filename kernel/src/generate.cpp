#include "generate.h"

namespace dizhu {

namespace {

// How many choices of `groups` wings there are: coefficients of a product of 1 + x + .. + x^most.
uint32_t many_wings(const Wings& w, int groups, Mask ranks) {
    uint32_t ways[8] = {1};
    for (Mask m = ranks; m; m &= m - 1) {
        const int most = w.repeat ? held(w.rest, lowest(m)) / w.wing : 1;
        for (int g = groups; g > 0; --g)
            for (int n = 1; n <= most && n <= g; ++n) ways[g] += ways[g - n];
    }
    return ways[groups];
}

Levels without(Levels h, Packed cards) { return levels(packed(h) - cards); }

}  // namespace

uint32_t Wings::count() const {
    if (groups == 1) return uint32_t(bits(once));
    const bool two_jokers = !rocket && (once & JOKERS) == JOKERS;
    if (groups == 2) {
        const int n = bits(once);
        return uint32_t(n * (n - 1) / 2 + bits(twice) - two_jokers);
    }
    uint32_t all = many_wings(*this, groups, once);
    if (two_jokers) all -= many_wings(*this, groups - 2, once & ~JOKERS);
    return all;
}

Levels Wings::after(Levels h, uint32_t i) const {
    if (groups == 1) return take(h, 1U << nth(once, int(i)), wing);
    if (groups == 2) {
        for (Mask m = once; m; m &= m - 1) {
            const int a = lowest(m);
            const Mask others = !rocket && a == BLACK_JOKER ? 0 : m & (m - 1);
            const uint32_t n = uint32_t(bits(others));
            if (i < n) return take(take(h, 1U << a, wing), 1U << nth(others, int(i)), wing);
            i -= n;
            if (twice >> a & 1 && i-- == 0) return take(h, 1U << a, 2 * wing);
        }
        return h;
    }
    Levels found = h;
    each_wing_set(rest, wing, groups, repeat, rocket, [&](Packed wings) {
        if (i-- == 0) found = without(h, wings);
    });
    return found;
}

namespace {

// Walks the blocks of moves in order. The visitor is told of each block: `units` (one of each rank
// of a mask), `rocket`, `chain` (one of a list), and `body` (one body with any of its wings).
template <class Visitor>
void visit_bombs(Levels h, Mask ranks, Visitor& v) {
    v.units(BOMB, ranks);
    if (has_rocket(h)) v.rocket();
}

template <class Visitor>
void visit_leads(const Table& t, Levels h, Visitor& v) {
    for (int n = 1; n <= 3; ++n) v.units(SOLO + n - 1, at_least(h, n));
    visit_bombs(h, quads(h), v);
    for (int n = 1; n <= 3; ++n)
        v.chain(SOLO_CHAIN + n - 1, t.chains(SOLO_CHAIN + n - 1), at_least(h, n) & CHAIN_MASK);
    const Mask trios = at_least(h, 3);
    if (!trios) return;
    v.trios(TRIO_WITH_SOLO, trios, 1);
    v.trios(TRIO_WITH_PAIR, trios, 2);
    auto body = [&](const Body& b, const Shape& s) { v.body(b, s); };
    if (trios & trios >> 1 & CHAIN_MASK) {
        each_body(t, h, AIRPLANE_WITH_SOLOS, 0, -1, body);
        each_body(t, h, AIRPLANE_WITH_PAIRS, 0, -1, body);
    }
    if (!quads(h)) return;
    each_body(t, h, QUAD_WITH_SOLOS, 0, -1, body);
    each_body(t, h, QUAD_WITH_PAIRS, 0, -1, body);
}

template <class Visitor>
void visit_follows(const Table& t, Levels h, Combo prev, Visitor& v) {
    if (prev.kind == ROCKET) return;
    if (prev.kind == BOMB) return visit_bombs(h, quads(h) & above(prev.main), v);
    const Shape& shape = SHAPES[prev.kind];
    if (!shape.wing && shape.max_length == 1) {
        v.units(prev.kind, at_least(h, shape.per) & above(prev.main));
    } else if (!shape.wing) {
        v.runs(prev.kind, prev.length,
               run_starts(at_least(h, shape.per), prev.length) & above(prev.low()));
    } else if (at_least(h, shape.per)) {
        each_body(t, h, prev.kind, prev.length, prev.main,
                  [&](const Body& b, const Shape& s) { v.body(b, s); });
    }
    visit_bombs(h, quads(h), v);
}

struct Counter {
    const Table& t;
    Levels h;
    uint32_t total = 0;

    void units(int, Mask ranks) { total += uint32_t(bits(ranks)); }
    void rocket() { ++total; }
    void chain(int, const ChainIndex& index, Mask mask) { total += index.count(mask); }
    void runs(int, int, Mask lows) { total += uint32_t(bits(lows)); }
    void body(const Body& b, const Shape& s) { total += Wings(t, h, b, s).count(); }
    // Every trio with one of the other ranks held `wing` times, its own last card if allowed.
    void trios(int, Mask trios, int wing) {
        const int with = bits(at_least(h, wing) & (wing == 2 ? SUITED_MASK : ALL_MASK));
        if (!t.switches.wing_same_rank_as_body) {
            total += uint32_t(bits(trios) * (with - 1));
        } else {
            const int own = wing == 1 ? bits(quads(h)) : 0;
            total += uint32_t(bits(trios) * (with - 1) + own);
        }
    }
};

struct Picker {
    const Table& t;
    Levels h;
    uint32_t i;
    bool done = false;
    Picked picked{};

    bool skip(uint32_t n) {
        if (done) return true;
        if (i >= n) {
            i -= n;
            return true;
        }
        return done = true, false;
    }
    void units(int kind, Mask ranks) {
        if (skip(uint32_t(bits(ranks)))) return;
        const int rank = nth(ranks, int(i));
        picked = {reading(Kind(kind), rank, 1), take(h, 1U << rank, SHAPES[kind].per)};
    }
    void rocket() {
        if (!skip(1)) picked = {ROCKET_COMBO, take(h, JOKERS, 1)};
    }
    void run(int kind, int low, int length) {
        picked = {reading(Kind(kind), low, length),
                  take(h, ((1U << length) - 1) << low, SHAPES[kind].per)};
    }
    void chain(int kind, const ChainIndex& index, Mask mask) {
        if (skip(index.count(mask))) return;
        const Combo combo = t[index.begin(mask)[i]].combo;
        run(kind, combo.low(), combo.length);
    }
    void runs(int kind, int length, Mask lows) {
        if (!skip(uint32_t(bits(lows)))) run(kind, nth(lows, int(i)), length);
    }
    void body(const Body& b, const Shape& s) {
        if (done) return;
        const Wings wings(t, h, b, s);
        if (!skip(wings.count())) picked = {b.combo, wings.after(take(h, b.mask, s.per), i)};
    }
    void trios(int kind, Mask trios, int) {
        for (; trios && !done; trios &= trios - 1)
            body(t.bodies(kind)[size_t(lowest(trios))], SHAPES[kind]);
    }
};

}  // namespace

uint32_t count_leads(const Table& t, Levels h) {
    Counter counter{t, h};
    visit_leads(t, h, counter);
    return counter.total;
}

uint32_t count_other_follows(const Table& t, Levels h, Combo prev) {
    Counter counter{t, h};
    visit_follows(t, h, prev, counter);
    return counter.total;
}

Picked pick_lead(const Table& t, Levels h, uint32_t i) {
    Picker picker{t, h, i};
    visit_leads(t, h, picker);
    return picker.picked;
}

Picked pick_other_follow(const Table& t, Levels h, Combo prev, uint32_t i) {
    Picker picker{t, h, i};
    visit_follows(t, h, prev, picker);
    return picker.picked;
}

}  // namespace dizhu
