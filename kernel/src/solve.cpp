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

// --- the search -----------------------------------------------------------------------------------

class Search {
   public:
    Search(const Table& table, const MinPlays& min, Positions& positions, Limits limits)
        : table_(table), min_(min), positions_(positions), limits_(limits) {
        positions_.begin();
        start_ = std::chrono::steady_clock::now();
    }

    Solution run(const Endgame& e) {
        Node root{e.hands, int8_t(e.turn), int8_t(e.to_beat ? e.last : -1),
                  e.to_beat ? *e.to_beat : Combo{}};
        const uint64_t key = key_of(root);
        const Numbers n = prove(root, key, {INFINITE, INFINITE});
        Solution solution;
        solution.nodes = nodes_;
        if (!n.solved()) return solution;
        solution.landlord_wins = n.pn == 0;
        const bool mover_wins = (n.pn == 0) == (root.seat == 0);
        if (mover_wins) {
            solution.has_move = true;
            std::vector<Child> children;
            expand(root, children);
            for (Child& c : children) {
                look_up(c);
                if ((root.seat == 0 ? c.numbers.pn : c.numbers.dn) == 0) solution.move = c.move;
            }
        }
        return solution;
    }

   private:
    bool out_of_limits() {
        if (stopped_) return true;
        if (limits_.nodes && nodes_ >= limits_.nodes) stopped_ = true;
        if (limits_.seconds > 0 && nodes_ % 256 == 0) {
            const std::chrono::duration<double> spent = std::chrono::steady_clock::now() - start_;
            if (spent.count() > limits_.seconds) stopped_ = true;
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

    Numbers guess(const Node& n) const {
        const int l = min_.without_chains(n.hands[0]);
        const int p = std::min(min_.without_chains(n.hands[1]), min_.without_chains(n.hands[2]));
        return {Number(1 + l), Number(1 + p)};
    }

    void add(const Node& n, MoveId move, std::vector<Child>& children) const {
        Child c{n, 0, {}, move};
        if (can_finish(n)) {
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
            const Levels left = levels(cards - table_[id].cards);
            Node next = n;
            next.hands[seat] = left;
            next.to_beat = table_[id].combo;
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

    // Depth-first proof-number search until a number reaches its limit.
    Numbers prove(const Node& n, uint64_t key, Numbers limit) {
        const uint64_t before = nodes_++;
        std::vector<Child> children;
        expand(n, children);
        const bool any = n.seat == 0;  // the landlord needs one good move, the others all bad ones
        for (;;) {
            Number best = INFINITE, second = INFINITE, sum = 0, worst = 0;
            Child* next = nullptr;
            for (Child& c : children) {
                look_up(c);
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
                worst = std::max(worst, all);
            }
            const Numbers now = any ? Numbers{best, best == 0 ? INFINITE : sum}
                                    : Numbers{best == 0 ? INFINITE : sum, best};
            if (now.solved() || now.pn >= limit.pn || now.dn >= limit.dn || out_of_limits()) {
                positions_.store(key, now, uint32_t(nodes_ - before));
                return now;
            }
            const Number one_limit = std::min(any ? limit.pn : limit.dn, second + 1 + second / 4);
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
    std::chrono::steady_clock::time_point start_;
    uint64_t nodes_ = 0;
    bool stopped_ = false;
};

}  // namespace

Solution solve(const Table& table, const MinPlays& min, const Endgame& endgame, Limits limits) {
    thread_local Positions positions;
    return Search(table, min, positions, limits).run(endgame);
}

}  // namespace dizhu
