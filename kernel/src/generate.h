// Legal moves without wild cards, in three ways that agree: listed, counted, and the i-th one.
//
// The order is that of dizhu.rules.moves: solos, pairs, trios, bombs, rocket, chains, shapes with
// attached cards; following, the bombs come last. Counting takes closed forms, so a random move
// costs no listing.
#pragma once

#include "table.h"

namespace dizhu {

// The i-th move, as what it does: its reading and the hand that is left.
struct Picked {
    Combo combo;
    Levels after;
};

inline Mask quads(Levels h) { return at_least(h, 4); }

// The lowest ranks of all runs of `length` in a mask of ranks 3..A.
inline Mask run_starts(Mask mask, int length) {
    mask &= CHAIN_MASK;
    int have = 1;
    while (have < length) {
        const int step = have < length - have ? have : length - have;
        mask &= mask >> step;
        have += step;
    }
    return mask;
}

// The bodies of a shape with attached cards that a hand has over `floor` (a combo's main; -1: all),
// and for a follow of one length only.
template <class Each>
void each_body(const Table& t, Levels h, int kind, int only_length, int floor, Each&& each) {
    const Shape& shape = SHAPES[kind];
    const Mask ranks = at_least(h, shape.per);
    const int first = only_length ? only_length : shape.min_length;
    const int last = only_length ? only_length : shape.max_length;
    for (int n = first; n <= last; ++n) {
        Mask lows = shape.max_length > 1 ? run_starts(ranks, n) : ranks & SUITED_MASK;
        if (!lows) break;
        if (floor >= n - 1) lows &= above(floor - n + 1);
        for (; lows; lows &= lows - 1) each(t.bodies(kind, n)[size_t(lowest(lows))], shape);
    }
}

// --- listed -------------------------------------------------------------------------------------

template <class Sink>
void list_wings(const Table& t, Levels h, const Body& body, const Shape& shape, Sink&& sink) {
    const Levels rest = leftovers(h, body.mask, shape.per, t.switches);
    const int groups = shape.groups(body.combo.length);
    const bool repeat = t.switches.repeats(shape);
    const Mask once = at_least(rest, shape.wing) & (shape.wing == 2 ? SUITED_MASK : ALL_MASK);
    if (groups == 1) {
        for (Mask m = once; m; m &= m - 1) sink(body.by_wing[size_t(lowest(m))]);
    } else if (groups == 2) {
        const Mask twice = repeat ? at_least(rest, 2 * shape.wing) : 0;
        const bool rocket = t.switches.both_jokers_as_kickers || shape.wing == 2;
        for (Mask m = once; m; m &= m - 1) {
            const int a = lowest(m);
            Mask others = m & (m - 1);
            if (!rocket && a == BLACK_JOKER) others = 0;
            const MoveId* row = &body.by_wing[size_t(a * RANKS)];
            for (; others; others &= others - 1) sink(row[lowest(others)]);
            if (twice >> a & 1) sink(row[a]);
        }
    } else if (bits(once) * (repeat ? 4 : 1) >= groups) {
        each_wing_set(rest, shape.wing, groups, repeat, t.switches.both_jokers_as_kickers,
                      [&](Packed wings) { sink(t.with_wings(body, wings)); });
    }
}

template <class Sink>
void list_units(const Table& t, int kind, Mask ranks, Sink&& sink) {
    for (const MoveId first = t.plain(kind); ranks; ranks &= ranks - 1)
        sink(first + MoveId(lowest(ranks)));
}

template <class Sink>
void list_bombs(const Table& t, Levels h, Mask ranks, Sink&& sink) {
    list_units(t, BOMB, ranks, sink);
    if (has_rocket(h)) sink(0);
}

template <class Sink>
void list_leads(const Table& t, Levels h, Sink&& sink) {
    for (int n = 1; n <= 3; ++n) list_units(t, SOLO + n - 1, at_least(h, n), sink);
    list_bombs(t, h, quads(h), sink);
    for (int n = 1; n <= 3; ++n) {
        const Mask mask = at_least(h, n) & CHAIN_MASK;
        const ChainIndex& index = t.chains(SOLO_CHAIN + n - 1);
        for (uint32_t i = 0; i < index.count(mask); ++i) sink(index.begin(mask)[i]);
    }
    auto wings = [&](const Body& body, const Shape& shape) { list_wings(t, h, body, shape, sink); };
    if (!at_least(h, 3)) return;
    for (int kind : {TRIO_WITH_SOLO, TRIO_WITH_PAIR, AIRPLANE_WITH_SOLOS, AIRPLANE_WITH_PAIRS,
                     QUAD_WITH_SOLOS, QUAD_WITH_PAIRS})
        each_body(t, h, kind, 0, -1, wings);
}

template <class Sink>
void list_follows(const Table& t, Levels h, Combo prev, Sink&& sink) {
    if (prev.kind == ROCKET) return;
    if (prev.kind == BOMB) return list_bombs(t, h, quads(h) & above(prev.main), sink);
    const Shape& shape = SHAPES[prev.kind];
    if (shape.wing) {
        each_body(t, h, prev.kind, prev.length, prev.main,
                  [&](const Body& b, const Shape& s) { list_wings(t, h, b, s, sink); });
    } else if (shape.max_length == 1) {
        list_units(t, prev.kind, at_least(h, shape.per) & above(prev.main), sink);
    } else {
        const Mask lows = run_starts(at_least(h, shape.per), prev.length) & above(prev.low());
        for (Mask m = lows; m; m &= m - 1)
            sink(t.plain(prev.kind, prev.length) + MoveId(lowest(m)));
    }
    list_bombs(t, h, quads(h), sink);
}

// --- counted, and the i-th ----------------------------------------------------------------------

struct Wings {
    Levels rest;
    Mask once, twice;
    int wing, groups;
    bool repeat, rocket;

