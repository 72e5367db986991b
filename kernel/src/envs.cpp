#include "envs.h"

#include <algorithm>
#include <limits>

namespace dizhu {

namespace {

struct Combos {
    std::vector<int16_t> index = std::vector<int16_t>(1 << 14, -1);
    int count = 0;

    Combos() {
        add(ROCKET_COMBO);
        for (const Shape& shape : SHAPES)
            for (int n = shape.min_length; shape.per && n <= shape.max_length; ++n)
                for (int low = 0; low + n <= shape.body_ranks() && shape.size(n) <= MOST_CARDS; ++low)
                    if (shape.kind == BOMB)
                        for (BombClass c : {SOFT, HARD, PURE}) add(reading(BOMB, low, n, c));
                    else
                        add(reading(shape.kind, low, n));
    }
    void add(Combo c) { index[c.code()] = int16_t(count++); }
};

const Combos& combos() {
    static const Combos all;
    return all;
}

int combo_action(Combo c) { return FIRST_COMBO + combo_index(c); }

// The answers of a phase without play: what choice 0 and choice 1 are.
struct Answers {
    int no, yes;
};

Answers answers(const Game& g) {
    switch (g.phase()) {
        case Phase::START: return {READY, SHOW_CARDS};
        case Phase::CALL: return g.looks() ? Answers{LOOK, BLIND} : Answers{NO_CALL, CALL};
        case Phase::ROB: return {NO_ROB, ROB};
        case Phase::RAISE: return {NO_RAISE, RAISE};
        case Phase::SHOW: return {NO_SHOW, SHOW_CARDS};
        default: return {NO_DOUBLE, DOUBLE};
    }
}

enum Bid { NOTHING_SAID, LOOKED, PASSED, CALLED, ROBBED, BLIND_GRABBED };
enum ObservedPhase { START, CALLING, ROBBING, RAISING, SHOWING, DOUBLING, PLAYING, FILLING, ENDED };

int observed(Phase phase) {
    switch (phase) {
        case Phase::START: return START;
        case Phase::CALL: return CALLING;
        case Phase::ROB: return ROBBING;
        case Phase::RAISE: return RAISING;
        case Phase::SHOW: return SHOWING;
        case Phase::DOUBLE: return DOUBLING;
        case Phase::PLAY: return PLAYING;
        default: return ENDED;
    }
}

int from_viewer(int seat, int viewer) { return seat < 0 ? -1 : (seat + 3 - viewer) % 3; }

void write(Packed cards, int32_t* row) {
    for (int r = 0; r < RANKS; ++r) row[r] = count(cards, r);
}

}  // namespace

int combo_actions() { return combos().count; }
int combo_index(Combo c) { return combos().index[c.code()]; }

// --- steps ----------------------------------------------------------------------------------------

void Env::begin(std::string key) {
    deals_ = 0;
    shows_ = {};
    game_.seed(std::move(key));
    notice_deal();
    settle();
}

// What was said and played belongs to one deal; a show before it stays.
void Env::notice_deal() {
    if (deals_ == game_.deals() && deals_) return;
    deals_ = game_.deals();
    bids_ = {};
    raises_ = {};
    played_ = {};
    turns_.clear();
    if (!game_.shown()) shows_ = {};
}

// What is asked now. Answers that leave no choice, but for the pass, are given at once.
void Env::settle() {
    while (!game_.over() && game_.phase() != Phase::PLAY && game_.legal() == 1) choose(0);
    chosen_ = -1;
    std::fill(mask_.begin(), mask_.end(), uint8_t(0));
    if (game_.over()) return;
    if (game_.phase() != Phase::PLAY) {
        const Answers a = answers(game_);
        mask_[size_t(a.no)] = mask_[size_t(a.yes)] = 1;
        return;
    }
    moves_.clear();
    game_.each_move([&](MoveId, const WildMove& m) {
        moves_.push_back(m);
        mask_[size_t(combo_action(m.combo))] = 1;
    });
    if (game_.to_beat()) mask_[PASS] = 1;
}

void Env::step(int action) {
    if (game_.phase() == Phase::PLAY) return play_step(action);
    choose(action == answers(game_).yes);
    settle();
}

void Env::choose(uint32_t choice) {
    remember(choice);
    game_.step(choice);
    notice_deal();
}

void Env::remember(uint32_t choice) {
    const size_t seat = size_t(game_.turn());
    switch (game_.phase()) {
        case Phase::START:
        case Phase::SHOW:
            if (choice) shows_[seat] = game_.show_factor_now();
            break;
        case Phase::CALL:
            bids_[seat] = game_.looks() ? (choice ? BLIND_GRABBED : LOOKED) : choice ? CALLED : PASSED;
            break;
        case Phase::ROB: bids_[seat] = choice ? ROBBED : PASSED; break;
        case Phase::RAISE:
            raises_[size_t(game_.raise_step()) * 3 + seat] = choice ? 2 : 1;
            break;
        default: break;
    }
}

void Env::play_step(int action) {
    if (action == PASS) {
        turns_.push_back({game_.turn(), -1, 0});
        game_.step(uint32_t(moves_.size()));
        return settle();
    }
    if (chosen_ < 0) {
        chosen_ = action - FIRST_COMBO;
        left_.clear();
        for (uint32_t i = 0; i < moves_.size(); ++i)
            if (combo_action(moves_[i].combo) == action) left_.push_back(i);
    } else {
        const int rank = action - first_rank_action();
        left_.erase(std::remove_if(left_.begin(), left_.end(),
                                   [&](uint32_t i) { return lowest_extra(moves_[i]) != rank; }),
                    left_.end());
    }
    narrow();
}

int Env::lowest_extra(const WildMove& m) const {
    const Levels extra = levels(m.cards) & ~sure_;
    return lowest(at_least(extra, 1) | at_least(extra, 2) | at_least(extra, 3) | at_least(extra, 4));
}

// One set of cards is left: play it. Else ask for the lowest rank that not all of them hold.
void Env::narrow() {
    if (left_.size() == 1) {
        const WildMove m = moves_[left_.front()];
        turns_.push_back({game_.turn(), chosen_, m.cards});
        played_[size_t(game_.turn())] += m.cards;
        game_.step(left_.front());
        return settle();
    }
    sure_ = ~0ULL;
    for (uint32_t i : left_) sure_ &= levels(moves_[i].cards);
    std::fill(mask_.begin(), mask_.end(), uint8_t(0));
    for (uint32_t i : left_) mask_[size_t(first_rank_action() + lowest_extra(moves_[i]))] = 1;
}

// --- observations ---------------------------------------------------------------------------------

bool Env::sees(int viewer, int seat) const {
    if (game_.over()) return true;
    if (game_.hidden(seat)) return false;
    return seat == viewer || shows_[size_t(seat)] > 0;
}

void Env::observe(int viewer, int32_t* row) const {
    std::fill(row, row + OBSERVED, 0);
    const bool filling = chosen_ >= 0 && viewer == game_.turn();
    const auto to_beat = game_.over() ? std::nullopt : game_.to_beat();
    const int turned = game_.dealt().turned;
    row[F_PHASE] = filling ? int(FILLING) : observed(game_.phase());
    row[F_TURN] = from_viewer(game_.turn(), viewer);
    row[F_LANDLORD] = from_viewer(game_.landlord(), viewer);
    row[F_FIRST] = game_.phase() == Phase::START ? -1 : from_viewer(game_.first(), viewer);
    row[F_DEALS] = game_.deals();
    row[F_TURNED] = turned < 0 || !game_.deals() ? -1 : rank_of(game_.dealt().cards[size_t(turned)]);
    row[F_WILD] = game_.wild();
    row[F_MULTIPLIER] =
        int32_t(std::min<long long>(game_.multiplier(), std::numeric_limits<int32_t>::max()));
    row[F_BOMBS] = game_.bombs();
    row[F_TO_BEAT] = game_.phase() == Phase::PLAY && to_beat ? combo_index(*to_beat) : -1;
    row[F_TO_BEAT_SEAT] =
        game_.phase() == Phase::PLAY && to_beat ? from_viewer(game_.last_to_play(), viewer) : -1;
    row[F_RAISE_STEP] = game_.phase() == Phase::RAISE ? game_.raise_step() : -1;
    row[F_CHOSEN] = filling ? chosen_ : -1;
    if (filling) write(packed(sure_), row + F_CHOSEN_CARDS);
    observe_cards(viewer, row);
    observe_auction(viewer, row);
    observe_history(viewer, row);
}

void Env::observe_cards(int viewer, int32_t* row) const {
    const bool dealt = game_.deals() > 0 && game_.phase() != Phase::START;
    Packed unseen = FULL_DECK;
    for (int i = 0; i < 3; ++i) {
        const int seat = (viewer + i) % 3;
        const Packed held = dealt ? game_.hand(seat) : 0;
        row[F_COUNTS + i] = size(levels(held));
        write(played_[size_t(seat)], row + F_PLAYED + i * RANKS);
        unseen -= played_[size_t(seat)];
        if (!dealt || !sees(viewer, seat)) continue;
        row[F_OPEN + i] = 1;
        write(held, row + F_CARDS + i * RANKS);
        unseen -= held;
    }
    write(unseen, row + F_UNSEEN);
    if (game_.landlord() >= 0 || (game_.over() && dealt)) write(game_.dealt().bottom(), row + F_BOTTOM);
}

void Env::observe_auction(int viewer, int32_t* row) const {
    const std::array<int, 3> doubles = game_.doubles();
    for (int i = 0; i < 3; ++i) {
        const size_t seat = size_t(viewer + i) % 3;
        row[F_BIDS + i] = bids_[seat];
        row[F_SHOWS + i] = shows_[seat];
        row[F_DOUBLES + i] = doubles[seat];
        for (size_t step = 0; step < 4; ++step) row[F_RAISES + int(step) * 3 + i] = raises_[step * 3 + seat];
    }
}

void Env::observe_history(int viewer, int32_t* row) const {
    const size_t n = std::min<size_t>(turns_.size(), HISTORY);
    std::fill(row + F_HISTORY_SEATS, row + F_HISTORY, -1);
    for (size_t i = 0; i < n; ++i) {
        const Turn& turn = turns_[turns_.size() - n + i];
        const int at = int(HISTORY - n + i);
        row[F_HISTORY_SEATS + at] = from_viewer(turn.seat, viewer);
        row[F_HISTORY_COMBOS + at] = turn.combo;
        write(turn.cards, row + F_HISTORY + at * RANKS);
    }
}

// --- many -----------------------------------------------------------------------------------------

Envs::Envs(const Patterns& patterns, const GameRules& rules, size_t n)
    : envs_(n, Env(patterns, rules)), prefixes_(n), numbers_(n) {}

void Envs::seed(size_t i, std::string prefix) {
    prefixes_[i] = std::move(prefix);
    numbers_[i] = 0;
    next(i);
}

void Envs::next(size_t i) { envs_[i].begin(prefixes_[i] + "/" + std::to_string(numbers_[i]++)); }

}  // namespace dizhu
