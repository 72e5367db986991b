// How Python sees `Rules`: its moves; batches are bound in batch_module.cpp.
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>

#include "bindings.h"
#include "fast_calls.h"

using namespace nanobind::literals;

namespace dizhu {

namespace {

PyObject* fast_leads(PyObject* self, PyObject* hand) {
    return guarded([&] { return made<Rules>(self).leads(hand_argument(hand)).release().ptr(); });
}

PyObject* fast_follows(PyObject* self, PyObject* const* args, Py_ssize_t n) {
    return guarded([&] {
        need(n, 2);
        return made<Rules>(self).follows(hand_argument(args[0]), args[1]).release().ptr();
    });
}

PyObject* fast_moves(PyObject* self, PyObject* const* args, Py_ssize_t n) {
    return guarded([&] {
        need(n, 2);
        return made<Rules>(self).moves(hand_argument(args[0]), args[1]).release().ptr();
    });
}

PyObject* fast_readings(PyObject* self, PyObject* cards) {
    return guarded([&] { return made<Rules>(self).readings(hand_argument(cards)).release().ptr(); });
}

PyMethodDef METHODS[] = {
    {"readings", fast_readings, METH_O, "Every combo the cards can be, in a tuple."},
    {"leads", fast_leads, METH_O, "Every legal lead of a hand."},
    {"follows", c_function(fast_follows), METH_FASTCALL, "Every move over a combo; no pass."},
    {"moves", c_function(fast_moves), METH_FASTCALL, "Leads where there is None to beat, else follows."},
    {nullptr, nullptr, 0, nullptr}};

int traverse(PyObject* self, visitproc visit, void* arg) {
    Py_VISIT(Py_TYPE(self));
    return nb::inst_ready(self) ? nb::inst_ptr<Rules>(self)->traverse(visit, arg) : 0;
}

int clear(PyObject* self) {
    if (nb::inst_ready(self)) nb::inst_ptr<Rules>(self)->clear();
    return 0;
}

PyType_Slot SLOTS[] = {{Py_tp_methods, METHODS},
                       {Py_tp_traverse, slot(traverse)},
                       {Py_tp_clear, slot(clear)},
                       {0, nullptr}};

void make(Rules* self, bool quad_pair, bool solo_wings, bool pair_wings, bool jokers, bool same_rank,
          std::optional<int> wild, bool group_natural, const std::string& bomb_order,
          nb::object move, nb::object combo) {
    if (move.is_none()) move = nb::module_::import_("dizhu_kernel").attr("Move");
    if (combo.is_none()) combo = nb::module_::import_("dizhu_kernel").attr("Combo");
    new (self) Rules({quad_pair, solo_wings, pair_wings, jokers, same_rank}, wild, group_natural,
                     bomb_order, std::move(move), std::move(combo));
}

}  // namespace

nb::class_<Rules> bind_rules(nb::module_& m) {
    return nb::class_<Rules>(m, "Rules", nb::type_slots(SLOTS))
        .def("__init__", &make, "quad_pair_as_solos"_a = true, "repeat_solo_wings"_a = true,
             "repeat_pair_wings"_a = true, "both_jokers_as_kickers"_a = true,
             "wing_same_rank_as_body"_a = false, nb::kw_only(), "wild"_a = nb::none(),
             "wild_group_natural"_a = false, "bomb_order"_a = "class", "move"_a = nb::none(),
             "combo"_a = nb::none())
        .def("part", &Rules::part, "hand"_a, "to_beat"_a.none(), "start"_a, "n"_a)
        .def("count", &Rules::count_moves, "hand"_a, "to_beat"_a.none() = nb::none())
        .def("can_follow", &Rules::can_follow, "hand"_a, "to_beat"_a)
        .def("cores", &Rules::cores, "hand"_a)
        .def("count_cores", &Rules::count_cores, "hand"_a)
        .def("all_moves", &Rules::all_moves)
        .def("__len__", [](const Rules& r) { return r.table().size(); })
        .def_prop_ro("table_bytes", [](const Rules& r) { return r.table().bytes(); });
}

}  // namespace dizhu