    Wings(const Table& t, Levels h, const Body& body, const Shape& shape)
        : rest(leftovers(h, body.mask, shape.per, t.switches)),
          once(at_least(rest, shape.wing) & (shape.wing == 2 ? SUITED_MASK : ALL_MASK)),
          wing(shape.wing),
          groups(shape.groups(body.combo.length)),
          repeat(t.switches.repeats(shape)),
          rocket(t.switches.both_jokers_as_kickers || shape.wing == 2) {
        twice = repeat && groups > 1 ? at_least(rest, 2 * wing) : 0;
    }

    uint32_t count() const;
    Levels after(Levels without_body, uint32_t i) const;
};

uint32_t count_leads(const Table& t, Levels h);
Picked pick_lead(const Table& t, Levels h, uint32_t i);
uint32_t count_other_follows(const Table& t, Levels h, Combo prev);
Picked pick_other_follow(const Table& t, Levels h, Combo prev, uint32_t i);

// Solos, pairs and trios are most of what is answered: they are counted here, in line.
inline bool is_unit(Combo c) { return unsigned(c.kind - SOLO) <= TRIO - SOLO; }

inline Mask higher_units(Levels h, Combo prev) {
    return at_least(h, prev.kind - SOLO + 1) & above(prev.main);
}

inline uint32_t count_follows(const Table& t, Levels h, Combo prev) {
    if (!is_unit(prev)) return count_other_follows(t, h, prev);
    return uint32_t(bits(higher_units(h, prev)) + bits(quads(h)) + has_rocket(h));
}

struct UnitFollows {
    Mask units, bombs;
    bool rocket;
};

inline UnitFollows unit_follows(Levels h, Combo prev) {
    return {higher_units(h, prev), quads(h), has_rocket(h)};
}

// From packed cards, without making levels of all of them first.
inline UnitFollows unit_follows_of_packed(Packed p, Combo prev) {
    const Packed fours = p >> 2;
    const Packed enough = prev.kind == SOLO ? p | p >> 1 : prev.kind == PAIR ? p >> 1 : p & p >> 1;
    return {Mask(squeeze(enough | fours)) & above(prev.main),
            fours & ONES ? Mask(squeeze(fours)) : 0, (p & ROCKET_CARDS) == ROCKET_CARDS};
}

inline Picked pick_follow(const Table& t, Levels h, Combo prev, uint32_t i) {
    if (is_unit(prev)) {
        const Mask units = higher_units(h, prev);
        if (i < uint32_t(bits(units))) {
            const int rank = nth(units, int(i));
            return {reading(Kind(prev.kind), rank, 1), take(h, 1U << rank, prev.kind - SOLO + 1)};
        }
    }
    return pick_other_follow(t, h, prev, i);
}

}  // namespace dizhu
