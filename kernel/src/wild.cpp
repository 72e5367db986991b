#include "wild.h"

#include <algorithm>
#include <array>
#include <unordered_set>

namespace dizhu {

namespace {

std::vector<Place> make_places() {
    std::vector<Place> all;
    for (const Shape& shape : SHAPES) {
        const int ranks = std::min(shape.body_ranks(), SUITED);  // a wild is never a joker
        for (int n = shape.min_length; shape.per && n <= shape.max_length; ++n)
            for (int low = 0; low + n <= ranks && shape.size(n) <= MOST_CARDS; ++low)
                all.push_back({reading(shape.kind, low, n, SOFT), ((1U << n) - 1) << low, &shape});
    }
    return all;
}

// Cards held of the ranks of a mask, no more than `per` of each counted.
Levels within(Levels h, Mask mask, int per) { return h & fill(mask, per); }

}  // namespace

const std::vector<Place>& places() {
    static const std::vector<Place> all = make_places();
    return all;
}

Wild::Wild(const Table& table, int r, bool group_natural, bool by_class)
    : rank(r), table_(table), group_natural_(group_natural), by_class_(by_class) {}

Wild::Split Wild::split(Packed hand) const {
    const int wilds = count(hand, rank);
    return {levels(hand - unit(rank) * unsigned(wilds)), wilds};
}

// G-WILD-4: with `group_natural` a group of wilds alone has the wilds' own rank.
bool Wild::groups_allowed(const Place& p, Mask present) const {
    return !group_natural_ || p.shape->per == 1 || (p.mask & ~present & ~(1U << rank)) == 0;
}

// --- readings -----------------------------------------------------------------------------------

// R-WILD-5: four wilds are a pure bomb, four other naturals a hard one.
Combo Wild::own_class(Packed cards, Combo combo) const {
    if (combo.kind == BOMB && count(cards, rank) == 4) combo.bomb = PURE;
    return combo;
}

std::vector<Combo> Wild::readings(Packed cards) const {
    std::vector<Combo> found;
    const Split s = split(cards);
    if (s.wilds == 0 || at_least(s.natural, 1) == (at_least(s.natural, 1) & JOKERS)) {
        for (MoveId id = table_.find(cards); id != NO_MOVE; id = table_.next_reading(id))
            found.push_back(own_class(cards, table_[id].combo));
        return found;
    }
    for (const Place& p : places())
        if (p.shape->size(p.combo.length) == size(s.natural) + s.wilds && fits(p, s))
            found.push_back(p.combo);
    return found;
}

bool Wild::fits(const Place& p, const Split& s) const {
    const int per = p.shape->per;
    const Levels inside = within(s.natural, p.mask, per);
    const int missing = per * p.combo.length - size(inside);
    if (missing > s.wilds || !groups_allowed(p, at_least(s.natural, 1))) return false;
    const Levels rest = s.natural & ~(p.mask * EVERY_LEVEL);
    const Levels over = s.natural & (p.mask * EVERY_LEVEL) & ~inside;
    if (!p.shape->wing) return missing == s.wilds && !rest && !over;
    if (over && !table_.switches.wing_same_rank_as_body) return false;
    return wings_fit(p, rest | (per < 4 ? over >> 16 * per : 0), s.wilds - missing);
}

// Whether the remaining naturals, all of them, and wilds make the wings; their number is right.
bool Wild::wings_fit(const Place& p, Levels rest, int wilds) const {
    const bool repeat = table_.switches.repeats(*p.shape);
    if (p.shape->wing == 1)
        return (table_.switches.both_jokers_as_kickers || !has_rocket(rest)) &&
               (repeat || !at_least(rest, 2));
    if ((at_least(rest, 1) & JOKERS) || (!repeat && at_least(rest, 3))) return false;
    const Mask odd = (at_least(rest, 1) & ~at_least(rest, 2)) | (at_least(rest, 3) & ~at_least(rest, 4));
    const int spare = wilds - bits(odd);
    return spare >= 0 && spare % 2 == 0 && pure_pairs_fit(p, spare / 2);
}

// G-WILD-4: a pair of wilds keeps the wilds' rank. Two such pairs need it twice, or the body's.
bool Wild::pure_pairs_fit(const Place& p, int pairs) const {
    if (pairs < 2 || !group_natural_) return true;
    return table_.switches.repeats(*p.shape) || table_.switches.wing_same_rank_as_body;
}

// --- cores --------------------------------------------------------------------------------------

bool Wild::core(const Place& p, const Split& s, Core& found) const {
    const int per = p.shape->per;
    const Levels inside = within(s.natural, p.mask, per);
    const int missing = per * p.combo.length - size(inside);
    if (missing > s.wilds || !groups_allowed(p, at_least(s.natural, 1))) return false;
    found = {&p, inside, missing};
    return true;
}

void Wild::cores(Packed hand, std::vector<Core>& found) const {
    const Split s = split(hand);
    found.clear();
    Core one;
    for (const Place& p : places())
        if (core(p, s, one)) found.push_back(one);
}

// --- moves --------------------------------------------------------------------------------------

// What may be attached to a body: the naturals of each choice, in blocks of as many wilds each.
struct WingBlock {
    int wilds;
    size_t from, to;
};
struct WingLists {
    Buffer<Packed> naturals;
    std::vector<WingBlock> blocks;
};

WingLists& wing_lists() {
    thread_local WingLists lists;
    return lists;
}

// More than there are in a block: of 13 ranks at most four groups, of solos five.
constexpr size_t MOST_WINGS = 1 << 14;

// More ways than there are to put at most four wilds into one body.
constexpr size_t MOST_FILLINGS = 4096;

// Every way to fill one core with naturals and wilds and to attach wings.
class Wild::Filling {
   public:
    Filling(const Wild& w, const Core& core, const Split& s, WildMoves& found)
        : w_(w), p_(*core.place), s_(s), unit_(unit(w.rank)), found_(found) {
        const bool grouped = w_.group_natural_ && p_.shape->per > 1;
        const Mask can = at_least(core.natural, grouped ? 2 : 1);
        least_ = grouped ? 2 : 1;
        if (p_.shape->wing) {
            if (!same_rank()) list_wings(s.natural & ~(p_.mask * EVERY_LEVEL), s.wilds - core.wilds);
            attach(packed(core.natural), can, core.wilds);
            return;
        }
        WildMove* const start = to_ = found_.room(MOST_FILLINGS);
        const Packed cards = packed(core.natural) + unit_ * unsigned(core.wilds);
        if (core.wilds) *to_++ = {cards, p_.combo};
        fill_in(packed(core.natural), can, s.wilds - core.wilds, cards);
        if (p_.shape->size(p_.combo.length) <= 4) to_ = without_pure(start);
        found_.end_at(to_);
    }

