// Wild cards (docs/rules.md section 8): readings, cores and moves with four wild cards of a rank.
//
// A table would have millions of keys, so everything is worked out: for each place of a body, how
// many of its cards are there, and can wilds fill the rest?
#pragma once

#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

#include "generate.h"

namespace dizhu {

// A body of a shape at one place.
struct Place {
    Combo combo;  // a bomb is soft
    Mask mask;
    const Shape* shape;
};

struct WildMove {
    Packed cards;  // wilds at their own rank
    Combo combo;
};

// A vector that does not set what it makes room for.
template <class T>
class Buffer {
   public:
    Buffer() = default;
    Buffer(const Buffer& o) { *this = o; }
    Buffer(Buffer&& o) noexcept { *this = std::move(o); }
    Buffer& operator=(const Buffer& o) {
        if (this == &o) return *this;
        clear();
        std::copy(o.begin(), o.end(), room(o.size()));
        size_ = o.size_;
        return *this;
    }
    Buffer& operator=(Buffer&& o) noexcept {
        std::swap(data_, o.data_);
        std::swap(size_, o.size_);
        std::swap(capacity_, o.capacity_);
        return *this;
    }

    // Where the next `n` may be written; `end_at` says how far they were.
    T* room(size_t n) {
        if (size_ + n > capacity_) grow(size_ + n);
        return data_.get() + size_;
    }
    void end_at(const T* end) { size_ = size_t(end - data_.get()); }
    void push_back(const T& m) {
        *room(1) = m;
        ++size_;
    }
    void clear() { size_ = 0; }
    size_t size() const { return size_; }
    size_t capacity() const { return capacity_; }
    T* begin() { return data_.get(); }
    T* end() { return data_.get() + size_; }
    const T* begin() const { return data_.get(); }
    const T* end() const { return data_.get() + size_; }
    const T& operator[](size_t i) const { return data_[i]; }

   private:
    void grow(size_t n) {
        capacity_ = 2 * n;
        std::unique_ptr<T[]> more(new T[capacity_]);
        std::copy(begin(), end(), more.get());
        data_ = std::move(more);
    }
    std::unique_ptr<T[]> data_;
    size_t size_ = 0, capacity_ = 0;
};

using WildMoves = Buffer<WildMove>;

// A body filled with as few wilds as possible.
struct Core {
    const Place* place;
    Levels natural;
    int wilds;
};

class Wild {
   public:
    Wild(const Table& table, int rank, bool group_natural, bool bombs_by_class);

    const int rank;

    std::vector<Combo> readings(Packed cards) const;
    // Cleared and filled. Each choice of ranks under each of its readings, once.
    void leads(Packed hand, WildMoves& found) const;
    void follows(Packed hand, Combo to_beat, WildMoves& found) const;
    void cores(Packed hand, std::vector<Core>& found) const;
    bool beats(Combo play, Combo prev) const { return dizhu::beats(play, prev, by_class_); }

   private:
    struct Split {
        Levels natural;
        int wilds;
    };
    class Filling;

    Split split(Packed hand) const;
    bool groups_allowed(const Place& p, Mask present) const;
    bool core(const Place& p, const Split& s, Core& found) const;
    bool fits(const Place& p, const Split& s) const;
    bool wings_fit(const Place& p, Levels rest, int wilds) const;
    bool pure_pairs_fit(const Place& p, int pairs) const;
    Combo own_class(Packed cards, Combo combo) const;
    void without_help(const Split& s, WildMoves& found) const;
    void fill_place(const Place& p, const Split& s, WildMoves& found) const;
    void with_help(const Split& s, Combo to_beat, bool lead, WildMoves& found) const;

    const Table& table_;
    const bool group_natural_;
    const bool by_class_;
};

// All places of all shapes but the rocket, as in dizhu.rules.wild.
const std::vector<Place>& places();

}  // namespace dizhu
