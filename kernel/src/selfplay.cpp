#include "selfplay.h"

#include <algorithm>
#include <stdexcept>

namespace dizhu {

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

namespace {

// One thread's games.
class SelfPlay {
   public:
    SelfPlay(const Table& t, const MinPlays& min, Policy policy) : t_(t), min_(min), policy_(policy) {}

    void play(Rng rng, Recorded& r) {
        deal(rng);
        for (Levels h : hands_) r.hands.push_back(packed(h));
        r.landlord.push_back(uint8_t(landlord_));
        r.start.push_back(uint32_t(r.cards.size()));
        seat_ = last_ = landlord_;
        leads_ = true;
        for (;; seat_ = (seat_ + 1) % 3) {
            if (!leads_ && seat_ == last_) leads_ = true;
            const MoveId id = policy_ == Policy::RANDOM ? any_move(rng) : good_move();
            r.seats.push_back(uint8_t(seat_));
            r.cards.push_back(id == NO_MOVE ? 0 : t_[id].cards);
            r.combos.push_back(id == NO_MOVE ? uint16_t(NOTHING) : uint16_t(t_[id].combo.code()));
            if (id == NO_MOVE) continue;
            hands_[seat_] = levels(packed(hands_[seat_]) - t_[id].cards);
            prev_ = t_[id].combo;
            last_ = seat_;
            leads_ = false;
            if (!hands_[seat_]) break;
        }
        r.winner.push_back(uint8_t(seat_));
    }

   private:
    // The landlord sits anywhere, so that nothing depends on it.
    void deal(Rng& rng) {
        hands_ = fresh(rng).hands;
        landlord_ = rng.below(3);
        std::rotate(hands_.begin(), hands_.end() - std::ptrdiff_t(landlord_), hands_.end());
    }

    MoveId any_move(Rng& rng) {
        moves_.clear();
        auto sink = [&](MoveId m) { moves_.push_back(m); };
        leads_ ? list_leads(t_, hands_[seat_], sink) : list_follows(t_, hands_[seat_], prev_, sink);
        const uint32_t i = rng.below(uint32_t(moves_.size()) + !leads_);
        return i < moves_.size() ? moves_[i] : NO_MOVE;
    }

    MoveId good_move() const {
        int least = MOST_CARDS;
        for (size_t s = 0; s < 3; ++s)
            if ((s == landlord_) != (seat_ == landlord_)) least = std::min(least, size(hands_[s]));
        const bool partner = !leads_ && seat_ != landlord_ && last_ != landlord_;
        return fewest_move(t_, min_, hands_[seat_], leads_ ? nullptr : &prev_, partner, least);
    }

    const Table& t_;
    const MinPlays& min_;
    const Policy policy_;
    std::array<Levels, 3> hands_{};
    size_t landlord_ = 0, seat_ = 0, last_ = 0;
    bool leads_ = true;
    Combo prev_{};
    std::vector<MoveId> moves_;
};

Recorded joined(const std::vector<Recorded>& parts) {
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

}  // namespace

Recorded selfplay(const Table& t, const MinPlays& min, Policy policy, uint64_t n, uint64_t seed,
                  int threads, Halt& halt) {
    if (n > MOST_GAMES)
        throw std::invalid_argument("n: at most 10,000,000 games; for more, call again with another seed");
    std::vector<Recorded> parts{size_t(std::max(threads, 1))};
    in_parts(n, threads, halt, [&](int part, uint64_t from, uint64_t to) {
        SelfPlay games(t, min, policy);
        for (uint64_t g = from; g < to && !halt.asked(); ++g)
            games.play(Rng(seed, g), parts[size_t(part)]);
    });
    return joined(parts);
}

}  // namespace dizhu
