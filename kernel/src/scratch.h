// Room to work in that a thread keeps from one call to the next.
#pragma once

#include <utility>

#include "cards.h"

namespace dizhu {

// It is this call's own until it ends: a call that is made meanwhile, by an object's constructor or
// the collector of cycles, gets another one.
template <class T>
class Scratch {
   public:
    Scratch() {
        std::swap(mine_, kept());
        mine_.clear();
    }
    ~Scratch() {
        if (mine_.capacity() <= MOST_KEPT) std::swap(mine_, kept());
    }
    Scratch(const Scratch&) = delete;
    Scratch& operator=(const Scratch&) = delete;

    T& operator*() { return mine_; }
    T* operator->() { return &mine_; }

   private:
    static constexpr size_t MOST_KEPT = 1 << 20;  // a hand of 20 cards needs less
    static T& kept() {
        thread_local T one;
        return one;
    }
    T mine_;
};

}  // namespace dizhu
