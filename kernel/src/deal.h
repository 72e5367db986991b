// Deals: for simulations from a number, or exactly those of dizhu.rules.shuffle from secret bytes.
#pragma once

#include <array>
#include <string>

#include "cards.h"
#include "rng.h"

namespace dizhu {

// Everything that chance decides. Cards 0..53 as in dizhu.rules.cards: 17 for each seat in turn,
// then the three of the bottom.
struct Deal {
    std::array<uint8_t, 54> cards{};
    int first = 0;
    int wild = -1;
    int turned = -1;  // the place in `cards` of the card turned up

    Packed hand(int seat) const { return pack(17 * seat, 17 * seat + 17); }
    Packed bottom() const { return pack(51, 54); }

   private:
    Packed pack(int from, int to) const;
};

enum class FirstBidder : uint8_t { RANDOM, NEXT_SEAT, SAME, DRAWN_CARD };

struct DealRules {
    FirstBidder first_bidder = FirstBidder::RANDOM;
    bool wild = false;
    uint32_t tasks = 0;
};

inline int rank_of(int card) { return card < 52 ? card >> 2 : card - 39; }

// The `number`-th deal (1, 2, ...) of a game; `previous` bid first in the deal before, -1: nobody.
Deal quick_deal(uint64_t seed, int number, const DealRules& rules, int previous = -1);
Deal secret_deal(const std::string& seed, int number, const DealRules& rules, int previous = -1);

}  // namespace dizhu
