#include "solve.h"

#include <algorithm>
#include <chrono>
#include <vector>

#include "rng.h"

namespace dizhu {

namespace {

using Number = uint32_t;
constexpr Number INFINITE = 1U << 30;

struct Node {
    std::array<Levels, 3> hands;
    int8_t seat;
    int8_t last;  // who played `to_beat`; -1: a lead
    Combo to_beat;
};

// How hard it seems to prove (`pn`) or to disprove (`dn`) that the landlord wins.
struct Numbers {
    Number pn, dn;
    bool solved() const { return pn == 0 || dn == 0; }
};
constexpr Numbers WON{0, INFINITE}, LOST{INFINITE, 0};

struct Child {
    Node node;
    uint64_t key;
    Numbers numbers;
    MoveId move;
};

// --- the table of positions -----------------------------------------------------------------------

// One for each thread, kept from one call to the next; entries of other calls do not count.
class Positions {
   public:
    void begin() {
        if (slots_.empty()) slots_.resize(SIZE);
        call_ = mix(call_);
    }

    bool find(uint64_t key, Numbers& numbers) const {
        const uint64_t id = key ^ call_;
        for (size_t i = 0; i < WAYS; ++i) {
            const Slot& slot = slots_[(id + i) & (SIZE - 1)];
            if (slot.id == id) return numbers = slot.numbers, true;
        }
        return false;
    }

    void store(uint64_t key, Numbers numbers, uint32_t work) {
        const uint64_t id = key ^ call_;
        Slot* worst = nullptr;
        for (size_t i = 0; i < WAYS; ++i) {
            Slot& slot = slots_[(id + i) & (SIZE - 1)];
            if (slot.id == id) {
                slot.numbers = numbers;
                slot.work += work;
                return;
            }
            if (slot.call != uint32_t(call_)) slot.work = 0;
            if (!worst || slot.work < worst->work) worst = &slot;
        }
        *worst = {id, numbers, work, uint32_t(call_)};
    }

