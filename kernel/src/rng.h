// A small generator for simulations: splitmix64 to seed, xoshiro256** to run. Not for real money.
#pragma once

#include <cstdint>

namespace dizhu {

inline uint64_t mix(uint64_t x) {
    x += 0x9E3779B97F4A7C15ULL;
    x = (x ^ x >> 30) * 0xBF58476D1CE4E5B9ULL;
    x = (x ^ x >> 27) * 0x94D049BB133111EBULL;
    return x ^ x >> 31;
}

class Rng {
   public:
    explicit Rng(uint64_t seed, uint64_t stream = 0) {
        uint64_t x = mix(seed) ^ mix(~stream);
        for (uint64_t& word : s_) word = x = mix(x);
    }

    uint64_t next() {
        const uint64_t result = rotate(s_[1] * 5, 7) * 9, t = s_[1] << 17;
        s_[2] ^= s_[0];
        s_[3] ^= s_[1];
        s_[1] ^= s_[2];
        s_[0] ^= s_[3];
        s_[2] ^= t;
        s_[3] = rotate(s_[3], 45);
        return result;
    }

    // 0..bound-1; the bias is below bound / 2^32.
    uint32_t below(uint32_t bound) { return uint32_t((next() >> 32) * bound >> 32); }

   private:
    static uint64_t rotate(uint64_t x, int k) { return x << k | x >> (64 - k); }
    uint64_t s_[4];
};

}  // namespace dizhu
