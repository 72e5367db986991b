// Hands as packed counts and as levels.
//
// A *packed* hand counts ranks, four bits a rank (as dizhu.rules.cards does). *Levels* say the same
// in unary: bit 16 * (n - 1) + r is set when rank r is held at least n times. Every question that
// generation asks ("which ranks are held three times?") is then a shift and a mask, the number of
// cards is the number of set bits, and "holds all of" is one and-not.
#pragma once

#include <cstddef>
#include <cstdint>

namespace dizhu {

using std::size_t;
using Packed = uint64_t;
using Levels = uint64_t;
using Mask = uint32_t;  // one bit a rank

constexpr int RANKS = 15;
constexpr int SUITED = 13;
constexpr int CHAIN = 12;  // 3..A: chains hold no 2 and no joker
constexpr int BLACK_JOKER = 13, RED_JOKER = 14;
constexpr int MOST_CARDS = 20;

constexpr Packed ONES = 0x0111111111111111ULL;
constexpr Packed ROCKET_CARDS = (1ULL << 4 * BLACK_JOKER) | (1ULL << 4 * RED_JOKER);
constexpr Mask ALL_MASK = (1U << RANKS) - 1;
constexpr Mask SUITED_MASK = (1U << SUITED) - 1;
constexpr Mask CHAIN_MASK = (1U << CHAIN) - 1;
constexpr Mask JOKERS = (1U << BLACK_JOKER) | (1U << RED_JOKER);
constexpr uint64_t EVERY_LEVEL = 0x0001000100010001ULL;
constexpr Packed FULL_DECK = (ONES & ((1ULL << 4 * SUITED) - 1)) * 4 + ROCKET_CARDS;

inline int bits(uint64_t x) { return __builtin_popcountll(x); }
inline int lowest(uint64_t x) { return __builtin_ctzll(x); }
inline int highest(uint64_t x) { return 63 - __builtin_clzll(x); }
inline Packed unit(int rank) { return 1ULL << 4 * rank; }
inline int count(Packed hand, int rank) { return int(hand >> 4 * rank & 15); }

// Of every byte the position of its k-th set bit: [byte * 8 + k].
struct NthTable {
    uint8_t at[256 * 8]{};
    constexpr NthTable() {
        for (int byte = 0; byte < 256; ++byte)
            for (int bit = 0, k = 0; bit < 8; ++bit)
                if (byte >> bit & 1) at[byte * 8 + k++] = uint8_t(bit);
    }
};
inline constexpr NthTable NTH;

// The position of the k-th set bit of a mask that has more, k from 0; without a branch.
inline int nth(Mask mask, int k) {
    const int low = bits(mask & 255);
    const int high = k >= low;
    return NTH.at[(mask >> 8 * high & 255) * 8 + unsigned(k - high * low)] + 8 * high;
}

// The ranks above one.
inline Mask above(int rank) { return ALL_MASK & ~((2U << rank) - 1); }

// Bit 4r of each nibble to bit r.
inline uint64_t squeeze(uint64_t x) {
    x &= ONES;
    x = (x | x >> 3) & 0x0303030303030303ULL;
    x = (x | x >> 6) & 0x000F000F000F000FULL;
    return x * 0x0001001001001000ULL >> 48;  // four groups, each to its place; nothing carries
}

// Bit r to bit 4r.
inline uint64_t spread(uint64_t x) {
    x = (x | x << 24) & 0x000000FF000000FFULL;
    x = (x | x << 12) & 0x000F000F000F000FULL;
    x = (x | x << 6) & 0x0303030303030303ULL;
    return (x | x << 3) & ONES;
}

inline Levels levels(Packed p) {
    const uint64_t a = p, b = p >> 1, c = p >> 2;  // counts are 0..4: 4 is bit 2 alone
    return squeeze(a | b | c) | squeeze(b | c) << 16 | squeeze((a & b) | c) << 32 | squeeze(c) << 48;
}

inline Mask at_least(Levels h, int n) { return Mask(h >> 16 * (n - 1)) & 0xFFFF; }

inline Packed packed(Levels h) {
    return spread(at_least(h, 1)) + spread(at_least(h, 2)) + spread(at_least(h, 3)) +
           spread(at_least(h, 4));
}

inline int size(Levels h) { return bits(h); }
inline bool contains(Levels h, Levels part) { return (part & ~h) == 0; }
inline int held(Levels h, int rank) { return bits(h >> rank & EVERY_LEVEL); }

// n of each rank of a mask.
inline Levels fill(Mask mask, int n) {
    constexpr uint64_t upto[5] = {0, 0x1, 0x10001, 0x100010001ULL, EVERY_LEVEL};
    return mask * upto[n];
}

// The hand without n of each rank of a mask, all of which it holds.
inline Levels take(Levels h, Mask mask, int n) {
    const Levels column = mask * EVERY_LEVEL;
    const Levels left = n < 4 ? h >> 16 * n : 0;
    return (h & ~column) | (left & column);
}

inline bool has_rocket(Levels h) { return (h & JOKERS) == JOKERS; }

// The packed cards are a part of one deck.
inline bool plausible(Packed p) {
    const uint64_t over_four = (p >> 3 | (p >> 2 & (p >> 1 | p))) & ONES;
    return !(p >> 60) && !over_four && !(p & ROCKET_CARDS * 14);
}

}  // namespace dizhu
