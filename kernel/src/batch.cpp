#include "batch.h"

#include <algorithm>

namespace dizhu {

namespace {

template <class Work>
Tally tallied(uint64_t n, int threads, Halt& halt, Work&& work) {
    std::vector<Tally> parts{size_t(std::max(threads, 1))};
    in_parts(n, threads, halt, [&](int i, uint64_t from, uint64_t to) {
        parts[size_t(i)] = work(from, to);
    });
    Tally all;
    for (const Tally& part : parts) all += part;
    return all;
}

}  // namespace

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

namespace {

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
               int threads, Halt& halt) {
    return tallied(n, threads, halt, [&](uint64_t from, uint64_t to) {
        Tally tally;
        for (uint64_t game = from; game < to && !halt.asked(); ++game) {
            Rng rng(seed, game);
            play_out(t, start ? *start : fresh(rng), rng, tally);
        }
        return tally;
    });
}

namespace {

void play_out(Game& game, Rng& rng, Tally& tally) {
    while (!game.over()) {
        const uint32_t choice = rng.below(game.legal());
        if (game.phase() == Phase::PLAY) {
            const bool pass = game.to_beat() && choice == game.legal() - 1;
            ++(pass ? tally.passes : tally.plays);
        }
        game.step(choice);
    }
    ++tally.games;
    tally.forced += game.forced();
    tally.landlord_wins += game.out() >= 0 && game.out() == game.landlord();
}

}  // namespace

Tally full_playouts(const Patterns& patterns, const GameRules& rules, uint64_t n, uint64_t seed,
                    int threads, Halt& halt) {
    return tallied(n, threads, halt, [&](uint64_t from, uint64_t to) {
        Game game(patterns, rules, false);
        Tally tally;
        for (uint64_t g = from; g < to && !halt.asked(); ++g) {
            Rng rng(~seed, g);
            game.seed(mix(seed) ^ g);
            play_out(game, rng, tally);
        }
        return tally;
    });
}

}  // namespace dizhu