   private:
    struct Slot {
        uint64_t id;
        Numbers numbers;
        uint32_t work, call;
    };
    static constexpr size_t SIZE = 1 << 20, WAYS = 4;
    std::vector<Slot> slots_;
    uint64_t call_ = 1;
};

// --- positions that are the same ------------------------------------------------------------------

bool has_chain(Levels h) {
    return run_starts(at_least(h, 1), 5) || run_starts(at_least(h, 2), 3) ||
           run_starts(at_least(h, 3), 2);
}

// The lowest rank that matters for beating a combo: of a body or a chain that somebody still to
// answer holds. Two combos with the same one are the same to beat. RANKS: there is none but bombs.
int threshold(const Node& n) {
    if (n.to_beat.kind == ROCKET) return RANKS;
    const Shape& shape = SHAPES[n.to_beat.kind];
    Mask ranks = 0;
    for (int s = n.seat; s != n.last; s = s == 2 ? 0 : s + 1) {
        const Mask held = at_least(n.hands[size_t(s)], shape.per);
        ranks |= shape.max_length > 1 ? run_starts(held, n.to_beat.length) : held;
    }
    ranks &= above(n.to_beat.low());
    return ranks ? lowest(ranks) : RANKS;
}

// A number that two positions share if they differ only in ranks that nobody holds: where nobody
// has a chain all that matters is the order of the ranks, else also where a run is broken.
uint64_t key_of(const Node& n) {
    constexpr uint64_t M = 0x9E3779B97F4A7C15ULL;
    const Packed a = packed(n.hands[0]), b = packed(n.hands[1]), c = packed(n.hands[2]);
    const Mask held = at_least(n.hands[0] | n.hands[1] | n.hands[2], 1);
    const bool chains = has_chain(n.hands[0]) || has_chain(n.hands[1]) || has_chain(n.hands[2]);
    const bool rocket = has_rocket(n.hands[0]) || has_rocket(n.hands[1]) || has_rocket(n.hands[2]);
    uint64_t key = uint64_t(n.seat) | uint64_t(chains) << 3 | uint64_t(rocket) << 4;
    int at = RANKS + 1;
    if (n.last >= 0) {
        at = threshold(n);
        const Combo& to_beat = n.to_beat;
        const bool only_bombs = at == RANKS && to_beat.kind != BOMB;
        key |= uint64_t(n.last + 1) << 5 | (only_bombs ? 0 : uint64_t(to_beat.kind) << 8 | uint64_t(to_beat.length) << 12);
    }
    key = (key + 1) * M;
    int previous = -1;
    for (Mask m = held; m; m &= m - 1) {
        const int r = lowest(m);
        uint64_t column = (a >> 4 * r & 15) | (b >> 4 * r & 15) << 4 | (c >> 4 * r & 15) << 8;
        if (chains && r != previous + 1 && previous >= 0) column |= 1 << 12;
        if ((chains && r == CHAIN) || (rocket && r == BLACK_JOKER)) column |= 1 << 13;
        if (r == at) column |= 1 << 14;
        key = (key ^ column) * M;
        key ^= key >> 29;
        previous = r;
    }
    return mix(key);
}

// --- what can be told without searching -----------------------------------------------------------

// What a seat has to get past: the landlord the two others, they only him.
Levels against(const Node& n, int seat) {
    return seat == 0 ? n.hands[1] | n.hands[2] : n.hands[0];
}

bool has_bomb(Levels h) { return quads(h) || has_rocket(h); }

// The ranks held exactly n times.
Mask exactly(Levels h, int n) { return at_least(h, n) & ~(n < 4 ? at_least(h, n + 1) : 0); }

// Those that others hold more of, or as many of a higher rank.
Mask beatable(Levels mine, Levels theirs, int n) {
    const Mask top = at_least(theirs, n);
    return top ? exactly(mine, n) & ((1U << highest(top)) - 1) : 0;
}

int beatable_groups(Levels mine, Levels theirs) {
    return bits(beatable(mine, theirs, 1)) + bits(beatable(mine, theirs, 2)) +
           bits(beatable(mine, theirs, 3));
}

// Whether the seat to move wins by going on with plays that nobody can beat, the last one apart.
// Only plays of one rank are looked at, and trios that take a low card or pair with them.
bool runs_out(const Node& n) {
    const Levels mine = n.hands[size_t(n.seat)], theirs = against(n, n.seat);
    const bool bombs = n.seat == 0 ? has_bomb(n.hands[1]) || has_bomb(n.hands[2]) : has_bomb(theirs);
    if (bombs) return false;
    const int attachable = bits(beatable(mine, theirs, 1)) + bits(beatable(mine, theirs, 2));
    const Mask strong_trios = exactly(mine, 3) & ~beatable(mine, theirs, 3);
    if (beatable_groups(mine, theirs) - std::min(bits(strong_trios), attachable) > 1) return false;
    if (n.last < 0 || has_rocket(mine)) return true;
    if (n.to_beat.kind == BOMB) return quads(mine) & above(n.to_beat.main);
    if (quads(mine)) return n.to_beat.kind != ROCKET;
    if (!is_unit(n.to_beat)) return false;
    const int per = SHAPES[n.to_beat.kind].per;
    if (per == 3 && attachable) return false;
    return exactly(mine, per) & ~beatable(mine, theirs, per) & above(n.to_beat.main);
}

// The ranks that are in some chain of one, or of two of each.
Mask in_chains(Levels h, int per) {
    const int length = SHAPES[SOLO_CHAIN + per - 1].min_length;
    Mask all = 0;
    for (int i = 0; i < length; ++i) all |= run_starts(at_least(h, per), length) << i;
    return all;
}

// The landlord would rather keep a high card than a low one: whatever the low one does later, the
// high one does as well, and fewer plays answer it. So a card is not attached where a lower single
// one, in no chain, could be; nor a pair where a lower pair could. This needs that two attached
// cards may be equal, and that the card is none of a trio, which could not be attached to itself.
// (For the others it is not true: a low card may pass the lead to a partner.)
bool wastes(Levels hand, const Move& m) {
    const Shape& shape = SHAPES[m.combo.kind];
    const Mask body = ((1U << m.combo.length) - 1) << m.combo.low();
    const Levels rest = hand & ~(body * EVERY_LEVEL);
    const Mask wings = at_least(levels(m.cards - packed(fill(body, shape.per))), 1);
    Mask low = exactly(rest, shape.wing) & ~in_chains(rest, 1) & SUITED_MASK & ~wings;
    if (shape.wing == 2) low &= ~in_chains(rest, 2);
    return low && (wings & above(lowest(low)) & ~at_least(rest, 3));
}

bool may_waste(const Switches& s) {
    return s.quad_pair_as_solos && s.repeat_solo_wings && s.repeat_pair_wings &&
           s.both_jokers_as_kickers && !s.wing_same_rank_as_body;
}

// --- the search -----------------------------------------------------------------------------------

class Search {
   public:
    Search(const Table& table, const MinPlays& min, Positions& positions, Limits limits, Halt& halt)
        : table_(table),
          min_(min),
          positions_(positions),
          limits_(limits),
          halt_(halt),
          prunes_(may_waste(table.switches)) {
        positions_.begin();
        start_ = std::chrono::steady_clock::now();
    }

