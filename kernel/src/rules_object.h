// `dizhu_kernel.Rules`: the generators of some rules, and the objects of their moves.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "arguments.h"
#include "game.h"
#include "interned.h"
#include "new_list.h"
#include "shared.h"

namespace dizhu {

class Rules {
   public:
    Rules(Switches s, std::optional<int> wild, bool group_natural, const std::string& bomb_order,
          nb::object move, nb::object combo);

    nb::object readings(Packed cards);
    nb::object leads(Packed hand);
    nb::object follows(Packed hand, nb::handle to_beat);
    // The same as `follows`, in a tuple. What can be said to a solo, a pair or a trio by a hand
    // without bombs is told by the kind and a mask of ranks: those tuples are made once and kept.
    nb::object answers(Packed hand, nb::handle to_beat);
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
        for (const auto& of_kind : answers_)
            for (const nb::object& o : of_kind) Py_VISIT(o.ptr());
        return interned_.traverse(visit, arg);
    }
    void clear() {
        answers_ = {};
        interned_.clear();
    }

   private:
    nb::object units_list(const UnitFollows& f, int kind);
    void put_units(int kind, Mask ranks, NewList& list);
    std::optional<Combo> read(nb::handle to_beat) const;  // none: a lead
    void wild_moves(Packed hand, std::optional<Combo> to_beat, WildMoves& found) const;
    nb::object wild_part(Packed hand, std::optional<Combo> to_beat, size_t start, size_t n);
    void find_cores(Packed hand, std::vector<Core>& found) const;

    const std::shared_ptr<const Shared> shared_;
    Patterns patterns_;
    std::optional<Wild> wild_;
    Interned interned_;
    // Over solos, pairs and trios, by a mask of ranks and the rocket.
    // Room for them is made when they are first asked for.
    std::array<std::vector<nb::object>, 3> answers_;
};

}  // namespace dizhu
