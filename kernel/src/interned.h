// The Python objects of combos and moves: each made once, by the types that the caller gives, and
// then only handed out. Building a tuple for every move would cost more than finding the moves.
#pragma once

#include <nanobind/nanobind.h>

#include <unordered_map>
#include <utility>
#include <vector>

#include "wild.h"

namespace dizhu {

namespace nb = nanobind;

class Interned {
   public:
    // `combo(kind, main, length, bomb_class)` and `move(cards, combo)` make the objects.
    Interned(const Table& table, nb::object move, nb::object combo)
        : table_(table), make_move_(std::move(move)), make_combo_(std::move(combo)) {
        moves_.resize(table.size(), nullptr);
        combos_.resize(1 << 14, nullptr);
        codes_.resize(SLOTS, {nullptr, 0});
    }
    ~Interned() { clear(); }

    // For Python's collector of cycles: what makes the objects may know who holds them.
    int traverse(visitproc visit, void* arg) const {
        Py_VISIT(make_move_.ptr());
        Py_VISIT(make_combo_.ptr());
        for (PyObject* o : moves_) Py_VISIT(o);
        for (PyObject* o : combos_) Py_VISIT(o);
        for (const auto& [key, o] : wild_) Py_VISIT(o);
        return 0;
    }
    // Afterwards no object is made any more.
    void clear() {
        make_move_ = make_combo_ = nb::none();
        codes_.assign(SLOTS, {nullptr, 0});
        known_ = 0;
        for (PyObject*& o : moves_) Py_CLEAR(o);
        for (PyObject*& o : combos_) Py_CLEAR(o);
        forget_wild();
    }

    Interned(const Interned&) = delete;
    Interned& operator=(const Interned&) = delete;

    PyObject* combo(Combo c) {  // borrowed
        PyObject*& o = combos_[c.code()];
        if (!o) {
            o = make_combo_(int(c.kind), int(c.main), int(c.length), int(c.bomb)).release().ptr();
            remember(o, c.code());
        }
        return o;
    }

    PyObject* move(MoveId id) {  // borrowed
        PyObject* o = moves_[id];
        return o ? o : make(id);
    }

    PyObject* move(const WildMove& m) {  // borrowed
        if (wild_.size() >= MOST_WILD) forget_wild();
        PyObject*& o = wild_[m.cards ^ uint64_t(m.combo.code()) * 0x9E3779B97F4A7C15ULL];
        if (!o || !is(o, m)) {
            Py_XDECREF(o);
            o = make_move_(m.cards, nb::borrow(combo(m.combo))).release().ptr();
        }
        return o;
    }

    // The combo that an object stands for: one of ours, or anything with the same attributes.
    Combo read(nb::handle object) const {
        for (size_t at = slot(object.ptr());; at = (at + 1) % SLOTS) {
            if (codes_[at].first == object.ptr()) return Combo::of(codes_[at].second);
            if (!codes_[at].first) return read_attributes(object);
        }
    }

   private:
    static constexpr size_t SLOTS = 2048, MOST_WILD = 1 << 14;

    PyObject* make(MoveId id) {
        const Move& m = table_[id];
        PyObject* o = make_move_(m.cards, nb::borrow(combo(m.combo))).release().ptr();
        return moves_[id] = o;
    }

    static size_t slot(const PyObject* o) { return (reinterpret_cast<uintptr_t>(o) >> 4) % SLOTS; }

    void remember(PyObject* o, uint32_t code) {
        if (++known_ > SLOTS / 2) return;  // there are fewer combos than this
        size_t at = slot(o);
        while (codes_[at].first) at = (at + 1) % SLOTS;
        codes_[at] = {o, code};
    }

    bool is(PyObject* o, const WildMove& m) const {
        return nb::cast<Packed>(nb::handle(o).attr("cards")) == m.cards &&
               read(nb::handle(o).attr("combo")) == m.combo;
    }

    void forget_wild() {
        const auto forgotten = std::exchange(wild_, {});
        for (auto& [key, o] : forgotten) Py_XDECREF(o);
    }

    static Combo read_attributes(nb::handle object) {
        const int kind = nb::cast<int>(nb::int_(object.attr("kind")));
        const int main = nb::cast<int>(nb::int_(object.attr("main")));
        const int length = nb::cast<int>(nb::int_(object.attr("length")));
        const nb::object bomb = object.attr("bomb_class");
        const int bomb_class = bomb.is_none() ? 0 : nb::cast<int>(nb::int_(bomb));
        const Combo c = checked(kind, main, length, bomb_class);
        return c;
    }

    static Combo checked(int kind, int main, int length, int bomb) {
        bool good = kind >= ROCKET && kind < KINDS && main >= 0 && main < RANKS && length >= 1;
        if (good && kind == ROCKET) good = main == RED_JOKER && length == 1 && bomb == 0;
        if (good && kind != ROCKET) {
            const Shape& s = SHAPES[size_t(kind)];
            good = length >= s.min_length && length <= s.max_length && main < s.body_ranks() &&
                   main + 1 >= length && (kind == BOMB ? bomb <= PURE && bomb >= 0 : bomb == 0);
        }
        if (!good) throw nb::value_error("there is no such combo");
        if (kind == BOMB && bomb == NO_BOMB) bomb = HARD;
        return {uint8_t(kind), uint8_t(main), uint8_t(length), uint8_t(bomb)};
    }

    const Table& table_;
    nb::object make_move_, make_combo_;
    std::vector<PyObject*> moves_, combos_;
    std::vector<std::pair<PyObject*, uint32_t>> codes_;
    std::unordered_map<uint64_t, PyObject*> wild_;
    size_t known_ = 0;
};

}  // namespace dizhu