    Solution run(const Endgame& e) {
        Node root{e.hands, int8_t(e.turn), int8_t(e.to_beat ? e.last : -1),
                  e.to_beat ? *e.to_beat : Combo{}};
        Solution solution;
        const Numbers n = prove(root, key_of(root), {INFINITE, INFINITE}, &solution.move);
        solution.nodes = nodes_;
        if (!n.solved()) return solution;
        solution.landlord_wins = n.pn == 0;
        solution.has_move = *solution.landlord_wins == (root.seat == 0);
        return solution;
    }

   private:
    bool out_of_limits() {
        if (stopped_) return true;
        if ((limits_.nodes && nodes_ >= limits_.nodes) || halt_.asked()) stopped_ = true;
        if (limits_.seconds > 0 && nodes_ >= look_at_) {
            const std::chrono::duration<double> spent = std::chrono::steady_clock::now() - start_;
            if (spent.count() > limits_.seconds) stopped_ = true;
            look_at_ = nodes_ + 256;
        }
        return stopped_;
    }

    bool can_follow(Levels h, Combo to_beat) const { return count_follows(table_, h, to_beat) != 0; }

    // Whose turn it is after a play or a pass: those who can only pass are not asked.
    void to_answer(Node& n, int seat) const {
        while (seat != n.last && !can_follow(n.hands[size_t(seat)], n.to_beat))
            seat = seat == 2 ? 0 : seat + 1;
        n.seat = int8_t(seat);
        if (seat == n.last) n.last = -1;
    }

    // Whether the seat to move can put down all it has.
    bool can_finish(const Node& n) const {
        const Packed cards = packed(n.hands[size_t(n.seat)]);
        for (MoveId id = table_.find(cards); id != NO_MOVE; id = table_.next_reading(id))
            if (n.last < 0 || beats(table_[id].combo, n.to_beat)) return true;
        return false;
    }

    int to_go(const Node& n, int seat) const {
        const Levels mine = n.hands[size_t(seat)];
        return min_.without_chains(mine) + beatable_groups(mine, against(n, seat));
    }

    Numbers guess(const Node& n) const {
        return {Number(1 + to_go(n, 0)), Number(1 + std::min(to_go(n, 1), to_go(n, 2)))};
    }

