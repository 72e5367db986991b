// What `Rules` works out for many hands or games at once, or at length: without the GIL.
#include <nanobind/stl/array.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <cmath>

#include "batch.h"
#include "bindings.h"
#include "selfplay.h"
#include "solve.h"

using namespace nanobind::literals;

namespace dizhu {

namespace {

// Works without the GIL, which signals and other threads may take meanwhile: a KeyboardInterrupt
// ends the work.
template <class Work>
auto released(Work&& work) {
    Halt halt([] {
        const nb::gil_scoped_acquire acquire;
        return PyErr_CheckSignals() != 0;
    });
    auto result = [&] {
        const nb::gil_scoped_release release;
        return work(halt);
    }();
    if (halt.stopped()) throw nb::python_error();
    return result;
}

// --- fewest plays ---------------------------------------------------------------------------------

int min_plays(const Rules& rules, Packed hand) {
    rules.natural_only();
    return rules.min_plays()(playable(hand));
}

std::vector<int> min_plays_batch(const Rules& rules, const std::vector<Packed>& hands, int threads) {
    rules.natural_only();
    threads_of(threads);
    std::vector<Levels> all;
    for (Packed p : hands) all.push_back(playable(p));
    return released([&](Halt& halt) {
        std::vector<int> found(all.size());
        const MinPlays& min = rules.min_plays();
        in_parts(all.size(), threads, halt, [&](int, uint64_t from, uint64_t to) {
            for (uint64_t i = from; i < to && !halt.asked(); ++i) found[i] = min(all[i]);
        });
        return found;
    });
}

nb::object plan(Rules& rules, Packed hand) {
    rules.natural_only();
    return tuple_of(rules.min_plays().plan(playable(hand)),
                    [&](MoveId id) { return rules.interned().move(id); });
}

// --- positions ------------------------------------------------------------------------------------

struct Start {
    std::array<Levels, 3> hands;  // the landlord's first
    int turn, last;
    std::optional<Combo> to_beat;
};

Start start_of(Rules& rules, const Hands& hands, int landlord, std::optional<int> turn,
               nb::handle to_beat, std::optional<int> last) {
    seat_of(landlord);
    Packed all = 0;
    Start s;
    for (size_t i = 0; i < 3; ++i) {
        const Packed p = hands[(size_t(landlord) + i) % 3];
        s.hands[i] = playable(p);
        if (!p) throw nb::value_error("a hand is empty: the game is over");
        all += p;
        if (!plausible(all)) throw nb::value_error("these are no cards of one deck");
    }
    s.turn = (seat_of(turn.value_or(landlord)) + 3 - landlord) % 3;
    s.last = s.turn;
    if (to_beat.is_none() != !last) throw nb::value_error("to_beat and last go together");
    if (last) {
        s.to_beat = rules.interned().read(to_beat);
        s.last = (seat_of(*last) + 3 - landlord) % 3;
        if (s.last == s.turn) throw nb::value_error("nobody answers himself");
    }
    return s;
}

// --- games ----------------------------------------------------------------------------------------

nb::dict as_dict(const Tally& t) {
    nb::dict d;
    d["games"] = t.games;
    d["landlord_wins"] = t.landlord_wins;
    d["plays"] = t.plays;
    d["passes"] = t.passes;
    d["bombs"] = t.bombs;
    d["forced"] = t.forced;
    return d;
}

nb::dict playouts_from(Rules& rules, uint64_t n, uint64_t seed, std::optional<Hands> hands,
                       int landlord, std::optional<int> turn, nb::handle to_beat,
                       std::optional<int> last, int threads) {
    rules.natural_only();
    threads_of(threads);
    std::optional<Position> start;
    if (hands) {
        const Start s = start_of(rules, *hands, landlord, turn, to_beat, last);
        start = Position{s.hands, s.turn, s.to_beat, s.last};
    } else if (landlord || turn || last || !to_beat.is_none()) {
        throw nb::value_error("landlord, turn, to_beat and last are of hands, which are not given");
    }
    return as_dict(released([&](Halt& halt) {
        return playouts(rules.table(), start, n, seed, threads, halt);
    }));
}

nb::dict full(Rules& rules, uint64_t n, uint64_t seed, const GameRules& options, int threads) {
    threads_of(threads);
    check(options);
    return as_dict(released([&, own = options](Halt& halt) {  // Python may change its options
        return full_playouts(rules.patterns(), own, n, seed, threads, halt);
    }));
}

template <class T>
nb::bytes as_bytes(const std::vector<T>& v) {
    return nb::bytes(reinterpret_cast<const char*>(v.data()), v.size() * sizeof(T));
}

nb::dict selfplay_of(Rules& rules, uint64_t n, uint64_t seed, const std::string& policy, int threads) {
    rules.natural_only();
    threads_of(threads);
    if (policy != "random" && policy != "fewest")
        throw nb::value_error("policy is random or fewest");
    const Policy which = policy == "random" ? Policy::RANDOM : Policy::FEWEST;
    const Recorded r = released([&](Halt& halt) {
        return selfplay(rules.table(), rules.min_plays(), which, n, seed, threads, halt);
    });
    nb::dict d;
    d["hands"] = as_bytes(r.hands);
    d["landlord"] = as_bytes(r.landlord);
    d["winner"] = as_bytes(r.winner);
    d["start"] = as_bytes(r.start);
    d["cards"] = as_bytes(r.cards);
    d["combos"] = as_bytes(r.combos);
    d["seats"] = as_bytes(r.seats);
    return d;
}

// --- endgames -------------------------------------------------------------------------------------

nb::tuple solution_of(Rules& rules, const Solution& s) {
    nb::object wins = nb::none(), move = nb::none();
    if (s.landlord_wins) wins = nb::bool_(*s.landlord_wins);
    if (s.has_move && s.move != NO_MOVE) move = nb::borrow(rules.interned().move(s.move));
    return nb::make_tuple(wins, s.has_move, move, s.nodes);
}

Limits limits_of(uint64_t nodes, double seconds) {
    if (std::isnan(seconds) || seconds < 0)
        throw nb::value_error("seconds: a number above 0, or 0 for no limit");
    return {nodes, seconds};
}

nb::tuple solve_one(Rules& rules, const Hands& hands, int landlord, std::optional<int> turn,
                    nb::handle to_beat, std::optional<int> last, uint64_t nodes, double seconds) {
    rules.natural_only();
    const Start s = start_of(rules, hands, landlord, turn, to_beat, last);
    const Limits limits = limits_of(nodes, seconds);
    return solution_of(rules, released([&](Halt& halt) {
        return solve(rules.table(), rules.min_plays(), {s.hands, s.turn, s.to_beat, s.last}, limits, halt);
    }));
}

nb::list solve_batch(Rules& rules, const std::vector<Hands>& all, int landlord, uint64_t nodes,
                     double seconds, int threads) {
    rules.natural_only();
    threads_of(threads);
    const Limits limits = limits_of(nodes, seconds);
    std::vector<Start> starts;
    for (const Hands& hands : all)
        starts.push_back(start_of(rules, hands, landlord, {}, nb::none(), {}));
    const std::vector<Solution> found = released([&](Halt& halt) {
        std::vector<Solution> solutions(starts.size());
        const MinPlays& min = rules.min_plays();
        in_parts(starts.size(), threads, halt, [&](int, uint64_t from, uint64_t to) {
            for (uint64_t i = from; i < to && !halt.asked(); ++i)
                solutions[i] = solve(rules.table(), min, {starts[i].hands, 0, {}, 0}, limits, halt);
        });
        return solutions;
    });
    nb::list list;
    for (const Solution& s : found) list.append(solution_of(rules, s));
    return list;
}

}  // namespace

void bind_batches(nb::class_<Rules>& rules) {
    rules.def("min_plays", &min_plays, "hand"_a)
        .def("min_plays_batch", &min_plays_batch, "hands"_a, "threads"_a = 1)
        .def("plan", &plan, "hand"_a)
        .def("playouts", &playouts_from, "n"_a, "seed"_a = 0, nb::kw_only(), "hands"_a = nb::none(),
             "landlord"_a = 0, "turn"_a = nb::none(), "to_beat"_a = nb::none(), "last"_a = nb::none(),
             "threads"_a = 1)
        .def("full_playouts", &full, "n"_a, "seed"_a, "options"_a, "threads"_a = 1)
        .def("selfplay", &selfplay_of, "n"_a, "seed"_a = 0, "policy"_a = "fewest", "threads"_a = 1)
        .def("solve", &solve_one, "hands"_a, nb::kw_only(), "landlord"_a = 0, "turn"_a = nb::none(),
             "to_beat"_a = nb::none(), "last"_a = nb::none(), "nodes"_a = 0, "seconds"_a = 0.0)
        .def("solve_batch", &solve_batch, "hands"_a, nb::kw_only(), "landlord"_a = 0, "nodes"_a = 0,
             "seconds"_a = 0.0, "threads"_a = 1);
}

}  // namespace dizhu
