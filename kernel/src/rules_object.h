// `dizhu_kernel.Rules`: the generators of some rules, and the objects of their moves.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "arguments.h"
#include "game.h"
#include "interned.h"
#include "new_tuple.h"
#include "shared.h"

namespace dizhu {

class Rules {
   public:
    Rules(Switches s, std::optional<int> wild, bool group_natural, const std::string& bomb_order,
          nb::object move, nb::object combo);

    nb::object readings(Packed cards);
    nb::object leads(Packed hand);
    nb::object follows(Packed hand, nb::handle to_beat) {
        check_hand(hand);
        const Combo prev = interned_.read(to_beat);
        if (wild_ || !is_unit(prev)) return other_follows(hand, prev);
        return units(unit_follows_of_packed(hand, prev), prev.kind);
    }
    // Without wild cards, of a hand and a combo that are known to be such.
    nb::object natural_leads(Levels h);
    nb::object natural_follows(Levels h, Combo prev);
    nb::object moves(Packed hand, nb::handle to_beat) {
        return to_beat.is_none() ? leads(hand) : follows(hand, to_beat);
    }
    // `n` of the moves from the `start`-th on: objects of the others need not be made.
    nb::object part(Packed hand, nb::handle to_beat, size_t start, size_t n);
    uint32_t count_moves(Packed hand, nb::handle to_beat);
    bool can_follow(Packed hand, nb::handle to_beat) { return count_moves(hand, to_beat) != 0; }
    nb::list cores(Packed hand);
    size_t count_cores(Packed hand) const;
    nb::object all_moves();

    const Table& table() const { return shared_->table; }
    const MinPlays& min_plays() const { return shared_->min_plays(); }
    const Patterns& patterns() const { return patterns_; }
    Interned& interned() { return interned_; }
    bool has_wild() const { return bool(wild_); }
    void natural_only() const {
        if (wild_) throw nb::value_error("not with wild cards");
    }

    int traverse(visitproc visit, void* arg) const {
        for (const nb::object& o : units_) Py_VISIT(o.ptr());
        return interned_.traverse(visit, arg);
    }
    // What is let go of may ask for follows: it must not find tuples that are gone.
    void clear() {
        const auto dropped = std::exchange(units_, std::vector<nb::object>());
        interned_.clear();
    }

   private:
    nb::object other_follows(Packed hand, Combo prev);
    // Over a solo, a pair or a trio: a mask of ranks, another of bombs.
    nb::object units(const UnitFollows& f, int kind) {
        const size_t place = place_of(f, kind);
        return !f.bombs && place < units_.size() && units_[place] ? units_[place]
                                                                  : fresh_units(f, kind);
    }
    static size_t place_of(const UnitFollows& f, int kind) {
        return size_t(kind - SOLO) << (RANKS + 1) | size_t(f.rocket) << RANKS | f.units;
    }
    nb::object fresh_units(const UnitFollows& f, int kind);
    nb::object new_units(const UnitFollows& f, int kind);
    void put_units(int kind, Mask ranks, NewTuple& tuple);
    std::optional<Combo> read(nb::handle to_beat) const;  // none: a lead
    void wild_moves(Packed hand, std::optional<Combo> to_beat, WildMoves& found) const;
    nb::object wild_part(Packed hand, std::optional<Combo> to_beat, size_t start, size_t n);
    void find_cores(Packed hand, std::vector<Core>& found) const;

    const std::shared_ptr<const Shared> shared_;
    Patterns patterns_;
    std::optional<Wild> wild_;
    Interned interned_;
    // What a hand without bombs can play over a solo, a pair or a trio is told by the kind, a mask
    // of ranks and the rocket: those tuples are made once and kept. Room for them is made when they
    // are first asked for.
    std::vector<nb::object> units_;
};

}  // namespace dizhu