   private:
    bool same_rank() const { return w_.table_.switches.wing_same_rank_as_body; }
    bool repeat() const { return w_.table_.switches.repeats(*p_.shape); }

    // The body with naturals of the ranks `can` replaced by at most `spare` wilds.
    void fill_in(Packed body, Mask can, int spare, Packed cards) {
        if (spare == 0) return;
        for (; can; can &= can - 1) {
            const int r = lowest(can);
            const Packed next = cards + unit_ - unit(r);
            *to_++ = {next, p_.combo};
            if (spare == 1) continue;
            const Mask later = count(body, r) > least_ ? can : can & (can - 1);
            fill_in(body - unit(r), later, spare - 1, next);
        }
    }

    // Wilds alone are only themselves.
    WildMove* without_pure(WildMove* start) {
        return std::remove_if(start, to_, [&](const WildMove& m) { return !(m.cards & ~(15 * unit_)); });
    }

    // The same with every choice of wings.
    void attach(Packed body, Mask can, int wilds) {
        emit(body, wilds);
        if (wilds == s_.wilds) return;
        for (; can; can &= can - 1) {
            const int r = lowest(can);
            const Mask later = count(body, r) > least_ ? can : can & (can - 1);
            attach(body - unit(r), later, wilds + 1);
        }
    }

