// What calls from Python are given, checked: a ValueError says what is wrong.
#pragma once

#include <nanobind/nanobind.h>

#include <array>

#include "cards.h"

namespace dizhu {

namespace nb = nanobind;

using Hands = std::array<Packed, 3>;

inline void check_hand(Packed p) {
    if (!plausible(p)) throw nb::value_error("these are no cards of one deck");
}

inline Levels hand_of(Packed p) {
    check_hand(p);
    return levels(p);
}

inline Levels playable(Packed p) {
    const Levels h = hand_of(p);
    if (size(h) > MOST_CARDS) throw nb::value_error("more than 20 cards");
    return h;
}

inline int seat_of(int seat) {
    if (seat < 0 || seat > 2) throw nb::value_error("a seat is 0, 1 or 2");
    return seat;
}

inline int threads_of(int threads) {
    if (threads < 1 || threads > 256) throw nb::value_error("threads: 1 to 256");
    return threads;
}

}  // namespace dizhu
