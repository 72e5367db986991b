// How Python sees a game.
#include <nanobind/stl/array.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/vector.h>

#include "bindings.h"
#include "fast_calls.h"
#include "game_object.h"

using namespace nanobind::literals;

namespace dizhu {

namespace {

PyObject* fast_n_legal(PyObject* self, PyObject*) {
    return guarded([&] { return PyLong_FromLong(long(made<PyGame>(self).game.legal())); });
}

PyObject* fast_moves(PyObject* self, PyObject*) {
    return guarded([&] { return made<PyGame>(self).moves().release().ptr(); });
}

PyObject* fast_step(PyObject* self, PyObject* choice) {
    return guarded([&]() -> PyObject* {
        const long long i = PyLong_AsLongLong(choice);
        if (i == -1 && PyErr_Occurred()) throw nb::python_error();
        PyGame& game = made<PyGame>(self);
        game.step(i);
        return PyLong_FromLong(long(game.game.legal()));
    });
}

PyMethodDef METHODS[] = {
    {"n_legal", fast_n_legal, METH_NOARGS, "How many choices there are; 0: over, or a deal is awaited."},
    {"moves", fast_moves, METH_NOARGS, "Every play there is; no pass."},
    {"step", fast_step, METH_O, "Make a choice below n_legal(); returns the next n_legal()."},
    {nullptr, nullptr, 0, nullptr}};

int traverse(PyObject* self, visitproc visit, void* arg) {
    Py_VISIT(Py_TYPE(self));
    if (nb::inst_ready(self)) Py_VISIT(nb::inst_ptr<PyGame>(self)->owner.ptr());
    return 0;
}

PyType_Slot SLOTS[] = {{Py_tp_methods, METHODS},
                       {Py_tp_traverse, slot(traverse)},
                       {0, nullptr}};

std::optional<int> seat_or_none(int seat) { return seat < 0 ? std::nullopt : std::optional(seat); }

template <class T>
nb::tuple three(const std::array<T, 3>& of_seats) {
    return nb::make_tuple(of_seats[0], of_seats[1], of_seats[2]);
}

}  // namespace

void bind_game(nb::module_& m) {
    nb::class_<PyGame>(m, "Game", nb::type_slots(SLOTS))
        .def(nb::init<nb::object, const GameRules&, bool>(), "rules"_a, "options"_a, "log"_a = true)
        .def("seed", &PyGame::seed, "seed"_a)
        .def("deal", &PyGame::deal, "cards"_a, "first"_a, "wild"_a = nb::none())
        .def("doubling_allowed", [](PyGame& g, std::array<bool, 3> may) { g.game.doubling_allowed(may); })
        .def("move", &PyGame::move, "choice"_a)
        .def("copy", [](const PyGame& g) { return PyGame(g); })
        .def_prop_ro("over", [](const PyGame& g) { return g.game.over(); })
        .def_prop_ro("phase", &PyGame::phase)
        .def_prop_ro("turn", [](const PyGame& g) { return seat_or_none(g.game.turn()); })
        .def_prop_ro("landlord", [](const PyGame& g) { return seat_or_none(g.game.landlord()); })
        .def_prop_ro("out", [](const PyGame& g) { return seat_or_none(g.game.out()); })
        .def_prop_ro("forced", [](const PyGame& g) { return g.game.forced(); })
        .def_prop_ro("wild", [](const PyGame& g) { return seat_or_none(g.game.wild()); })
        .def_prop_ro("deals", [](const PyGame& g) { return g.game.deals(); })
        .def_prop_ro("hands", [](const PyGame& g) { return nb::make_tuple(g.game.hand(0), g.game.hand(1), g.game.hand(2)); })
        .def_prop_ro("dealt", [](const PyGame& g) {
            const auto& cards = g.game.dealt().cards;
            return std::vector<int>(cards.begin(), cards.end());
        })
        .def_prop_ro("bottom", [](const PyGame& g) { return g.game.dealt().bottom(); })
        .def_prop_ro("to_beat", &PyGame::to_beat)
        .def_prop_ro("last", [](const PyGame& g) { return seat_or_none(g.game.last_to_play()); })
        .def_prop_ro("passes", [](const PyGame& g) { return g.game.passes(); })
        .def_prop_ro("plays", [](const PyGame& g) { return three(g.game.plays()); })
        .def_prop_ro("doubles", [](const PyGame& g) { return three(g.game.doubles()); })
        .def_prop_ro("multiplier", [](const PyGame& g) { return g.game.multiplier(); })
        .def_prop_ro("points", [](const PyGame& g) { return three(g.game.points()); })
        .def_prop_ro("events", &PyGame::events)
        .def_prop_ro("hash", [](const PyGame& g) { return g.game.hash(); });
}

}  // namespace dizhu