    void add(const Node& n, MoveId move, std::vector<Child>& children) const {
        Child c{n, 0, {}, move};
        if (can_finish(n) || runs_out(n)) {
            c.numbers = n.seat == 0 ? WON : LOST;
        } else {
            c.key = key_of(n);
            for (const Child& other : children)
                if (other.key == c.key) return;
            c.numbers = guess(n);
        }
        children.push_back(c);
    }

    void expand(const Node& n, std::vector<Child>& children) const {
        const size_t seat = size_t(n.seat);
        const Packed cards = packed(n.hands[seat]);
        auto play = [&](MoveId id) {
            const Move& m = table_[id];
            if (seat == 0 && prunes_ && SHAPES[m.combo.kind].wing && wastes(n.hands[0], m)) return;
            const Levels left = levels(cards - m.cards);
            Node next = n;
            next.hands[seat] = left;
            next.to_beat = m.combo;
            next.last = n.seat;
            if (!left) {
                children.push_back({next, 0, seat == 0 ? WON : LOST, id});
                return;
            }
            to_answer(next, seat == 2 ? 0 : n.seat + 1);
            add(next, id, children);
        };
        if (n.last < 0) {
            list_leads(table_, n.hands[seat], play);
        } else {
            list_follows(table_, n.hands[seat], n.to_beat, play);
            Node next = n;
            to_answer(next, seat == 2 ? 0 : n.seat + 1);
            add(next, NO_MOVE, children);
        }
    }

    void look_up(Child& c) const {
        if (!c.numbers.solved()) positions_.find(c.key, c.numbers);
    }

    // Depth-first proof-number search until a number reaches its limit. `winning`: a move of the side
    // to move, if it was found to win.
    Numbers prove(const Node& n, uint64_t key, Numbers limit, MoveId* winning = nullptr) {
        const uint64_t before = nodes_++;
        std::vector<Child> children;
        expand(n, children);
        const bool any = n.seat == 0;  // the landlord needs one good move, the others all bad ones
        for (;;) {
            Number best = INFINITE, second = INFINITE, sum = 0;
            Child* next = nullptr;
            for (Child& c : children) {
                look_up(c);
                if (winning && (any ? c.numbers.pn : c.numbers.dn) == 0) *winning = c.move;
                const Number one = any ? c.numbers.pn : c.numbers.dn;
                const Number all = any ? c.numbers.dn : c.numbers.pn;
                if (one < best) {
                    second = best;
                    best = one;
                    next = &c;
                } else if (one < second) {
                    second = one;
                }
                sum = std::min(INFINITE, sum + all);
            }
            const Numbers now = any ? Numbers{best, best == 0 ? INFINITE : sum}
                                    : Numbers{best == 0 ? INFINITE : sum, best};
            if (now.solved() || now.pn >= limit.pn || now.dn >= limit.dn || out_of_limits()) {
                positions_.store(key, now, uint32_t(nodes_ - before));
                return now;
            }
            const Number one_limit = std::min(any ? limit.pn : limit.dn, second + 1 + second / 2);
            const Number all_now = any ? next->numbers.dn : next->numbers.pn;
            const Number all_limit = std::min(INFINITE, (any ? limit.dn : limit.pn) - sum + all_now);
            next->numbers = prove(next->node, next->key,
                                  any ? Numbers{one_limit, all_limit} : Numbers{all_limit, one_limit});
        }
    }

    const Table& table_;
    const MinPlays& min_;
    Positions& positions_;
    const Limits limits_;
    Halt& halt_;
    const bool prunes_;
    std::chrono::steady_clock::time_point start_;
    uint64_t nodes_ = 0, look_at_ = 0;
    bool stopped_ = false;
};

}  // namespace

Solution solve(const Table& table, const MinPlays& min, const Endgame& endgame, Limits limits,
               Halt& halt) {
    thread_local Positions positions;
    return Search(table, min, positions, limits, halt).run(endgame);
}

}  // namespace dizhu