    void list_wings(Levels rest, int spare) {
        const int groups = p_.shape->groups(p_.combo.length);
        lists_.naturals.clear();
        lists_.blocks.clear();
        if (p_.shape->wing == 2) return list_pairs(rest, groups, spare);
        for (int n = 0; n <= spare && n <= groups; ++n)
            block(n, [&] {
                if (groups - n <= 2) return list_few_solos(rest, groups - n);
                each_wing_set(rest, 1, groups - n, repeat(), both_jokers(),
                              [&](Packed wings) { *wing_++ = wings; });
            });
    }

    // One more block: `list` writes its choices at `wing_`.
    template <class List>
    void block(int wilds, List&& list) {
        const size_t from = lists_.naturals.size();
        wing_ = lists_.naturals.room(MOST_WINGS);
        list();
        lists_.naturals.end_at(wing_);
        lists_.blocks.push_back({wilds, from, lists_.naturals.size()});
    }

    bool both_jokers() const { return w_.table_.switches.both_jokers_as_kickers; }

    // No more than two, without recursion.
    void list_few_solos(Levels rest, int solos) {
        const Mask once = at_least(rest, 1), twice = repeat() ? at_least(rest, 2) : 0;
        if (solos == 0) {
            *wing_++ = 0;
        } else if (solos == 1) {
            for (Mask m = once; m; m &= m - 1) *wing_++ = unit(lowest(m));
        } else {
            for (Mask m = once; m; m &= m - 1) {
                const int a = lowest(m);
                Mask others = m & (m - 1);
                if (!both_jokers() && a == BLACK_JOKER) others = 0;
                for (; others; others &= others - 1) *wing_++ = unit(a) + unit(lowest(others));
                if (twice >> a & 1) *wing_++ = 2 * unit(a);
            }
        }
    }

    // Pairs of naturals, singles that take a wild each, and pairs of wilds. Two singles of a rank
    // with a wild each are the same cards as their pair and a pair of wilds.
    void list_pairs(Levels rest, int groups, int spare) {
        rest &= ~Levels(JOKERS);
        const int natural = bits(at_least(rest, 2)) + (repeat() ? bits(at_least(rest, 4)) : 0);
        for (int mixed = 0; mixed <= spare && mixed <= groups; ++mixed)
            for (int pure = 0; 2 * pure <= spare - mixed && pure <= groups - mixed; ++pure)
                if (groups - mixed - pure <= natural && w_.pure_pairs_fit(p_, pure))
                    block(mixed + 2 * pure, [&] {
                        choose_pairs({rest, mixed}, at_least(rest, 2), groups - mixed - pure, 0, 0, 0);
                    });
    }

    struct Pairing {
        Levels rest;
        int mixed;
    };

    // `once` and `twice`: the ranks of which one pair, two pairs are taken.
    void choose_pairs(const Pairing& p, Mask from, int left, Packed taken, Mask once, Mask twice) {
        if (left == 0) {
            if (!p.mixed) {
                *wing_++ = taken;
                return;
            }
            Mask free = at_least(p.rest, 1) & ~once;
            if (repeat()) free |= at_least(p.rest, 3) & once & ~twice;
            return choose_singles(free, p.mixed, taken);
        }
        for (; from && 2 * bits(from) >= left; from &= from - 1) {
            const int r = lowest(from);
            const Mask bit = 1U << r, later = from & (from - 1);
            choose_pairs(p, later, left - 1, taken + 2 * unit(r), once | bit, twice);
            if (left > 1 && repeat() && at_least(p.rest, 4) & bit)
                choose_pairs(p, later, left - 2, taken + 4 * unit(r), once | bit, twice | bit);
        }
    }

    void choose_singles(Mask free, int left, Packed taken) {
        if (left == 1) {
            for (; free; free &= free - 1) *wing_++ = taken + unit(lowest(free));
            return;
        }
        for (; free && bits(free) >= left; free &= free - 1)
            choose_singles(free & (free - 1), left - 1, taken + unit(lowest(free)));
    }

