// The parts of the module, each bound in its own file.
#pragma once

#include <nanobind/nanobind.h>

#include "rules_object.h"

namespace dizhu {

nb::class_<Rules> bind_rules(nb::module_& m);
void bind_batches(nb::class_<Rules>& rules);
void bind_options(nb::module_& m);
void bind_game(nb::module_& m);
void bind_envs(nb::module_& m);

}  // namespace dizhu
