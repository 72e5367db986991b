#include "batch.h"

#include <algorithm>
#include <exception>
#include <thread>

namespace dizhu {

void in_parts(uint64_t n, int threads, const std::function<void(int, uint64_t, uint64_t)>& work) {
    threads = int(std::clamp<uint64_t>(uint64_t(std::max(threads, 1)), 1, std::max<uint64_t>(n, 1)));
    std::vector<std::thread> others;
    std::vector<std::exception_ptr> failed{size_t(threads)};
    auto part = [&](int i) {
        try {
            work(i, n * uint64_t(i) / uint64_t(threads), n * uint64_t(i + 1) / uint64_t(threads));
        } catch (...) {
            failed[size_t(i)] = std::current_exception();
        }
    };
    for (int i = 1; i < threads; ++i) others.emplace_back(part, i);
    part(0);
    for (std::thread& t : others) t.join();
    for (const auto& error : failed)
        if (error) std::rethrow_exception(error);
}

namespace {

template <class Work>
Tally tallied(uint64_t n, int threads, Work&& work) {
    std::vector<Tally> parts{size_t(std::max(threads, 1))};
    in_parts(n, threads, [&](int i, uint64_t from, uint64_t to) {
        Tally tally;
        for (uint64_t game = from; game < to; ++game) work(game, tally);
        parts[size_t(i)] += tally;
    });
    Tally all;
    for (const Tally& part : parts) all += part;
    return all;
}

Position fresh(Rng& rng) {
    uint8_t deck[54];
    for (uint32_t i = 0; i < 54; ++i) {
        const uint32_t j = rng.below(i + 1);
        deck[i] = deck[j];
        deck[j] = uint8_t(i);
    }
    Packed hands[3] = {};
    for (int i = 0; i < 54; ++i) hands[i < 20 ? 0 : i < 37 ? 1 : 2] += unit(rank_of(deck[i]));
    Position p;
    for (size_t s = 0; s < 3; ++s) p.hands[s] = levels(hands[s]);
    return p;
}

void play_out(const Table& t, const Position& start, Rng& rng, Tally& tally) {
    std::array<Levels, 3> hands = start.hands;
    size_t seat = size_t(start.turn), last = size_t(start.last);
    bool leads = !start.to_beat;
    Combo prev = leads ? Combo{} : *start.to_beat;
    uint64_t plays = 0, passes = 0;
    for (;; seat = seat == 2 ? 0 : seat + 1) {
        if (!leads && seat == last) leads = true;  // G-PLAY-1
        Picked picked;
        if (leads) {
            picked = pick_lead(t, hands[seat], rng.below(count_leads(t, hands[seat])));
        } else {
            const uint32_t n = count_follows(t, hands[seat], prev);
            const uint32_t i = n ? rng.below(n + 1) : 0;
            if (i == n) {
                ++passes;
                continue;
            }
            picked = pick_follow(t, hands[seat], prev, i);
        }
        ++plays;
        tally.bombs += picked.combo.kind <= BOMB;
        hands[seat] = picked.after;
        prev = picked.combo;
        last = seat;
        leads = false;
        if (!picked.after) break;
    }
    ++tally.games;
    tally.landlord_wins += seat == 0;
    tally.plays += plays;
    tally.passes += passes;
}

}  // namespace

Tally playouts(const Table& t, const std::optional<Position>& start, uint64_t n, uint64_t seed,
               int threads) {
    return tallied(n, threads, [&](uint64_t game, Tally& tally) {
        Rng rng(seed, game);
        play_out(t, start ? *start : fresh(rng), rng, tally);
    });
}

Tally full_playouts(const Patterns& patterns, const GameRules& rules, uint64_t n, uint64_t seed,
                    int threads) {
    std::vector<Tally> parts{size_t(std::max(threads, 1))};
    in_parts(n, threads, [&](int i, uint64_t from, uint64_t to) {
        Game game(patterns, rules, false);
        Tally tally;
        for (uint64_t g = from; g < to; ++g) {
            Rng rng(~seed, g);
            game.seed(mix(seed) ^ g);
            while (!game.over()) {
                if (game.phase() == Phase::PLAY) {
                    const uint32_t choice = rng.below(game.legal());
                    const bool pass = game.to_beat() && choice == game.legal() - 1;
                    ++(pass ? tally.passes : tally.plays);
                    game.step(choice);
                } else {
                    game.step(rng.below(game.legal()));
                }
            }
            ++tally.games;
            tally.forced += game.forced();
            tally.landlord_wins += game.out() >= 0 && game.out() == game.landlord();
        }
        parts[size_t(i)] += tally;
    });
    Tally all;
    for (const Tally& part : parts) all += part;
    return all;
}

// --- self-play ------------------------------------------------------------------------------------

namespace {

// How much one would rather keep the cards: high ranks, and bombs above all.
int price(const Move& m) {
    if (m.combo.kind == ROCKET) return 1000;
    if (m.combo.kind == BOMB) return 500 + m.combo.main;
    int high = 0;
    for (int r = 0; r < RANKS; ++r) high += count(m.cards, r) * std::max(r - 8, 0);
    return 4 * m.combo.main + high;
}

}  // namespace

MoveId fewest_move(const Table& t, const MinPlays& min, Levels hand, const Combo* to_beat,
                   bool partner_played, int least_of_others) {
    const Packed p = packed(hand);
    const int now = min(hand);
    MoveId best = NO_MOVE;
    int best_cost = to_beat ? 100 * now + (partner_played ? -60 : 90) : 1 << 30;
    auto consider = [&](MoveId id) {
        const Move& m = t[id];
        if (m.cards == p) {
            best = id;
            best_cost = -(1 << 20);
            return;
        }
        int cost = 100 * (1 + min(levels(p - m.cards))) + price(m);
        if (!to_beat) cost -= 8 * size(levels(m.cards));
        if (m.combo.kind <= BOMB && least_of_others > 5) cost += 100;
        if (m.combo.kind == SOLO && !to_beat && least_of_others == 1) cost += 120 - 9 * m.combo.main;
        if (cost < best_cost) {
            best = id;
            best_cost = cost;
        }
    };
    to_beat ? list_follows(t, hand, *to_beat, consider) : list_leads(t, hand, consider);
    return best;
}

Recorded selfplay(const Table& t, const MinPlays& min, Policy policy, uint64_t n, uint64_t seed,
                  int threads) {
    std::vector<Recorded> parts{size_t(std::max(threads, 1))};
    in_parts(n, threads, [&](int part, uint64_t from, uint64_t to) {
        Recorded& r = parts[size_t(part)];
        std::vector<MoveId> moves;
        for (uint64_t g = from; g < to; ++g) {
            Rng rng(seed, g);
            Position p = fresh(rng);
            const size_t landlord = rng.below(3);  // any seat, so that nothing depends on it
            std::rotate(p.hands.begin(), p.hands.end() - std::ptrdiff_t(landlord), p.hands.end());
            for (Levels h : p.hands) r.hands.push_back(packed(h));
            r.landlord.push_back(uint8_t(landlord));
            r.start.push_back(uint32_t(r.cards.size()));
            size_t seat = landlord, last = landlord;
            bool leads = true;
            Combo prev;
            for (;; seat = (seat + 1) % 3) {
                if (!leads && seat == last) leads = true;
                const Levels h = p.hands[seat];
                MoveId id = NO_MOVE;
                if (policy == Policy::RANDOM) {
                    moves.clear();
                    auto sink = [&](MoveId m) { moves.push_back(m); };
                    leads ? list_leads(t, h, sink) : list_follows(t, h, prev, sink);
                    const uint32_t i = rng.below(uint32_t(moves.size()) + !leads);
                    if (i < moves.size()) id = moves[i];
                } else {
                    int least = 20;
                    for (size_t s = 0; s < 3; ++s)
                        if ((s == landlord) != (seat == landlord)) least = std::min(least, size(p.hands[s]));
                    const bool partner = !leads && seat != landlord && last != landlord;
                    id = fewest_move(t, min, h, leads ? nullptr : &prev, partner, least);
                }
                r.seats.push_back(uint8_t(seat));
                r.cards.push_back(id == NO_MOVE ? 0 : t[id].cards);
                r.combos.push_back(id == NO_MOVE ? uint16_t(NOTHING) : uint16_t(t[id].combo.code()));
                if (id == NO_MOVE) continue;
                p.hands[seat] = levels(packed(h) - t[id].cards);
                prev = t[id].combo;
                last = seat;
                leads = false;
                if (!p.hands[seat]) break;
            }
            r.winner.push_back(uint8_t(seat));
        }
    });
    Recorded all;
    auto append = [](auto& to, const auto& from) { to.insert(to.end(), from.begin(), from.end()); };
    for (const Recorded& r : parts) {
        for (uint32_t start : r.start) all.start.push_back(start + uint32_t(all.cards.size()));
        append(all.hands, r.hands);
        append(all.landlord, r.landlord);
        append(all.winner, r.winner);
        append(all.cards, r.cards);
        append(all.combos, r.combos);
        append(all.seats, r.seats);
    }
    all.start.push_back(uint32_t(all.cards.size()));
    return all;
}

}  // namespace dizhu
