// What the calls that are made most need, as they go without nanobind's dispatch.
#pragma once

#include <nanobind/nanobind.h>

#include <exception>
#include <new>

#include "new_tuple.h"

namespace dizhu {

namespace nb = nanobind;

// A C++ exception becomes Python's.
template <class Work>
PyObject* guarded(Work&& work) {
    try {
        return work();
    } catch (nb::python_error& error) {
        error.restore();
    } catch (const nb::builtin_exception& error) {
        PyErr_SetString(error.type() == nb::exception_type::index_error  ? PyExc_IndexError
                        : error.type() == nb::exception_type::type_error ? PyExc_TypeError
                                                                         : PyExc_ValueError,
                        error.what());
    } catch (const std::bad_alloc&) {
        PyErr_NoMemory();
    } catch (const std::exception& error) {
        PyErr_SetString(PyExc_RuntimeError, error.what());
    }
    return nullptr;
}

// The C++ object, unless `__init__` has not run.
template <class T>
T& made(PyObject* self) {
    if (!nb::inst_ready(self)) throw nb::type_error("this object was not made by its constructor");
    return *nb::inst_ptr<T>(self);
}

inline Packed hand_argument(PyObject* o) {
#if !defined(DIZHU_PORTABLE) && PY_VERSION_HEX < 0x030C0000 && PYLONG_BITS_IN_DIGIT == 30
    // A hand has 60 bits, two digits: what PyLong_AsUnsignedLongLong does for them, in a tenth of
    // its time.
    if (PyLong_Check(o)) {
        const digit* d = reinterpret_cast<PyLongObject*>(o)->ob_digit;
        if (Py_SIZE(o) == 2) return d[0] | Packed(d[1]) << 30;
        if (Py_SIZE(o) == 1) return d[0];
    }
#endif
    const unsigned long long p = PyLong_AsUnsignedLongLong(o);
    if (p == ~0ULL && PyErr_Occurred()) throw nb::python_error();
    return p;
}

inline void need(Py_ssize_t given, Py_ssize_t wanted) {
    if (given == wanted) return;
    PyErr_Format(PyExc_TypeError, "%zd arguments are wanted, not %zd", wanted, given);
    throw nb::python_error();
}

template <class F>
PyCFunction c_function(F* f) {
    return reinterpret_cast<PyCFunction>(reinterpret_cast<void (*)()>(f));
}

template <class F>
void* slot(F* f) {
    return reinterpret_cast<void*>(f);
}

}  // namespace dizhu
