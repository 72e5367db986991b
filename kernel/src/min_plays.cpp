#include "min_plays.h"

#include <algorithm>

namespace dizhu {

namespace {

constexpr int N1 = 14, N2 = 11, N3 = 7, N4 = 6;  // more ranks than these make over 20 cards

bool is_chain(Combo c) { return c.length > 1; }

// Any hand with these numbers of ranks held once .. four times, and 0, 1 or 2 jokers.
Levels example(int n1, int n2, int n3, int n4, int jokers) {
    const int numbers[] = {n1, n2, n3, n4};
    Levels h = 0;
    for (int times = 1, rank = 0; times <= 4; ++times)
        for (int i = 0; i < numbers[times - 1]; ++i) h |= fill(1U << rank++, times);
    if (jokers) h |= 1U << BLACK_JOKER;
    if (jokers == 2) h |= 1U << RED_JOKER;
    return h;
}

}  // namespace

size_t MinPlays::index(Levels h) const {
    const Mask one = at_least(h, 1), two = at_least(h, 2), three = at_least(h, 3), four = at_least(h, 4);
    const int n1 = bits(one & ~two & SUITED_MASK), n2 = bits(two & ~three), n3 = bits(three & ~four);
    return size_t((((n1 * N2 + n2) * N3 + n3) * N4 + bits(four)) * 3 + bits(one & JOKERS));
}

MinPlays::MinPlays(const Table& table) : table_(table), fewest_(N1 * N2 * N3 * N4 * 3, 255) {
    for (int cards = 0; cards <= MOST_CARDS; ++cards)
        for (int n4 = 0; 4 * n4 <= cards; ++n4)
            for (int n3 = 0; 4 * n4 + 3 * n3 <= cards; ++n3)
                for (int n2 = 0; 4 * n4 + 3 * n3 + 2 * n2 <= cards; ++n2)
                    for (int j = 0; j <= 2; ++j) {
                        const int n1 = cards - j - 4 * n4 - 3 * n3 - 2 * n2;
                        if (n1 < 0 || n1 + n2 + n3 + n4 > SUITED) continue;
                        const Levels h = example(n1, n2, n3, n4, j);
                        const Packed p = packed(h);
                        int best = cards ? 255 : 0;
                        list_leads(table, h, [&](MoveId id) {
                            if (!is_chain(table[id].combo))
                                best = std::min(best, 1 + without_chains(levels(p - table[id].cards)));
                        });
                        fewest_[index(h)] = uint8_t(best);
                    }
}

// Takes chains in the order of their numbers, so that no set of chains is tried twice.
struct MinPlays::Search {
    const MinPlays& min;
    int best = 255;
    std::vector<MoveId> chains{}, best_chains{};

    void from(Levels h, int plays, MoveId first) {
        const int total = plays + min.without_chains(h);
        if (total < best) {
            best = total;
            best_chains = chains;
        }
        if (plays + 2 >= best || size(h) < 5) return;
        const Packed p = packed(h);
        each_chain(h, [&](MoveId id) {
            if (id < first || plays + 1 >= best) return;
            const Levels rest = levels(p - min.table_[id].cards);
            if (plays + 1 + (rest != 0) >= best) return;
            chains.push_back(id);
            from(rest, plays + 1, id);
            chains.pop_back();
        });
    }

    template <class Each>
    void each_chain(Levels h, Each&& each) const {
        for (int n = 3; n >= 1; --n) {
            const Mask mask = at_least(h, n) & CHAIN_MASK;
            const ChainIndex& index = min.table_.chains(SOLO_CHAIN + n - 1);
            for (uint32_t i = index.count(mask); i-- > 0;) each(index.begin(mask)[i]);
        }
        const Mask trios = at_least(h, 3) & CHAIN_MASK;
        if (!(trios & trios >> 1)) return;
        for (int kind : {AIRPLANE_WITH_SOLOS, AIRPLANE_WITH_PAIRS})
            each_body(min.table_, h, kind, 0, -1, [&](const Body& b, const Shape& s) {
                list_wings(min.table_, h, b, s, each);
            });
    }
};

int MinPlays::operator()(Levels hand) const {
    Search search{*this};
    search.from(hand, 0, 0);
    return search.best;
}

std::vector<MoveId> MinPlays::plan(Levels hand) const {
    Search search{*this};
    search.from(hand, 0, 0);
    std::vector<MoveId> plan = search.best_chains;
    Packed left = packed(hand);
    for (MoveId id : plan) left -= table_[id].cards;
    while (left) {
        const int now = without_chains(levels(left));
        MoveId next = NO_MOVE;
        list_leads(table_, levels(left), [&](MoveId id) {
            if (next == NO_MOVE && !is_chain(table_[id].combo) &&
                without_chains(levels(left - table_[id].cards)) == now - 1)
                next = id;
        });
        plan.push_back(next);
        left -= table_[next].cards;
    }
    return plan;
}

}  // namespace dizhu
