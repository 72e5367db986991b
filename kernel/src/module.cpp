#include <nanobind/nanobind.h>
#include <nanobind/stl/array.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <mutex>

#include "batch.h"
#include "envs_module.h"
#include "interned.h"
#include "solve.h"

namespace nb = nanobind;
using namespace nb::literals;

namespace dizhu {

namespace {

// What all rules with the same switches share: it is made once and never changed.
struct Shared {
    explicit Shared(Switches s) : table(s) {}
    const Table table;

    const MinPlays& min_plays() const {
        std::call_once(once_, [&] { min_ = std::make_unique<MinPlays>(table); });
        return *min_;
    }

   private:
    mutable std::once_flag once_;
    mutable std::unique_ptr<const MinPlays> min_;
};

std::shared_ptr<const Shared> shared(Switches s) {
    static std::mutex mutex;
    static std::weak_ptr<const Shared> made[32];
    const int i = s.quad_pair_as_solos | s.repeat_solo_wings << 1 | s.repeat_pair_wings << 2 |
                  s.both_jokers_as_kickers << 3 | s.wing_same_rank_as_body << 4;
    const std::lock_guard<std::mutex> lock(mutex);
    std::shared_ptr<const Shared> found = made[i].lock();
    if (!found) made[i] = found = std::make_shared<const Shared>(s);
    return found;
}

void check_hand(Packed p) {
    if (!plausible(p)) throw nb::value_error("these are no cards of one deck");
}

Levels hand_of(Packed p) {
    check_hand(p);
    return levels(p);
}

nb::object as_tuple(const nb::object& list) {
    nb::object made = nb::steal(PyList_AsTuple(list.ptr()));
    if (!made) throw nb::python_error();
    return made;
}

std::vector<MoveId>& ids() {
    thread_local std::vector<MoveId> buffer;
    buffer.clear();
    return buffer;
}

WildMoves& wild_moves() {
    thread_local WildMoves buffer;
    return buffer;
}

#if defined(Py_LIMITED_API) || defined(Py_GIL_DISABLED) || defined(PYPY_VERSION)
#define DIZHU_PORTABLE 1
#endif

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
#ifdef DIZHU_PORTABLE
        PyList_SetItem(list_.ptr(), at_++, borrowed);
#else
        *to_++ = borrowed;
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

using Hands = std::array<Packed, 3>;

// --- rules ----------------------------------------------------------------------------------------

class Rules {
   public:
    Rules(Switches s, std::optional<int> wild, bool group_natural, const std::string& bomb_order,
          nb::object move, nb::object combo)
        : shared_(shared(s)), interned_(shared_->table, std::move(move), std::move(combo)) {
        if (bomb_order != "class" && bomb_order != "rank")
            throw nb::value_error("bomb_order is class or rank");
        if (wild && (*wild < 0 || *wild >= SUITED)) throw nb::value_error("no rank to be wild");
        patterns_ = {std::shared_ptr<const Table>(shared_, &shared_->table), group_natural,
                     bomb_order == "class"};
        if (wild) wild_.emplace(shared_->table, *wild, group_natural, patterns_.bombs_by_class);
    }

    nb::object readings(Packed cards) {
        std::vector<Combo> found;
        if (wild_) {
            if (plausible(cards)) found = wild_->readings(cards);
        } else {
            const Table& t = table();
            for (MoveId id = t.find(cards); id != NO_MOVE; id = t.next_reading(id))
                found.push_back(t[id].combo);
        }
        return as_tuple(list_of(found, [&](Combo c) { return interned_.combo(c); }));
    }

    nb::object leads(Packed hand) {
        const Levels h = hand_of(hand);
        if (wild_) {
            wild_->leads(hand, wild_moves());
            return list_of(wild_moves(), [&](const WildMove& m) { return interned_.move(m); });
        }
        return list_of_counted(count_leads(table(), h), [&](auto&& put) {
            list_leads(table(), h, [&](MoveId id) { put(interned_.move(id)); });
        });
    }