    // The body with its choices of wings: at least one wild and one natural that is no joker.
    void emit(Packed body, int wilds) {
        if (same_rank()) list_wings(levels(packed(s_.natural) - body), s_.wilds - wilds);
        for (const WingBlock& b : lists_.blocks) {
            const int used = wilds + b.wilds;
            if (!used || used > s_.wilds) continue;
            const Packed base = body + unit_ * unsigned(used);
            const Packed* const end = lists_.naturals.begin() + b.to;
            WildMove* to = found_.room(b.to - b.from);
            if (body) {
                for (const Packed* wings = lists_.naturals.begin() + b.from; wings != end; ++wings)
                    *to++ = {base + *wings, p_.combo};
            } else {
                for (const Packed* wings = lists_.naturals.begin() + b.from; wings != end; ++wings)
                    if (*wings & ~(ROCKET_CARDS * 15)) *to++ = {base + *wings, p_.combo};
            }
            found_.end_at(to);
        }
    }

    const Wild& w_;
    const Place& p_;
    const Split& s_;
    const Packed unit_;
    int least_ = 1;
    WildMoves& found_;
    WildMove* to_ = nullptr;
    Packed* wing_ = nullptr;
    WingLists& lists_ = wing_lists();
};


// Following, the bombs come last, as without wilds.
void Wild::with_help(const Split& s, Combo to_beat, bool lead, WildMoves& found) const {
    for (int round = lead ? 2 : 0; round < 3; ++round)
        for (const Place& p : places())
            if (round == 2 ? lead : (p.combo.kind == BOMB) == (round == 1) && beats(p.combo, to_beat))
                fill_place(p, s, found);
}

void Wild::fill_place(const Place& p, const Split& s, WildMoves& found) const {
    Core one;
    if (!core(p, s, one)) return;
    const size_t start = found.size();
    Filling(*this, one, s, found);
    if (!table_.switches.wing_same_rank_as_body || !p.shape->wing) return;
    std::unordered_set<Packed> seen;  // a card may be in the body or in the wings
    found.end_at(std::remove_if(found.begin() + start, found.end(),
                                [&](const WildMove& m) { return !seen.insert(m.cards).second; }));
}

// Naturals alone, and wilds (with jokers) as themselves (R-WILD-3, G-WILD-6).
void Wild::without_help(const Split& s, WildMoves& found) const {
    list_leads(table_, s.natural,
               [&](MoveId id) { found.push_back({table_[id].cards, table_[id].combo}); });
    if (!s.wilds) return;
    const Levels unaided = fill(1U << rank, s.wilds) | (s.natural & JOKERS);
    list_leads(table_, unaided, [&](MoveId id) {
        if (count(table_[id].cards, rank))
            found.push_back({table_[id].cards, own_class(table_[id].cards, table_[id].combo)});
    });
}

void Wild::leads(Packed hand, WildMoves& found) const {
    const Split s = split(hand);
    found.clear();
    without_help(s, found);
    if (s.wilds) with_help(s, {}, true, found);
}

void Wild::follows(Packed hand, Combo to_beat, WildMoves& found) const {
    const Split s = split(hand);
    found.clear();
    if (to_beat.kind == ROCKET) return;
    auto keep = [&](MoveId id) {
        const Combo combo = own_class(table_[id].cards, table_[id].combo);
        if (beats(combo, to_beat)) found.push_back({table_[id].cards, combo});
    };
    // Over a bomb the class decides, which the table does not know: ask for any bomb.
    Combo floor = to_beat;
    if (floor.kind == BOMB) floor = Combo{SOLO, RED_JOKER, 1, NO_BOMB};
    list_follows(table_, s.natural, floor, keep);
    if (!s.wilds) return;
    const Levels unaided = fill(1U << rank, s.wilds) | (s.natural & JOKERS);
    list_follows(table_, unaided, floor, [&](MoveId id) {
        if (count(table_[id].cards, rank)) keep(id);
    });
    with_help(s, to_beat, false, found);
}

}  // namespace dizhu
