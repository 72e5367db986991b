#include "bindings.h"

NB_MODULE(_kernel, m) {
    m.doc() = "The rules of Dou Dizhu in C++; see the package dizhu_kernel.";
    // Caches of Python modules hold rules until the interpreter is gone: no leak, but told as one.
    nanobind::set_leak_warnings(false);
#if defined(__x86_64__) && defined(__GNUC__)
    if (!__builtin_cpu_supports("popcnt") || !__builtin_cpu_supports("sse4.2"))
        throw nanobind::import_error("this processor is older than the kernel was built for");
#endif
    auto rules = dizhu::bind_rules(m);
    dizhu::bind_batches(rules);
    dizhu::bind_options(m);
    dizhu::bind_game(m);
    dizhu::bind_envs(m);
}
