#include "interned.h"

namespace dizhu {

Interned::Interned(const Table& table, nb::object move, nb::object combo)
    : table_(table), make_move_(std::move(move)), make_combo_(std::move(combo)) {
    moves_.resize(table.size(), nullptr);
    combos_.resize(1 << 14, nullptr);
}

int Interned::traverse(visitproc visit, void* arg) const {
    Py_VISIT(make_move_.ptr());
    Py_VISIT(make_combo_.ptr());
    for (PyObject* o : moves_) Py_VISIT(o);
    for (PyObject* o : combos_) Py_VISIT(o);
    for (const auto& [move, o] : wild_) Py_VISIT(o);
    return 0;
}

void Interned::clear() {
    make_move_ = make_combo_ = nb::none();
    combo_of_ = {};
    known_ = 0;
    for (PyObject*& o : moves_) Py_CLEAR(o);
    for (PyObject*& o : combos_) Py_CLEAR(o);
    forget_wild();
}

// --- making ---------------------------------------------------------------------------------------

PyObject* Interned::make(Combo c) {
    nb::object made = make_combo_(int(c.kind), int(c.main), int(c.length), int(c.bomb));
    PyObject*& kept = combos_[c.code()];
    if (!kept) {
        kept = made.release().ptr();
        remember(kept, c);
    }
    return kept;
}

PyObject* Interned::make(MoveId id) {
    const Move& m = table_[id];
    nb::object made = make_move_(m.cards, nb::borrow(combo(m.combo)));
    PyObject*& kept = moves_[id];
    if (!kept) kept = made.release().ptr();
    return kept;
}

nb::object Interned::move(const WildMove& m) {
    const auto found = wild_.find(m);
    if (found != wild_.end()) return nb::borrow(found->second);
    nb::object made = make_move_(m.cards, nb::borrow(combo(m.combo)));
    if (wild_.size() >= MOST_WILD) forget_wild();
    const auto [kept, fresh] = wild_.try_emplace(m, made.ptr());
    if (!fresh) return nb::borrow(kept->second);
    made.inc_ref();
    return made;
}

// What is let go of may do anything, even ask for moves.
void Interned::forget_wild() {
    const auto forgotten = std::exchange(wild_, {});
    for (auto& [move, o] : forgotten) Py_XDECREF(o);
}

// --- reading --------------------------------------------------------------------------------------

void Interned::remember(PyObject* o, Combo c) {
    if (known_ == SLOTS / 2) return;  // there are fewer combos than this
    size_t at = slot(o);
    for (; combo_of_[at].first; at = (at + 1) % SLOTS)
        if (combo_of_[at].first == o) return;
    combo_of_[at] = {o, c};
    ++known_;
}

namespace {

Combo checked(long kind, long main, long length, long bomb) {
    bool good = kind >= ROCKET && kind < KINDS && main >= 0 && main < RANKS && length >= 1;
    if (good && kind == ROCKET) good = main == RED_JOKER && length == 1 && bomb == 0;
    if (good && kind != ROCKET) {
        const Shape& s = SHAPES[size_t(kind)];
        good = length >= s.min_length && length <= s.max_length && main < s.body_ranks() &&
               main + 1 >= length && (kind == BOMB ? bomb <= PURE && bomb >= 0 : bomb == 0);
    }
    if (!good) throw nb::value_error("there is no such combo");
    if (kind == BOMB && bomb == NO_BOMB) bomb = HARD;
    return {uint8_t(kind), uint8_t(main), uint8_t(length), uint8_t(bomb)};
}

// -1 for what is too large for any attribute of a combo.
long whole_number(const nb::object& value) {
    const nb::object number = nb::steal(PyNumber_Long(value.ptr()));
    if (!number) throw nb::python_error();
    int overflow = 0;
    const long n = PyLong_AsLongAndOverflow(number.ptr(), &overflow);
    return overflow ? -1 : n;
}

}  // namespace

Combo Interned::read_attributes(nb::handle object) {
    const nb::object bomb = object.attr("bomb_class");
    return checked(whole_number(object.attr("kind")), whole_number(object.attr("main")),
                   whole_number(object.attr("length")), bomb.is_none() ? 0 : whole_number(bomb));
}

}  // namespace dizhu
