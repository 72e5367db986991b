// `dizhu_kernel.Envs`: the games of envs.h with numpy arrays.
#include <nanobind/ndarray.h>
#include <nanobind/stl/string.h>

#include <atomic>
#include <stdexcept>

#include "bindings.h"
#include "envs.h"
#include "parallel.h"

using namespace nanobind::literals;

namespace dizhu {

namespace {

// The games of an object are worked on without the GIL: by one thread at a time.
class PyEnvs {
   public:
    PyEnvs(const Patterns& patterns, const GameRules& rules, size_t n) : envs_(patterns, rules, n) {}

    class Use {
       public:
        explicit Use(PyEnvs& e) : e_(e) {
            if (e_.used_.exchange(true))
                throw nb::builtin_exception(nb::exception_type::runtime_error,
                                            "another thread is using these games");
        }
        ~Use() { e_.used_.store(false); }
        Use(const Use&) = delete;
        Use& operator=(const Use&) = delete;
        Envs& operator*() const { return e_.envs_; }

       private:
        PyEnvs& e_;
    };

    size_t size() const { return envs_.size(); }

   private:
    Envs envs_;
    std::atomic<bool> used_{false};
};

template <class T, class... Shape>
using Array = nb::ndarray<T, Shape..., nb::c_contig, nb::device::cpu>;
using Rows = Array<int32_t, nb::ndim<2>>;
using Masks = Array<uint8_t, nb::ndim<2>>;
using Points = Array<int64_t, nb::ndim<2>>;
template <class T>
using Column = Array<T, nb::ndim<1>>;

template <class A>
void need_shape(const A& array, size_t rows, size_t columns) {
    if (array.shape(0) != rows || (array.ndim() > 1 && array.shape(1) != columns))
        throw nb::value_error("an array has the wrong shape");
}

size_t game_of(const Envs& envs, int64_t i) {
    if (i < 0 || size_t(i) >= envs.size()) throw nb::index_error("no such game");
    return size_t(i);
}

void read(Envs& envs, size_t i, Rows& seen, Masks& masks, Column<int8_t>& turns) {
    const Env& env = envs[i];
    env.observe(env.turn() < 0 ? 0 : env.turn(), seen.data() + i * OBSERVED);
    std::copy(env.mask().begin(), env.mask().end(), masks.data() + i * size_t(env_actions()));
    turns.data()[i] = int8_t(env.turn());
}

void read_all(PyEnvs& object, Rows seen, Masks masks, Column<int8_t> turns) {
    const PyEnvs::Use use(object);
    Envs& envs = *use;
    const size_t n = envs.size();
    need_shape(seen, n, OBSERVED);
    need_shape(masks, n, size_t(env_actions()));
    need_shape(turns, n, 1);
    for (size_t i = 0; i < n; ++i) read(envs, i, seen, masks, turns);
}

void observe_as(PyEnvs& object, int64_t i, int seat, Column<int32_t> row) {
    const PyEnvs::Use use(object);
    need_shape(row, OBSERVED, 1);
    (*use)[game_of(*use, i)].observe(seat_of(seat), row.data());
}

void seed(PyEnvs& object, int64_t i, std::string prefix) {
    const PyEnvs::Use use(object);
    (*use).seed(game_of(*use, i), std::move(prefix));
}

void next(PyEnvs& object, int64_t i) {
    const PyEnvs::Use use(object);
    (*use).next(game_of(*use, i));
}

// The actions, which the caller's array may lose while we work.
std::vector<int> checked(Envs& envs, const Column<int64_t>& actions) {
    std::vector<int> chosen(envs.size());
    for (size_t i = 0; i < envs.size(); ++i) {
        const int64_t action = actions.data()[i];
        if (!envs[i].legal(action))
            throw std::invalid_argument("action " + std::to_string(action) + " of game " +
                                        std::to_string(i) + " is not legal");
        chosen[i] = int(action);
    }
    return chosen;
}

// One action in each game. A game that ends tells its points and what its last mover sees at the
// end, and with `again` the next one begins at once.
void step(PyEnvs& object, Column<int64_t> actions, Rows seen, Masks masks, Column<int8_t> turns,
          Column<uint8_t> over, Points points, Rows last_seen, bool again, int threads) {
    const PyEnvs::Use use(object);
    Envs& envs = *use;
    const size_t n = envs.size();
    need_shape(actions, n, 1);
    need_shape(over, n, 1);
    need_shape(points, n, 3);
    need_shape(seen, n, OBSERVED);
    need_shape(last_seen, n, OBSERVED);
    need_shape(masks, n, size_t(env_actions()));
    need_shape(turns, n, 1);
    threads_of(threads);
    const std::vector<int> chosen = checked(envs, actions);
    const nb::gil_scoped_release release;
    Halt never;
    in_parts(n, threads, never, [&](int, uint64_t from, uint64_t to) {
        for (size_t i = from; i < to; ++i) {
            const int mover = envs[i].turn();
            envs[i].step(chosen[i]);
            over.data()[i] = envs[i].over();
            if (envs[i].over()) {
                const auto won = envs[i].points();
                std::copy(won.begin(), won.end(), points.data() + 3 * i);
                envs[i].observe(mover, last_seen.data() + i * OBSERVED);
                if (again) envs.next(i);
            }
            read(envs, i, seen, masks, turns);
        }
    });
}

void make(PyEnvs* self, const Rules& rules, const GameRules& options, int64_t n) {
    if (rules.has_wild())
        throw nb::value_error("the wild rank of a game is drawn: make the rules without one");
    if (n < 1 || n > 1'000'000) throw nb::value_error("1 to 1,000,000 games");
    check(options);
    new (self) PyEnvs(rules.patterns(), options, size_t(n));
}

}  // namespace

void bind_envs(nb::module_& m) {
    nb::class_<PyEnvs>(m, "Envs")
        .def("__init__", &make, "rules"_a, "options"_a, "n"_a)
        .def("__len__", &PyEnvs::size)
        .def_prop_ro_static("actions", [](nb::handle) { return env_actions(); })
        .def_prop_ro_static("width", [](nb::handle) { return int(OBSERVED); })
        .def("seed", &seed, "i"_a, "prefix"_a)
        .def("next", &next, "i"_a)
        .def("read", &read_all, "seen"_a, "masks"_a, "turns"_a)
        .def("observe_as", &observe_as, "i"_a, "seat"_a, "row"_a)
        .def("step", &step, "actions"_a, "seen"_a, "masks"_a, "turns"_a, "over"_a, "points"_a,
             "last_seen"_a, "again"_a = true, "threads"_a = 1);
}

}  // namespace dizhu
