// Fuzzing: any bytes are a position; whatever they are, the parts of the kernel must agree with one
// another and stay inside their memory. Built for libFuzzer, and with its own `main` where there is
// none: then the inputs are random, and the argument is how many.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <set>

#include "../src/batch.h"
#include "../src/envs.h"
#include "../src/solve.h"

using namespace dizhu;

namespace {

void check(bool good, const char* what) {
    if (good) return;
    std::fprintf(stderr, "disagreement: %s\n", what);
    std::abort();
}

class Bytes {
   public:
    Bytes(const uint8_t* data, size_t size) : data_(data), size_(size) {}
    uint32_t below(uint32_t bound) { return at_ < size_ ? data_[at_++] % bound : 0; }

   private:
    const uint8_t* data_;
    size_t size_, at_ = 0;
};

Packed hand_from(Bytes& bytes, Packed deck, uint32_t cards) {
    Packed hand = 0;
    for (uint32_t i = 0; i < cards; ++i) {
        const int rank = int(bytes.below(RANKS));
        if (count(deck, rank) > count(hand, rank)) hand += unit(rank);
    }
    return hand;
}

// Three hands of 1 to `most` cards from one deck; false when one came out empty.
template <class Hands>
bool deal(Bytes& bytes, Hands& hands, uint32_t most) {
    Packed deck = FULL_DECK;
    for (Levels& h : hands) {
        const Packed cards = hand_from(bytes, deck, 1 + bytes.below(most));
        if (!cards) return false;
        deck -= cards;
        h = levels(cards);
    }
    return true;
}

// Any, the rocket often.
Combo some_combo(const Table& t, Bytes& bytes) {
    if (!bytes.below(4)) return ROCKET_COMBO;
    return t[MoveId(bytes.below(256) * 256 + bytes.below(256)) % MoveId(t.size())].combo;
}

Switches switches_from(uint32_t n) {
    return {bool(n & 1), bool(n & 2), bool(n & 4), bool(n & 8), bool(n & 16)};
}

const Table& table(uint32_t n) {
    static const Table* made[32] = {};
    if (!made[n]) made[n] = new Table(switches_from(n));
    return *made[n];
}

void same_three_ways(const Table& t, Levels h, const Combo* prev) {
    const Packed cards = packed(h);
    uint32_t i = 0;
    auto compare = [&](MoveId id) {
        check(id < t.size(), "a listed move is in the table");
        check(contains(h, levels(t[id].cards)), "a listed move is held");
        check(!prev || beats(t[id].combo, *prev), "a listed follow beats");
        const Picked p = prev ? pick_follow(t, h, *prev, i) : pick_lead(t, h, i);
        check(p.combo == t[id].combo && packed(p.after) == cards - t[id].cards, "picked as listed");
        ++i;
    };
    prev ? list_follows(t, h, *prev, compare) : list_leads(t, h, compare);
    check(i == (prev ? count_follows(t, h, *prev) : count_leads(t, h)), "counted as listed");
}

void wild_cards(const Table& t, Bytes& bytes) {
    const Wild wild(t, int(bytes.below(SUITED)), bytes.below(2), bytes.below(2));
    const Packed hand = hand_from(bytes, FULL_DECK, bytes.below(bytes.below(8) ? 13 : 21));
    WildMoves leads, follows;
    wild.leads(hand, leads);
    std::set<std::pair<Packed, uint32_t>> seen;
    for (const WildMove& m : leads) {
        check(contains(levels(hand), levels(m.cards)), "a wild move is held");
        check(seen.insert({m.cards, m.combo.code()}).second, "a wild move is listed once");
    }
    if (!leads.size()) return;
    const WildMove& some = leads[bytes.below(uint32_t(leads.size() < 256 ? leads.size() : 256))];
    bool read = false;
    for (const Combo c : wild.readings(some.cards)) read = read || c == some.combo;
    check(read, "a wild move has the reading it is listed under");
    wild.follows(hand, some.combo, follows);
    for (const WildMove& m : follows) check(wild.beats(m.combo, some.combo), "a wild follow beats");
}

// A move is one that may be played; a pass is one where there is something to beat.
void wins_as_said(const Table& t, const Endgame& e, const Solution& s) {
    check(s.move != NO_MOVE || e.to_beat, "who leads does not pass");
    if (s.move == NO_MOVE) return;
    check(contains(e.hands[size_t(e.turn)], levels(t[s.move].cards)), "a winning move is held");
    check(!e.to_beat || beats(t[s.move].combo, *e.to_beat), "a winning move beats");
}

void endgame(const Table& t, Bytes& bytes) {
    static const MinPlays* min[32] = {};
    const uint32_t n = uint32_t(t.switches.quad_pair_as_solos | t.switches.repeat_solo_wings << 1 |
                                t.switches.repeat_pair_wings << 2 | t.switches.both_jokers_as_kickers << 3 |
                                t.switches.wing_same_rank_as_body << 4);
    if (!min[n]) min[n] = new MinPlays(t);
    Endgame e;
    if (!deal(bytes, e.hands, 6)) return;
    for (const Levels& h : e.hands) {
        const auto plan = min[n]->plan(h);
        check(int(plan.size()) == (*min[n])(h), "a plan is as long as it says");
    }
    e.turn = int(bytes.below(3));
    if (bytes.below(2)) {  // in the middle of a trick, over anything, the rocket as well
        e.to_beat = some_combo(t, bytes);
        e.last = (e.turn + 1 + int(bytes.below(2))) % 3;
    }
    Halt never;
    const Solution s = solve(t, *min[n], e, {2000, 0}, never);
    if (s.has_move) wins_as_said(t, e, s);
    check(!s.landlord_wins || s.has_move == (*s.landlord_wins == (e.turn == 0)), "who wins has a move");
}

GameRules some_rules(Bytes& bytes) {
    GameRules rules;
    const uint32_t kind = bytes.below(32);
    rules.given = kind & 16;
    rules.blind = rules.raises = kind & 1;
    rules.deal.wild = kind & 2;
    rules.forced_score = kind & 4;
    rules.show_start = rules.show_bottom = kind & 8 ? 4 : 0;
    rules.max_redeals = 2;
    rules.raise_scope = RaiseScope(bytes.below(3));
    return rules;
}

// Random games from anywhere in a hand come to an end; the number of threads does not matter.
void batches(const Table& t, Bytes& bytes) {
    Position p;
    if (!deal(bytes, p.hands, 20)) return;
    p.turn = p.last = int(bytes.below(3));
    if (bytes.below(2)) {
        p.to_beat = some_combo(t, bytes);
        p.last = (p.turn + 1 + int(bytes.below(2))) % 3;
    }
    Halt never;
    check(playouts(t, p, 8, bytes.below(256), 1, never).games == 8, "every game ends");
    const GameRules rules = some_rules(bytes);
    const Patterns patterns{std::shared_ptr<const Table>(&t, [](const Table*) {}), false, true};
    const Tally one = full_playouts(patterns, rules, 2, 1, 1, never);
    const Tally two = full_playouts(patterns, rules, 2, 1, 2, never);
    check(one.games == 2 && one.plays == two.plays && one.passes == two.passes, "games by seed");
}

void game(const Table& t, Bytes& bytes) {
    const GameRules rules = some_rules(bytes);
    Patterns patterns{std::shared_ptr<const Table>(&t, [](const Table*) {}), bool(bytes.below(2)), true};
    Game g(patterns, rules);
    g.seed(uint64_t(bytes.below(256)));
    for (int i = 0; i < 60 && !g.over(); ++i) {
        check(g.legal() > 0, "somebody may do something");
        uint32_t moves = 0;
        g.each_move([&](MoveId, const WildMove&) { ++moves; });
        check(g.phase() != Phase::PLAY || moves + bool(g.to_beat()) == g.legal(), "choices are the moves");
        const uint32_t choice = bytes.below(256) % g.legal();
        g.move(choice);
        g.step(choice);
    }
    g.points();
}

// Numbered actions: always some are legal, and no row tells of more cards than there are.
void learner(const Table& t, Bytes& bytes) {
    const GameRules rules = some_rules(bytes);
    Patterns patterns{std::shared_ptr<const Table>(&t, [](const Table*) {}), bool(bytes.below(2)), true};
    Envs envs(patterns, rules, 1);
    Env& env = envs[0];
    envs.seed(0, std::to_string(bytes.below(256)));
    const std::unique_ptr<int32_t[]> row(new int32_t[OBSERVED]);
    for (int i = 0; i < 60; ++i) {
        for (int seat = 0; seat < 3; ++seat) {
            env.observe(seat, row.get());
            int seen = 0;
            for (int at = F_CARDS; at < F_BOTTOM; ++at) seen += row[size_t(at)];
            for (int at = F_UNSEEN; at < F_CHOSEN_CARDS; ++at) {
                check(row[size_t(at)] >= 0, "no rank is seen more often than it is held");
                seen += row[size_t(at)];
            }
            check(seen == 54, "every card is seen, played or unseen");
        }
        std::vector<int> legal;
        for (int a = 0; a < env_actions(); ++a)
            if (env.legal(a)) legal.push_back(a);
        check(env.over() == legal.empty(), "somebody may do something");
        if (env.over() || bytes.below(64) == 63) {
            envs.next(0);
            continue;
        }
        env.step(legal[bytes.below(256) % legal.size()]);
    }
    env.points();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    Bytes bytes(data, size);
    const Table& t = table(bytes.below(32));
    switch (bytes.below(6)) {
        case 0: {
            const Levels h = levels(hand_from(bytes, FULL_DECK, bytes.below(30)));
            same_three_ways(t, h, nullptr);
            const Combo prev = some_combo(t, bytes);
            same_three_ways(t, h, &prev);
            break;
        }
        case 1: wild_cards(t, bytes); break;
        case 2: endgame(t, bytes); break;
        case 3: learner(t, bytes); break;
        case 4: batches(t, bytes); break;
        default: game(t, bytes);
    }
    return 0;
}

#ifdef DIZHU_FUZZ_MAIN
int main(int argc, char** argv) {
    const int runs = argc > 1 ? std::atoi(argv[1]) : 2000;
    Rng rng(argc > 2 ? uint64_t(std::atoi(argv[2])) : 1);
    for (int i = 0; i < runs; ++i) {
        std::vector<uint8_t> data(4 + rng.below(90));
        for (uint8_t& b : data) b = uint8_t(rng.next());
        LLVMFuzzerTestOneInput(data.data(), data.size());
    }
    std::printf("%d passed, 0 failed\n", runs);
}
#endif
