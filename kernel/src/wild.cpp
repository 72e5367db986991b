#include "wild.h"

#include <algorithm>

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
    return wings_fit(p, rest | (over >> 16 * per), s.wilds - missing);
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
    return spare >= 0 && spare % 2 == 0 && pure_pairs_fit(p, rest, spare / 2);
}

// G-WILD-4: a pair of wilds keeps the wilds' rank, unless each of two wilds joins one card of a
// natural pair.
bool Wild::pure_pairs_fit(const Place& p, Levels rest, int pairs) const {
    if (pairs == 0 || !group_natural_) return true;
    const bool repeat = table_.switches.repeats(*p.shape);
    const int own = p.mask >> rank & 1 ? 0 : repeat ? 2 : 1;
    const int joined = repeat ? bits(at_least(rest, 2) & ~at_least(rest, 3)) : 0;
    return pairs <= own + joined;
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

// Every way to fill one core with naturals and wilds and to attach wings.
class Wild::Filling {
   public:
    Filling(const Wild& w, const Core& core, const Split& s, std::vector<WildMove>& found)
        : w_(w),
          p_(*core.place),
          s_(s),
          per_(p_.shape->per),
          grouped_(w.group_natural_ && per_ > 1),
          same_rank_(w.table_.switches.wing_same_rank_as_body),
          repeat_(w.table_.switches.repeats(*p_.shape)),
          unit_(unit(w.rank)),
          natural_cards_(packed(s.natural)),
          found_(found) {
        replace(p_.combo.low(), packed(core.natural), core.wilds);
    }

   private:
    // The body as it is, and with naturals from rank `from` on replaced by spare wilds.
    void replace(int from, Packed body, int wilds) {
        attach(body, wilds);
        if (wilds == s_.wilds) return;
        for (int r = from; r <= p_.combo.main; ++r) {
            const int held = count(body, r);
            if (held && !(grouped_ && held == 1 && r != w_.rank))
                replace(r, body - unit(r), wilds + 1);
        }
    }

    void attach(Packed body, int wilds) {
        if (!p_.shape->wing) return emit(body, wilds);
        const Levels rest = same_rank_ ? levels(natural_cards_ - body)
                                       : s_.natural & ~(p_.mask * EVERY_LEVEL);
        const int groups = p_.shape->groups(p_.combo.length), spare = s_.wilds - wilds;
        if (p_.shape->wing == 1) {
            for (int n = 0; n <= spare && n <= groups; ++n)
                each_wing_set(rest, 1, groups - n, repeat_,
                              w_.table_.switches.both_jokers_as_kickers,
                              [&](Packed wings) { emit(body + wings, wilds + n); });
        } else {
            pairs(rest, body, wilds, groups, spare, 0, 0, 0);
        }
    }

    // Chooses how many naturals of each rank go into pairs; a single one takes a wild, and what
    // pairs are still missing are made of wilds.
    void pairs(Levels rest, Packed body, int wilds, int groups, int spare, int from, Packed taken,
               int mixed) {
        const int pure = groups;  // those not yet made
        if (2 * pure <= spare && w_.pure_pairs_fit(p_, levels(taken), pure))
            emit(body + taken, wilds + mixed + 2 * pure);
        if (groups == 0) return;
        Mask ranks = at_least(rest, 1) & SUITED_MASK;
        for (ranks = from < RANKS ? ranks & ~((1U << from) - 1) : 0; ranks; ranks &= ranks - 1) {
            const int r = lowest(ranks);
            const int most = std::min(held(rest, r), repeat_ ? 4 : 2);
            for (int n = 1; n <= most; ++n) {
                const int made = (n + 1) / 2, wild = n % 2;
                if (made <= groups && wild <= spare)
                    pairs(rest, body, wilds, groups - made, spare - wild, r + 1,
                          taken + unit(r) * unsigned(n), mixed + wild);
            }
        }
    }

    void emit(Packed natural, int wilds) {
        if (wilds && (natural & ~(ROCKET_CARDS * 15)))
            found_.push_back({natural + unit_ * unsigned(wilds), p_.combo});
    }

    const Wild& w_;
    const Place& p_;
    const Split& s_;
    const int per_;
    const bool grouped_, same_rank_, repeat_;
    const Packed unit_, natural_cards_;
    std::vector<WildMove>& found_;
};

void Wild::with_help(const Split& s, Combo to_beat, bool lead, std::vector<WildMove>& found) const {
    Core one;
    for (const Place& p : places()) {
        if (!lead && !beats(p.combo, to_beat)) continue;
        if (!core(p, s, one)) continue;
        const size_t start = found.size();
        Filling(*this, one, s, found);
        if (table_.switches.wing_same_rank_as_body && p.shape->wing) {  // a card may be in both
            const auto first = found.begin() + std::ptrdiff_t(start);
            std::sort(first, found.end(), [](auto& a, auto& b) { return a.cards < b.cards; });
            found.erase(std::unique(first, found.end(),
                                    [](auto& a, auto& b) { return a.cards == b.cards; }),
                        found.end());
        }
    }
}

// Naturals alone, and wilds (with jokers) as themselves (R-WILD-3, G-WILD-6).
void Wild::without_help(const Split& s, std::vector<WildMove>& found) const {
    list_leads(table_, s.natural,
               [&](MoveId id) { found.push_back({table_[id].cards, table_[id].combo}); });
    if (!s.wilds) return;
    const Levels unaided = fill(1U << rank, s.wilds) | (s.natural & JOKERS);
    list_leads(table_, unaided, [&](MoveId id) {
        if (count(table_[id].cards, rank))
            found.push_back({table_[id].cards, own_class(table_[id].cards, table_[id].combo)});
    });
}

void Wild::leads(Packed hand, std::vector<WildMove>& found) const {
    const Split s = split(hand);
    found.clear();
    without_help(s, found);
    if (s.wilds) with_help(s, {}, true, found);
}

void Wild::follows(Packed hand, Combo to_beat, std::vector<WildMove>& found) const {
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
