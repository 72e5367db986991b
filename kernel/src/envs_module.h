// `dizhu_kernel.Envs`: the games of envs.h with numpy arrays.
#pragma once

#include <nanobind/nanobind.h>

#include "envs.h"

namespace dizhu {

// `patterns_of` gives the patterns of a `Rules` object.
void bind_envs(nanobind::module_& m, const Patterns& (*patterns_of)(nanobind::handle));

}  // namespace dizhu
