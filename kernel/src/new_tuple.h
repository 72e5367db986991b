// New tuples of objects that are borrowed from somewhere.
#pragma once

#include <nanobind/nanobind.h>

#include <utility>

#include "cards.h"

#if defined(Py_LIMITED_API) || defined(Py_GIL_DISABLED) || defined(PYPY_VERSION)
#define DIZHU_PORTABLE 1
#endif

namespace dizhu {

namespace nb = nanobind;

// A new tuple of exactly n objects. Making one of them may run Python code; Python's collector,
// and so anybody else, sees the tuple when it is full and not before.
class NewTuple {
   public:
    explicit NewTuple(size_t n) : tuple_(nb::steal(PyTuple_New(Py_ssize_t(n)))) {
        if (!tuple_) throw nb::python_error();
        if (n) PyObject_GC_UnTrack(tuple_.ptr());
    }
    NewTuple(const NewTuple&) = delete;
    NewTuple& operator=(const NewTuple&) = delete;

    void put(PyObject* borrowed) {
        Py_INCREF(borrowed);
        take(borrowed);
    }
    void take(PyObject* ours) {
#ifdef DIZHU_PORTABLE
        PyTuple_SetItem(tuple_.ptr(), at_++, ours);
#else
        PyTuple_SET_ITEM(tuple_.ptr(), at_++, ours);
#endif
    }
    nb::object done() {
        if (at_) PyObject_GC_Track(tuple_.ptr());
        return std::move(tuple_);
    }

   private:
    nb::object tuple_;
    Py_ssize_t at_ = 0;
};

// A tuple of objects that `item` gives borrowed.
template <class Items, class Item>
nb::object tuple_of(const Items& items, Item&& item) {
    NewTuple tuple(items.size());
    for (const auto& i : items) tuple.put(item(i));
    return tuple.done();
}

// A tuple of n objects that `fill` gives borrowed, one after the other, to what it is called with.
template <class Fill>
nb::object tuple_of_counted(uint32_t n, Fill&& fill) {
    NewTuple tuple(n);
    fill([&](PyObject* o) { tuple.put(o); });
    return tuple.done();
}

}  // namespace dizhu