    nb::object follows(Packed hand, nb::handle to_beat) {
        check_hand(hand);
        const Combo prev = interned_.read(to_beat);
        if (!wild_ && is_unit(prev)) return unit_follows({hand, prev}, prev);
        if (wild_) {
            wild_->follows(hand, prev, wild_moves());
            return list_of(wild_moves(), [&](const WildMove& m) { return interned_.move(m); });
        }
        const Levels h = levels(hand);
        return list_of_counted(count_other_follows(table(), h, prev), [&](auto&& put) {
            list_follows(table(), h, prev, [&](MoveId id) { put(interned_.move(id)); });
        });
    }

    // Over a solo, a pair or a trio: a mask of ranks, another of bombs.
    nb::object unit_follows(const UnitFollows& f, Combo prev) {
        NewList list(size_t(bits(f.units) + bits(f.bombs) + f.rocket));
        put_units(prev.kind, f.units, list);
        put_units(BOMB, f.bombs, list);
        if (f.rocket) list.put(interned_.move(0));
        return list.done();
    }

    // The same as `follows`, in a tuple. What can be said to a solo, a pair or a trio by a hand
    // without bombs is told by the kind and a mask of ranks: those tuples are made once and kept.
    nb::object answers(Packed hand, nb::handle to_beat) {
        check_hand(hand);
        const Combo prev = interned_.read(to_beat);
        if (!wild_ && is_unit(prev)) {
            const UnitFollows f(hand, prev);
            if (!f.bombs) {
                std::vector<nb::object>& of_kind = answers_[prev.kind - SOLO];
                if (of_kind.empty()) of_kind.resize(2 << RANKS);
                nb::object& kept = of_kind[f.units | size_t(f.rocket) << RANKS];
                if (!kept) kept = as_tuple(unit_follows(f, prev));
                return kept;
            }
        }
        return as_tuple(follows(hand, to_beat));
    }

    void put_units(int kind, Mask ranks, NewList& list) {
        const MoveId first = table().plain(kind);
        for (; ranks; ranks &= ranks - 1) list.put(interned_.move(first + MoveId(lowest(ranks))));
    }

    nb::object moves(Packed hand, nb::handle to_beat) {
        return to_beat.is_none() ? leads(hand) : follows(hand, to_beat);
    }

    // `n` of the moves from the `start`-th on: objects of the others need not be made.
    nb::object part(Packed hand, nb::handle to_beat, size_t start, size_t n) {
        hand_of(hand);
        const bool lead = to_beat.is_none();
        if (!wild_) throw nb::value_error("parts are of moves with wild cards");
        if (lead) wild_->leads(hand, wild_moves());
        else wild_->follows(hand, interned_.read(to_beat), wild_moves());
        const WildMoves& found = wild_moves();
        const size_t end = std::min(found.size(), n < found.size() ? start + n : found.size());
        NewList list(start < end ? end - start : 0);
        for (size_t i = start; i < end; ++i) list.put(interned_.move(found[i]));
        return list.done();
    }

    uint32_t count_moves(Packed hand, nb::handle to_beat) {
        const Levels h = hand_of(hand);
        if (to_beat.is_none()) {
            if (!wild_) return count_leads(table(), h);
            wild_->leads(hand, wild_moves());
        } else {
            const Combo prev = interned_.read(to_beat);
            if (!wild_) return count_follows(table(), h, prev);
            wild_->follows(hand, prev, wild_moves());
        }
        return uint32_t(wild_moves().size());
    }

    bool can_follow(Packed hand, nb::handle to_beat) { return count_moves(hand, to_beat) != 0; }

    nb::list cores(Packed hand) {
        nb::list list;
        for (const Core& c : find_cores(hand))
            list.append(nb::make_tuple(nb::borrow(interned_.combo(c.place->combo)),
                                       packed(c.natural), c.wilds));
        return list;
    }
    size_t count_cores(Packed hand) const { return find_cores(hand).size(); }

    nb::object all_moves() {
        std::vector<MoveId>& all = ids();
        for (MoveId id = 0; id < table().size(); ++id) all.push_back(id);
        return list_of(all, [&](MoveId id) { return interned_.move(id); });
    }

