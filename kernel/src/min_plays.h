// The fewest plays that empty a hand when nobody answers, exactly.
//
// Chains are searched. What is left is played without chains, and then only *how many* ranks are
// held once, twice, three and four times matters, not which: a table made once has the answer.
#pragma once

#include <vector>

#include "generate.h"

namespace dizhu {

class MinPlays {
   public:
    explicit MinPlays(const Table& table);

    // Of at most MOST_CARDS cards.
    int operator()(Levels hand) const;
    // The moves of one shortest way.
    std::vector<MoveId> plan(Levels hand) const;

    // The same if no chains are played.
    int without_chains(Levels hand) const { return fewest_[index(hand)]; }

   private:
    struct Search;
    size_t index(Levels hand) const;

    const Table& table_;
    std::vector<uint8_t> fewest_;
};

}  // namespace dizhu
