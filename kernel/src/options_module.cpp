// How Python sees what a game depends on.
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "bindings.h"

namespace dizhu {

void bind_options(nb::module_& m) {
    nb::enum_<FirstBidder>(m, "FirstBidder")
        .value("random", FirstBidder::RANDOM)
        .value("next_seat", FirstBidder::NEXT_SEAT)
        .value("same", FirstBidder::SAME)
        .value("drawn_card", FirstBidder::DRAWN_CARD);
    nb::enum_<RaiseScope>(m, "RaiseScope")
        .value("side_any", RaiseScope::SIDE_ANY)
        .value("side_all", RaiseScope::SIDE_ALL)
        .value("per_peasant", RaiseScope::PER_PEASANT);
    nb::class_<GameRules>(m, "GameRules")
        .def(nb::init<>())
        .def_rw("given", &GameRules::given)
        .def_rw("blind", &GameRules::blind)
        .def_prop_rw("first_bidder", [](GameRules& g) { return g.deal.first_bidder; },
                     [](GameRules& g, FirstBidder f) { g.deal.first_bidder = f; })
        .def_prop_rw("wild", [](GameRules& g) { return g.deal.wild; },
                     [](GameRules& g, bool w) { g.deal.wild = w; })
        .def_prop_rw("tasks", [](GameRules& g) { return g.deal.tasks; },
                     [](GameRules& g, uint32_t n) { g.deal.tasks = n; })
        .def_rw("caller_last_chance", &GameRules::caller_last_chance)
        .def_rw("call_factor", &GameRules::call_factor)
        .def_rw("shower_is_landlord_if_all_pass", &GameRules::shower_is_landlord_if_all_pass)
        .def_rw("forced_score", &GameRules::forced_score)
        .def_rw("max_redeals", &GameRules::max_redeals)
        .def_rw("blind_factor", &GameRules::blind_factor)
        .def_rw("blind_first_only", &GameRules::blind_first_only)
        .def_rw("raises", &GameRules::raises)
        .def_rw("raise_factor", &GameRules::raise_factor)
        .def_rw("raise_scope", &GameRules::raise_scope)
        .def_rw("show_start", &GameRules::show_start)
        .def_rw("show_bottom", &GameRules::show_bottom)
        .def_rw("show_bottom_if_none", &GameRules::show_bottom_if_none)
        .def_rw("first_show_locks", &GameRules::first_show_locks)
        .def_rw("show_makes_landlord", &GameRules::show_makes_landlord)
        .def_rw("doubling", &GameRules::doubling)
        .def_rw("bombs_add", &GameRules::bombs_add)
        .def_rw("rocket_factor", &GameRules::rocket_factor)
        .def_rw("spring_factor", &GameRules::spring_factor)
        .def_rw("anti_spring_factor", &GameRules::anti_spring_factor)
        .def_rw("max_multiplier", &GameRules::max_multiplier)
        .def_rw("initial", &GameRules::initial)
        .def_rw("bottom_factors", &GameRules::bottom_factors);
}

}  // namespace dizhu
