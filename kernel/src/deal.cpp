#include "deal.h"

#include <cstring>
#include <utility>
#include <vector>

namespace dizhu {

namespace {

// --- SHA-256 (FIPS 180-4) and HMAC (FIPS 198-1) --------------------------------------------------

constexpr uint32_t K[64] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

uint32_t turn(uint32_t x, int n) { return x >> n | x << (32 - n); }

using State = std::array<uint32_t, 8>;
constexpr State START{0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                      0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};

void compress(State& state, const uint8_t* block) {
    uint32_t w[64];
    for (int i = 0; i < 16; ++i)
        w[i] = uint32_t(block[4 * i]) << 24 | uint32_t(block[4 * i + 1]) << 16 |
               uint32_t(block[4 * i + 2]) << 8 | block[4 * i + 3];
    for (int i = 16; i < 64; ++i) {
        const uint32_t a = turn(w[i - 15], 7) ^ turn(w[i - 15], 18) ^ w[i - 15] >> 3;
        const uint32_t b = turn(w[i - 2], 17) ^ turn(w[i - 2], 19) ^ w[i - 2] >> 10;
        w[i] = w[i - 16] + a + w[i - 7] + b;
    }
    State s = state;
    for (int i = 0; i < 64; ++i) {
        const uint32_t e = turn(s[4], 6) ^ turn(s[4], 11) ^ turn(s[4], 25);
        const uint32_t one = s[7] + e + ((s[4] & s[5]) ^ (~s[4] & s[6])) + K[i] + w[i];
        const uint32_t a = turn(s[0], 2) ^ turn(s[0], 13) ^ turn(s[0], 22);
        const uint32_t two = a + ((s[0] & s[1]) ^ (s[0] & s[2]) ^ (s[1] & s[2]));
        s = {one + two, s[0], s[1], s[2], s[3] + one, s[4], s[5], s[6]};
    }
    for (size_t i = 0; i < 8; ++i) state[i] += s[i];
}

// Goes on from `state`, after `before` bytes.
std::array<uint8_t, 32> finish(State state, const uint8_t* data, size_t size, uint64_t before) {
    std::vector<uint8_t> padded(data, data + size);
    padded.push_back(0x80);
    while (padded.size() % 64 != 56) padded.push_back(0);
    const uint64_t length = (before + size) * 8;
    for (int i = 7; i >= 0; --i) padded.push_back(uint8_t(length >> 8 * i));
    for (size_t i = 0; i < padded.size(); i += 64) compress(state, &padded[i]);
    std::array<uint8_t, 32> digest;
    for (size_t i = 0; i < 32; ++i) digest[i] = uint8_t(state[i / 4] >> (24 - 8 * (i % 4)));
    return digest;
}

class Hmac {
   public:
    explicit Hmac(const std::string& key) : inner_(START), outer_(START) {
        std::array<uint8_t, 64> block{};
        if (key.size() > 64) {
            const auto digest = finish(START, bytes(key), key.size(), 0);
            std::memcpy(block.data(), digest.data(), digest.size());
        } else {
            std::memcpy(block.data(), key.data(), key.size());
        }
        for (uint8_t& b : block) b ^= 0x36;
        compress(inner_, block.data());
        for (uint8_t& b : block) b ^= 0x36 ^ 0x5c;
        compress(outer_, block.data());
    }

    std::array<uint8_t, 32> digest(const std::string& text) const {
        const auto inside = finish(inner_, bytes(text), text.size(), 64);
        return finish(outer_, inside.data(), inside.size(), 64);
    }

   private:
    static const uint8_t* bytes(const std::string& s) {
        return reinterpret_cast<const uint8_t*>(s.data());
    }
    State inner_, outer_;
};

// Numbers below a bound, drawn from a seed under a label, as dizhu.rules.shuffle draws them.
class Draw {
   public:
    Draw(const Hmac& seed, std::string label) : seed_(seed), label_(std::move(label)) {}

    uint32_t below(uint32_t bound) {
        const uint64_t limit = (1ULL << 32) - (1ULL << 32) % bound;
        uint32_t w = word();
        while (w >= limit) w = word();
        return w % bound;
    }

   private:
    uint32_t word() {
        if (used_ == 8) {
            block_ = seed_.digest(label_ + "/" + std::to_string(counter_++));
            used_ = 0;
        }
        const uint8_t* at = &block_[4 * used_++];
        return uint32_t(at[0]) << 24 | uint32_t(at[1]) << 16 | uint32_t(at[2]) << 8 | at[3];
    }

    const Hmac& seed_;
    const std::string label_;
    std::array<uint8_t, 32> block_{};
    size_t used_ = 8;
    uint64_t counter_ = 0;
};

// --- a deal --------------------------------------------------------------------------------------

template <class Source>
std::array<uint8_t, 54> shuffled(Source& source) {
    std::array<uint8_t, 54> deck;
    for (size_t i = 0; i < 54; ++i) deck[i] = uint8_t(i);
    for (uint32_t i = 53; i > 0; --i) std::swap(deck[i], deck[source.below(i + 1)]);
    return deck;
}

template <class Source>
void chance(Source& source, Deal& deal, const DealRules& rules, int previous) {
    const int drawn = int(source.below(3)), wild = int(source.below(SUITED));
    source.below(rules.tasks ? rules.tasks : 1);
    const int turned = int(source.below(51));
    if (rules.wild) deal.wild = wild;
    deal.first = drawn;
    if (rules.first_bidder == FirstBidder::DRAWN_CARD) {
        deal.first = turned / 17;
        deal.turned = turned;
    } else if (previous >= 0 && rules.first_bidder == FirstBidder::SAME) {
        deal.first = previous;
    } else if (previous >= 0 && rules.first_bidder == FirstBidder::NEXT_SEAT) {
        deal.first = (previous + 1) % 3;
    }
}

}  // namespace

Packed Deal::pack(int from, int to) const {
    Packed p = 0;
    for (int i = from; i < to; ++i) p += unit(rank_of(cards[size_t(i)]));
    return p;
}

Deal quick_deal(uint64_t seed, int number, const DealRules& rules, int previous) {
    Rng rng(seed, uint64_t(number));
    Deal deal;
    deal.cards = shuffled(rng);
    chance(rng, deal, rules, previous);
    return deal;
}

Deal secret_deal(const std::string& seed, int number, const DealRules& rules, int previous) {
    const Hmac hmac(seed);
    Deal deal;
    Draw deck(hmac, "deck/" + std::to_string(number));
    deal.cards = shuffled(deck);
    Draw draw(hmac, "chance/" + std::to_string(number));
    chance(draw, deal, rules, previous);
    return deal;
}

}  // namespace dizhu
