// The Python objects of combos and moves: each made once, by the types that the caller gives, and
// then only handed out. Building a tuple for every move would cost more than finding the moves.
//
// Those types may be written in Python: while an object is made other threads may run, and ask for
// the same one. Whichever is ready first is kept, and nothing is held by reference meanwhile.
#pragma once

#include <nanobind/nanobind.h>

#include <array>
#include <unordered_map>
#include <utility>
#include <vector>

#include "wild.h"

namespace dizhu {

namespace nb = nanobind;

class Interned {
   public:
    // `combo(kind, main, length, bomb_class)` and `move(cards, combo)` make the objects.
    Interned(const Table& table, nb::object move, nb::object combo);
    ~Interned() { clear(); }
    Interned(const Interned&) = delete;
    Interned& operator=(const Interned&) = delete;

    // For Python's collector of cycles: what makes the objects may know who holds them.
    int traverse(visitproc visit, void* arg) const;
    // Afterwards no object is made any more.
    void clear();

    PyObject* combo(Combo c) {  // borrowed
        PyObject* o = combos_[c.code()];
        return o ? o : make(c);
    }
    PyObject* move(MoveId id) {  // borrowed
        PyObject* o = moves_[id];
        return o ? o : make(id);
    }
    // Of these the last MOST_WILD or so are kept.
    nb::object move(const WildMove& m);

    // The combo that an object stands for: one of ours, or anything with the same attributes.
    Combo read(nb::handle object) const {
        for (size_t at = slot(object.ptr());; at = (at + 1) % SLOTS) {
            if (combo_of_[at].first == object.ptr()) return combo_of_[at].second;
            if (!combo_of_[at].first) return read_attributes(object);
        }
    }

   private:
    static constexpr size_t SLOTS = 2048, MOST_WILD = 1 << 14;

    struct Hash {
        size_t operator()(const WildMove& m) const {
            return size_t(m.cards ^ uint64_t(m.combo.code()) * 0x9E3779B97F4A7C15ULL);
        }
    };
    struct Same {
        bool operator()(const WildMove& a, const WildMove& b) const {
            return a.cards == b.cards && a.combo == b.combo;
        }
    };

    PyObject* make(Combo c);
    PyObject* make(MoveId id);
    static size_t slot(const PyObject* o) { return (reinterpret_cast<uintptr_t>(o) >> 4) % SLOTS; }
    void remember(PyObject* o, Combo c);
    void forget_wild();
    static Combo read_attributes(nb::handle object);

    const Table& table_;
    nb::object make_move_, make_combo_;
    std::vector<PyObject*> moves_, combos_;
    std::array<std::pair<PyObject*, Combo>, SLOTS> combo_of_{};
    std::unordered_map<WildMove, PyObject*, Hash, Same> wild_;
    size_t known_ = 0;
};

}  // namespace dizhu