    const Table& table() const { return shared_->table; }
    const MinPlays& min_plays() const { return shared_->min_plays(); }
    const Patterns& patterns() const { return patterns_; }
    Interned& interned() { return interned_; }
    void natural_only() const {
        if (wild_) throw nb::value_error("not with wild cards");
    }
    bool has_wild() const { return bool(wild_); }
    int traverse(visitproc visit, void* arg) const {
        for (const auto& of_kind : answers_)
            for (const nb::object& o : of_kind) Py_VISIT(o.ptr());
        return interned_.traverse(visit, arg);
    }
    void clear() {
        answers_ = {};
        interned_.clear();
    }
    std::shared_ptr<const Shared> keep() const { return shared_; }

   private:
    const std::vector<Core>& find_cores(Packed hand) const {
        thread_local std::vector<Core> buffer;
        if (!wild_) throw nb::value_error("there are cores with wild cards only");
        hand_of(hand);
        wild_->cores(hand, buffer);
        return buffer;
    }

    const std::shared_ptr<const Shared> shared_;
    Patterns patterns_;
    std::optional<Wild> wild_;
    Interned interned_;
    // Over solos, pairs and trios, by a mask of ranks and the rocket.
    // Room for them is made when they are first asked for.
    std::array<std::vector<nb::object>, 3> answers_;
};

// --- batches --------------------------------------------------------------------------------------

int threads_of(int threads) {
    if (threads < 1 || threads > 256) throw nb::value_error("threads: 1 to 256");
    return threads;
}

Levels playable(Packed p) {
    const Levels h = hand_of(p);
    if (size(h) > MOST_CARDS) throw nb::value_error("more than 20 cards");
    return h;
}

int min_plays(const Rules& rules, Packed hand) {
    rules.natural_only();
    return rules.min_plays()(playable(hand));
}

std::vector<int> min_plays_batch(const Rules& rules, const std::vector<Packed>& hands, int threads) {
    rules.natural_only();
    std::vector<Levels> all;
    for (Packed p : hands) all.push_back(playable(p));
    std::vector<int> found(hands.size());
    nb::gil_scoped_release release;
    const MinPlays& min = rules.min_plays();
    in_parts(hands.size(), threads_of(threads), [&](int, uint64_t from, uint64_t to) {
        for (uint64_t i = from; i < to; ++i) found[i] = min(all[i]);
    });
    return found;
}

nb::object plan(Rules& rules, Packed hand) {
    rules.natural_only();
    return list_of(rules.min_plays().plan(playable(hand)),
                   [&](MoveId id) { return rules.interned().move(id); });
}

struct Start {
    std::array<Levels, 3> hands;  // the landlord's first
    int turn, last;
    std::optional<Combo> to_beat;
};

int seat_of(int seat) {
    if (seat < 0 || seat > 2) throw nb::value_error("a seat is 0, 1 or 2");
    return seat;
}

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
    std::optional<Position> start;
    if (hands) {
        const Start s = start_of(rules, *hands, landlord, turn, to_beat, last);
        start = Position{s.hands, s.turn, s.to_beat, s.last};
    }
    threads_of(threads);
    Tally tally;
    {
        nb::gil_scoped_release release;
        tally = playouts(rules.table(), start, n, seed, threads);
    }
    return as_dict(tally);
}

nb::dict full(Rules& rules, uint64_t n, uint64_t seed, const GameRules& options, int threads) {
    threads_of(threads);
    Tally tally;
    {
        nb::gil_scoped_release release;
        tally = full_playouts(rules.patterns(), options, n, seed, threads);
    }
    return as_dict(tally);
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
    Recorded r;
    {
        nb::gil_scoped_release release;
        r = selfplay(rules.table(), rules.min_plays(),
                     policy == "random" ? Policy::RANDOM : Policy::FEWEST, n, seed, threads);
    }
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

nb::tuple solution_of(Rules& rules, const Solution& s) {
    nb::object wins = nb::none(), move = nb::none();
    if (s.landlord_wins) wins = nb::bool_(*s.landlord_wins);
    if (s.has_move && s.move != NO_MOVE) move = nb::borrow(rules.interned().move(s.move));
    return nb::make_tuple(wins, s.has_move, move, s.nodes);
}

nb::tuple solve_one(Rules& rules, const Hands& hands, int landlord, std::optional<int> turn,
                    nb::handle to_beat, std::optional<int> last, uint64_t nodes, double seconds) {
    rules.natural_only();
    const Start s = start_of(rules, hands, landlord, turn, to_beat, last);
    Solution found;
    {
        nb::gil_scoped_release release;
        found = solve(rules.table(), rules.min_plays(), {s.hands, s.turn, s.to_beat, s.last},
                      {nodes, seconds});
    }
    return solution_of(rules, found);
}

nb::list solve_batch(Rules& rules, const std::vector<Hands>& all, int landlord, uint64_t nodes,
                     double seconds, int threads) {
    rules.natural_only();
    threads_of(threads);
    std::vector<Start> starts;
    for (const Hands& hands : all)
        starts.push_back(start_of(rules, hands, landlord, {}, nb::none(), {}));
    std::vector<Solution> found(all.size());
    {
        nb::gil_scoped_release release;
        const MinPlays& min = rules.min_plays();
        in_parts(all.size(), threads, [&](int, uint64_t from, uint64_t to) {
            for (uint64_t i = from; i < to; ++i)
                found[i] = solve(rules.table(), min, {starts[i].hands, 0, {}, 0}, {nodes, seconds});
        });
    }
    nb::list list;
    for (const Solution& s : found) list.append(solution_of(rules, s));
    return list;
}

// --- games ----------------------------------------------------------------------------------------

constexpr const char* PHASES[] = {"start", "await_deal", "deal", "call", "rob", "raise", "double",
                                  "play", "over", "show"};
constexpr const char* EVENTS[] = {
    "readied", "dealt", "deal_ended", "shown", "looked", "blind_grabbed", "called", "robbed",
    "declined", "deal_voided", "landlord_fixed", "wild_drawn", "raise_answered", "double_answered",
    "played", "passed", "forced_scored"};

// The game, and the rules whose objects it hands out.
struct PyGame {
    nb::object owner;
    Rules* rules;
    Game game;

    PyGame(nb::object o, const GameRules& options, bool log)
        : owner(o), rules(nb::cast<Rules*>(o)), game(rules->patterns(), options, log) {
        if (rules->has_wild())
            throw nb::value_error("the wild rank of a game is drawn: make the rules without one");
    }

    void step(int64_t i) {
        if (i < 0 || i >= int64_t(game.legal())) throw nb::index_error("no such choice");
        game.step(uint32_t(i));
    }

    nb::object object(MoveId id, const WildMove& m) {
        return nb::borrow(id == NO_MOVE ? rules->interned().move(m) : rules->interned().move(id));
    }

    nb::object move(int64_t i) {
        if (i < 0 || i >= int64_t(game.legal())) throw nb::index_error("no such choice");
        const std::optional<WildMove> m = game.move(uint32_t(i));
        if (!m) return nb::none();
        return object(game.wild() < 0 ? find(*m) : NO_MOVE, *m);
    }

    MoveId find(const WildMove& m) const {
        const Table& t = rules->table();
        MoveId id = t.find(m.cards);
        while (id != NO_MOVE && !(t[id].combo == m.combo)) id = t.next_reading(id);
        return id;
    }

    nb::object moves() {
        if (game.wild() < 0) {
            std::vector<MoveId>& found = ids();
            game.each_move([&](MoveId id, const WildMove&) { found.push_back(id); });
            return list_of(found, [&](MoveId id) { return rules->interned().move(id); });
        }
        nb::list list;
        game.each_move([&](MoveId id, const WildMove& m) { list.append(object(id, m)); });
        return list;
    }

    nb::object to_beat() {
        const auto c = game.to_beat();
        return c ? nb::borrow(rules->interned().combo(*c)) : nb::none();
    }

    void seed(nb::handle value) {
        if (nb::isinstance<nb::bytes>(value)) {
            const nb::bytes b = nb::cast<nb::bytes>(value);
            game.seed(std::string(b.c_str(), b.size()));
        } else {
            game.seed(nb::cast<uint64_t>(value));
        }
    }

    void deal(const std::vector<int>& cards, int first, std::optional<int> wild) {
        Deal d;
        uint64_t seen = 0;
        for (int c : cards)
            if (c >= 0 && c < 54) seen |= 1ULL << c;
        if (cards.size() != 54 || seen != (1ULL << 54) - 1) throw nb::value_error("a deal has 54 cards");
        if (game.phase() != Phase::AWAIT_DEAL) throw nb::value_error("no deal is awaited");
        if (wild && (*wild < 0 || *wild >= SUITED)) throw nb::value_error("no rank to be wild");
        for (size_t i = 0; i < 54; ++i) d.cards[i] = uint8_t(cards[i]);
        d.first = seat_of(first);
        d.wild = wild.value_or(-1);
        game.deal(d);
    }

    nb::list events() const {
        nb::list list;
        for (const Event& e : game.events())
            list.append(nb::make_tuple(EVENTS[size_t(e.type)], e.seat, e.value, e.cards));
        return list;
    }
};

// --- the calls that are made most, without nanobind's dispatch ------------------------------------

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

Packed hand_argument(PyObject* o) {
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

void need(Py_ssize_t given, Py_ssize_t wanted) {
    if (given == wanted) return;
    PyErr_Format(PyExc_TypeError, "%zd arguments are wanted, not %zd", wanted, given);
    throw nb::python_error();
}

PyObject* fast_leads(PyObject* self, PyObject* hand) {
    return guarded([&] { return made<Rules>(self).leads(hand_argument(hand)).release().ptr(); });
}

PyObject* fast_follows(PyObject* self, PyObject* const* args, Py_ssize_t n) {
    return guarded([&] {
        need(n, 2);
        return made<Rules>(self).follows(hand_argument(args[0]), args[1]).release().ptr();
    });
}

PyObject* fast_answers(PyObject* self, PyObject* const* args, Py_ssize_t n) {
    return guarded([&] {
        need(n, 2);
        return made<Rules>(self).answers(hand_argument(args[0]), args[1]).release().ptr();
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

PyObject* fast_n_legal(PyObject* self, PyObject*) {
    return guarded([&] { return PyLong_FromLong(long(made<PyGame>(self).game.legal())); });
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

template <class F>
PyCFunction c_function(F* f) {
    return reinterpret_cast<PyCFunction>(reinterpret_cast<void (*)()>(f));
}

PyMethodDef RULES_METHODS[] = {
    {"readings", fast_readings, METH_O, "Every combo the cards can be, in a tuple."},
    {"leads", fast_leads, METH_O, "Every legal lead of a hand."},
    {"follows", c_function(fast_follows), METH_FASTCALL, "Every move over a combo; no pass."},
    {"answers", c_function(fast_answers), METH_FASTCALL, "The same in a tuple, which may be kept and handed out again."},
    {"moves", c_function(fast_moves), METH_FASTCALL, "Leads where there is None to beat, else follows."},
    {nullptr, nullptr, 0, nullptr}};
PyMethodDef GAME_METHODS[] = {
    {"n_legal", fast_n_legal, METH_NOARGS, "How many choices there are; 0: over, or a deal is awaited."},
    {"step", fast_step, METH_O, "Make a choice below n_legal(); returns the next n_legal()."},
    {nullptr, nullptr, 0, nullptr}};
int traverse_rules(PyObject* self, visitproc visit, void* arg) {
    Py_VISIT(Py_TYPE(self));
    return nb::inst_ready(self) ? nb::inst_ptr<Rules>(self)->traverse(visit, arg) : 0;
}

int clear_rules(PyObject* self) {
    if (nb::inst_ready(self)) nb::inst_ptr<Rules>(self)->clear();
    return 0;
}

int traverse_game(PyObject* self, visitproc visit, void* arg) {
    Py_VISIT(Py_TYPE(self));
    if (nb::inst_ready(self)) Py_VISIT(nb::inst_ptr<PyGame>(self)->owner.ptr());
    return 0;
}

template <class F>
void* slot(F* f) {
    return reinterpret_cast<void*>(f);
}

PyType_Slot RULES_SLOTS[] = {{Py_tp_methods, RULES_METHODS},
                             {Py_tp_traverse, slot(traverse_rules)},
                             {Py_tp_clear, slot(clear_rules)},
                             {0, nullptr}};
PyType_Slot GAME_SLOTS[] = {{Py_tp_methods, GAME_METHODS},
                            {Py_tp_traverse, slot(traverse_game)},
                            {0, nullptr}};

std::optional<int> seat_or_none(int seat) { return seat < 0 ? std::nullopt : std::optional(seat); }

}  // namespace

NB_MODULE(_kernel, m) {
    m.doc() = "The rules of Dou Dizhu in C++; see the package dizhu_kernel.";
    // Caches of Python modules hold rules until the interpreter is gone: no leak, but told as one.
    nb::set_leak_warnings(false);
#if defined(__x86_64__) && defined(__GNUC__)
    if (!__builtin_cpu_supports("popcnt") || !__builtin_cpu_supports("sse4.2"))
        throw nb::import_error("this processor is older than the kernel was built for");
#endif
    nb::class_<Rules>(m, "Rules", nb::type_slots(RULES_SLOTS))
        .def(
            "__init__",
            [](Rules* self, bool quad_pair, bool solo_wings, bool pair_wings, bool jokers, bool same_rank,
               std::optional<int> wild, bool group_natural, const std::string& bomb_order,
               nb::object move, nb::object combo) {
                if (move.is_none()) move = nb::module_::import_("dizhu_kernel").attr("Move");
                if (combo.is_none()) combo = nb::module_::import_("dizhu_kernel").attr("Combo");
                new (self) Rules({quad_pair, solo_wings, pair_wings, jokers, same_rank}, wild,
                                 group_natural, bomb_order, std::move(move), std::move(combo));
            },
            "quad_pair_as_solos"_a = true, "repeat_solo_wings"_a = true, "repeat_pair_wings"_a = true,
            "both_jokers_as_kickers"_a = true, "wing_same_rank_as_body"_a = false, nb::kw_only(),
            "wild"_a = nb::none(), "wild_group_natural"_a = false, "bomb_order"_a = "class",
            "move"_a = nb::none(), "combo"_a = nb::none())
        .def("part", &Rules::part, "hand"_a, "to_beat"_a.none(), "start"_a, "n"_a)
        .def("count", &Rules::count_moves, "hand"_a, "to_beat"_a.none() = nb::none())
        .def("can_follow", &Rules::can_follow, "hand"_a, "to_beat"_a)
        .def("cores", &Rules::cores, "hand"_a)
        .def("count_cores", &Rules::count_cores, "hand"_a)
        .def("all_moves", &Rules::all_moves)
        .def("__len__", [](const Rules& r) { return r.table().size(); })
        .def_prop_ro("table_bytes", [](const Rules& r) { return r.table().bytes(); })
        .def("min_plays", &min_plays, "hand"_a)
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

    nb::class_<PyGame>(m, "Game", nb::type_slots(GAME_SLOTS))
        .def(nb::init<nb::object, const GameRules&, bool>(), "rules"_a, "options"_a, "log"_a = true)
        .def("seed", &PyGame::seed, "seed"_a)
        .def("deal", &PyGame::deal, "cards"_a, "first"_a, "wild"_a = nb::none())
        .def("doubling_allowed", [](PyGame& g, std::array<bool, 3> may) { g.game.doubling_allowed(may); })
        .def("move", &PyGame::move, "choice"_a)
        .def("moves", &PyGame::moves)
        .def("copy", [](const PyGame& g) { return PyGame(g); })
        .def_prop_ro("over", [](const PyGame& g) { return g.game.over(); })
        .def_prop_ro("phase", [](const PyGame& g) { return PHASES[size_t(g.game.phase())]; })
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
        .def_prop_ro("plays", [](const PyGame& g) { return nb::tuple(nb::cast(g.game.plays())); })
        .def_prop_ro("doubles", [](const PyGame& g) { return nb::tuple(nb::cast(g.game.doubles())); })
        .def_prop_ro("multiplier", [](const PyGame& g) { return g.game.multiplier(); })
        .def_prop_ro("points", [](const PyGame& g) { return nb::tuple(nb::cast(g.game.points())); })
        .def_prop_ro("events", &PyGame::events)
        .def_prop_ro("hash", [](const PyGame& g) { return g.game.hash(); });

    bind_envs(m, [](nb::handle rules) -> const Patterns& {
        const Rules& r = nb::cast<const Rules&>(rules);
        if (r.has_wild())
            throw nb::value_error("the wild rank of a game is drawn: make the rules without one");
        return r.patterns();
    });
}

}  // namespace dizhu
