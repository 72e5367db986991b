#include "game_object.h"

#include "scratch.h"

namespace dizhu {

namespace {

constexpr const char* PHASES[] = {"start", "await_deal", "deal", "call", "rob", "raise", "double",
                                  "play", "over", "show"};
constexpr const char* EVENTS[] = {
    "readied", "dealt", "deal_ended", "shown", "looked", "blind_grabbed", "called", "robbed",
    "declined", "deal_voided", "landlord_fixed", "wild_drawn", "raise_answered", "double_answered",
    "played", "passed", "forced_scored"};

Rules* rules_of(nb::handle o) {
    if (!nb::isinstance<Rules>(o) || !nb::inst_ready(o))
        throw nb::type_error("rules: a dizhu_kernel.Rules is wanted");
    Rules* rules = nb::inst_ptr<Rules>(o);
    if (rules->has_wild())
        throw nb::value_error("the wild rank of a game is drawn: make the rules without one");
    return rules;
}

}  // namespace

PyGame::PyGame(nb::object o, const GameRules& options, bool log)
    : owner(o), rules(rules_of(o)), game((check(options), rules->patterns()), options, log) {}

const char* PyGame::phase() const { return PHASES[size_t(game.phase())]; }

void PyGame::step(int64_t choice) {
    if (choice < 0 || choice >= int64_t(game.legal())) throw nb::index_error("no such choice");
    game.step(uint32_t(choice));
}

// --- moves ----------------------------------------------------------------------------------------

nb::object PyGame::move(int64_t choice) {
    if (choice < 0 || choice >= int64_t(game.legal())) throw nb::index_error("no such choice");
    const std::optional<WildMove> m = game.move(uint32_t(choice));
    if (!m) return nb::none();
    if (game.wild() >= 0) return rules->interned().move(*m);
    return nb::borrow(rules->interned().move(find(*m)));
}

MoveId PyGame::find(const WildMove& m) const {
    const Table& t = rules->table();
    MoveId id = t.find(m.cards);
    while (id != NO_MOVE && !(t[id].combo == m.combo)) id = t.next_reading(id);
    return id;
}

// Making an object may let another thread step the game: what they follow from is copied first.
nb::object PyGame::moves() {
    if (game.phase() != Phase::PLAY) return nb::tuple();
    if (game.wild() < 0) {
        const auto prev = game.to_beat();
        return prev ? rules->natural_follows(game.asked_hand(), *prev)
                    : rules->natural_leads(game.asked_hand());
    }
    Scratch<WildMoves> found;
    game.each_move([&](MoveId, const WildMove& m) { found->push_back(m); });
    NewTuple tuple(found->size());
    for (const WildMove& m : *found) tuple.take(rules->interned().move(m).release().ptr());
    return tuple.done();
}

nb::object PyGame::to_beat() {
    const auto c = game.to_beat();
    return c ? nb::borrow(rules->interned().combo(*c)) : nb::none();
}

// --- chance ---------------------------------------------------------------------------------------

void PyGame::seed(nb::handle value) {
    if (nb::isinstance<nb::bytes>(value)) {
        const nb::bytes b = nb::cast<nb::bytes>(value);
        game.seed(std::string(b.c_str(), b.size()));
        return;
    }
    uint64_t number = 0;
    if (!nb::try_cast(value, number))
        throw nb::type_error("a seed is bytes, or a whole number from 0 to 2**64 - 1");
    game.seed(number);
}

void PyGame::deal(const std::vector<int>& cards, int first, std::optional<int> wild) {
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

nb::list PyGame::events() const {
    const std::vector<Event> told = game.events();  // the game may go on meanwhile
    nb::list list;
    for (const Event& e : told)
        list.append(nb::make_tuple(EVENTS[size_t(e.type)], e.seat, e.value, e.cards));
    return list;
}

}  // namespace dizhu
