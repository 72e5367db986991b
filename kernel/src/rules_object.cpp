#include "rules_object.h"

#include "scratch.h"

namespace dizhu {

namespace {
constexpr size_t ALL = ~size_t(0);
}

Rules::Rules(Switches s, std::optional<int> wild, bool group_natural, const std::string& bomb_order,
             nb::object move, nb::object combo)
    : shared_(shared(s)), interned_(shared_->table, std::move(move), std::move(combo)) {
    if (bomb_order != "class" && bomb_order != "rank")
        throw nb::value_error("bomb_order is class or rank");
    if (wild && (*wild < 0 || *wild >= SUITED)) throw nb::value_error("no rank to be wild");
    patterns_ = {std::shared_ptr<const Table>(shared_, &shared_->table), group_natural,
                 bomb_order == "class"};
    if (wild) wild_.emplace(shared_->table, *wild, group_natural, patterns_.bombs_by_class);
}

nb::object Rules::readings(Packed cards) {
    std::vector<Combo> found;
    if (wild_) {
        if (plausible(cards)) found = wild_->readings(cards);
    } else {
        const Table& t = table();
        for (MoveId id = t.find(cards); id != NO_MOVE; id = t.next_reading(id))
            found.push_back(t[id].combo);
    }
    return tuple_of(found, [&](Combo c) { return interned_.combo(c); });
}

// --- leads and follows ----------------------------------------------------------------------------

nb::object Rules::leads(Packed hand) {
    const Levels h = hand_of(hand);
    return wild_ ? wild_part(hand, {}, 0, ALL) : natural_leads(h);
}

nb::object Rules::natural_leads(Levels h) {
    return tuple_of_counted(count_leads(table(), h), [&](auto&& put) {
        list_leads(table(), h, [&](MoveId id) { put(interned_.move(id)); });
    });
}

nb::object Rules::other_follows(Packed hand, Combo prev) {
    return wild_ ? wild_part(hand, prev, 0, ALL) : natural_follows(levels(hand), prev);
}

nb::object Rules::natural_follows(Levels h, Combo prev) {
    if (is_unit(prev)) return units(unit_follows(h, prev), prev.kind);
    return tuple_of_counted(count_other_follows(table(), h, prev), [&](auto&& put) {
        list_follows(table(), h, prev, [&](MoveId id) { put(interned_.move(id)); });
    });
}

nb::object Rules::fresh_units(const UnitFollows& f, int kind) {
    nb::object fresh = new_units(f, kind);
    if (f.bombs) return fresh;
    if (units_.empty()) units_.resize(3 << (RANKS + 1));
    nb::object& kept = units_[place_of(f, kind)];
    if (!kept) kept = std::move(fresh);  // another thread may have been here
    return kept;
}

nb::object Rules::new_units(const UnitFollows& f, int kind) {
    NewTuple tuple(size_t(bits(f.units) + bits(f.bombs) + f.rocket));
    put_units(kind, f.units, tuple);
    put_units(BOMB, f.bombs, tuple);
    if (f.rocket) tuple.put(interned_.move(0));
    return tuple.done();
}

void Rules::put_units(int kind, Mask ranks, NewTuple& tuple) {
    const MoveId first = table().plain(kind);
    for (; ranks; ranks &= ranks - 1) tuple.put(interned_.move(first + MoveId(lowest(ranks))));
}

// --- with wild cards ------------------------------------------------------------------------------

std::optional<Combo> Rules::read(nb::handle to_beat) const {
    if (to_beat.is_none()) return std::nullopt;
    return interned_.read(to_beat);
}

void Rules::wild_moves(Packed hand, std::optional<Combo> to_beat, WildMoves& found) const {
    if (to_beat)
        wild_->follows(hand, *to_beat, found);
    else
        wild_->leads(hand, found);
}

nb::object Rules::wild_part(Packed hand, std::optional<Combo> to_beat, size_t start, size_t n) {
    Scratch<WildMoves> found;
    wild_moves(hand, to_beat, *found);
    const size_t all = found->size(), end = std::min(all, n < all ? start + n : all);
    NewTuple tuple(start < end ? end - start : 0);
    for (size_t i = start; i < end; ++i) tuple.take(interned_.move((*found)[i]).release().ptr());
    return tuple.done();
}

nb::object Rules::part(Packed hand, nb::handle to_beat, size_t start, size_t n) {
    check_hand(hand);
    if (!wild_) throw nb::value_error("parts are of moves with wild cards");
    return wild_part(hand, read(to_beat), start, n);
}

void Rules::find_cores(Packed hand, std::vector<Core>& found) const {
    if (!wild_) throw nb::value_error("there are cores with wild cards only");
    check_hand(hand);
    wild_->cores(hand, found);
}

size_t Rules::count_cores(Packed hand) const {
    Scratch<std::vector<Core>> found;
    find_cores(hand, *found);
    return found->size();
}

nb::list Rules::cores(Packed hand) {
    Scratch<std::vector<Core>> found;
    find_cores(hand, *found);
    nb::list list;
    for (const Core& c : *found)
        list.append(nb::make_tuple(nb::borrow(interned_.combo(c.place->combo)), packed(c.natural),
                                   c.wilds));
    return list;
}

// --- others ---------------------------------------------------------------------------------------

uint32_t Rules::count_moves(Packed hand, nb::handle to_beat) {
    const Levels h = hand_of(hand);
    const std::optional<Combo> prev = read(to_beat);
    if (!wild_) return prev ? count_follows(table(), h, *prev) : count_leads(table(), h);
    Scratch<WildMoves> found;
    wild_moves(hand, prev, *found);
    return uint32_t(found->size());
}

nb::object Rules::all_moves() {
    NewTuple tuple(table().size());
    for (MoveId id = 0; id < table().size(); ++id) tuple.put(interned_.move(id));
    return tuple.done();
}

}  // namespace dizhu
