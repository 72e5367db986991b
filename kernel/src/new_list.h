// New lists and tuples of objects that are borrowed from somewhere.
#pragma once

#include <nanobind/nanobind.h>

#include <new>
#include <utility>

#include "cards.h"

#if defined(Py_LIMITED_API) || defined(Py_GIL_DISABLED) || defined(PYPY_VERSION)
#define DIZHU_PORTABLE 1
#endif

namespace dizhu {

namespace nb = nanobind;

inline nb::object as_tuple(const nb::object& list) {
    nb::object made = nb::steal(PyList_AsTuple(list.ptr()));
    if (!made) throw nb::python_error();
    return made;
}

// A new list with room for n objects. PyList_New would fill the room with zeros first, which is a
// good part of what a short list costs; so, where we may, the room is ours until it is filled.
class NewList {
   public:
    explicit NewList(size_t n) {
#ifdef DIZHU_PORTABLE
        list_ = nb::steal(PyList_New(Py_ssize_t(n)));
        if (!list_) throw nb::python_error();
#else
        list_ = nb::steal(PyList_New(0));
        if (!list_) throw nb::python_error();
        if (!n) return;
        inside()->ob_item = PyMem_New(PyObject*, n);
        if (!inside()->ob_item) throw std::bad_alloc();
        inside()->allocated = Py_ssize_t(n);
        to_ = inside()->ob_item;
#endif
    }
    ~NewList() { close(); }
    NewList(const NewList&) = delete;
    NewList& operator=(const NewList&) = delete;

    void put(PyObject* borrowed) {
        Py_INCREF(borrowed);
        take(borrowed);
    }
    void take(PyObject* ours) {
#ifdef DIZHU_PORTABLE
        PyList_SetItem(list_.ptr(), at_++, ours);
#else
        *to_++ = ours;
#endif
    }
    nb::object done() {
        close();
        return std::move(list_);
    }

   private:
    void close() {
#ifndef DIZHU_PORTABLE
        if (to_ && list_) Py_SET_SIZE(list_.ptr(), to_ - inside()->ob_item);
#endif
    }
    nb::object list_;
#ifdef DIZHU_PORTABLE
    Py_ssize_t at_ = 0;
#else
    PyListObject* inside() const { return reinterpret_cast<PyListObject*>(list_.ptr()); }
    PyObject** to_ = nullptr;
#endif
};

// A list of objects that `item` gives borrowed.
template <class Items, class Item>
nb::object list_of(const Items& items, Item&& item) {
    NewList list(items.size());
    for (const auto& i : items) list.put(item(i));
    return list.done();
}

// A list of n objects that `fill` gives borrowed, one after the other, to what it is called with.
template <class Fill>
nb::object list_of_counted(uint32_t n, Fill&& fill) {
    NewList list(n);
    fill([&](PyObject* o) { list.put(o); });
    return list.done();
}

}  // namespace dizhu
