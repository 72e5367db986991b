#include "game.h"

#include <algorithm>

namespace dizhu {

namespace {

int after(int seat) { return (seat + 1) % 3; }

}  // namespace

// --- begin and deal -------------------------------------------------------------------------------

void Game::restart() {
    events_.clear();
    hash_ = 0;
    deals_ = 0;
    showed_ = {};
    show_factor_ = 1;
    first_shower_ = -1;
    first_ = -1;
    forced_ = false;
    clear();
    if (rules_.show_start) return ask(Phase::START, 0, may_show(0) ? 2 : 1);
    next_deal();
}

void Game::next_deal() {
    if (!seeded_) return ask(Phase::AWAIT_DEAL, -1, 0);
    const int number = deals_ + 1, previous = deals_ ? first_ : -1;
    deal(secret_ ? secret_deal(*secret_, number, rules_.deal, previous)
                 : quick_deal(number_, number, rules_.deal, previous));
}

// What belongs to one deal.
void Game::clear() {
    phase_ = Phase::DEAL;
    declined_ = looked_ = {};
    caller_ = last_robber_ = -1;
    blind_ = false;
    robs_ = 0;
    to_ask_.clear();
    landlord_ = out_ = last_ = -1;
    wild_.reset();
    bottom_factor_ = 1;
    raise_number_ = 0;
    said_yes_.clear();
    raise_factor_ = 1;
    pair_raises_ = {1, 1};
    inside_ = {true, true};
    doubles_ = {-1, -1, -1};
    passes_ = bombs_ = rockets_ = 0;
    plays_ = {};
}

void Game::deal(const Deal& d) {
    deal_ = d;
    ++deals_;
    for (int s = 0; s < 3; ++s) hands_[size_t(s)] = levels(d.hand(s));
    clear();
    first_ = d.first;
    emit({EventType::DEALT, d.first, uint32_t(deals_)});
    emit({EventType::DEAL_ENDED});
    to_call();
}

// R-CALL-5, R-CALL-7: a show before the deal.
void Game::to_call() {
    if (rules_.given) return fix(first_);
    if (first_shower_ >= 0) {
        first_ = first_shower_;
        if (rules_.show_makes_landlord) return fix(first_shower_);
    }
    turn_ = first_;
    ask_call();
}

void Game::ask(Phase phase, int seat, uint32_t choices) {
    phase_ = phase;
    turn_ = seat;
    choices_ = choices;
}

void Game::emit(Event e) {
    note(e, e.cards);
    if (log_) events_.push_back(e);
}

// Everything that happens goes into the hash; `what` stands for the cards.
void Game::note(const Event& e, uint64_t what) {
    const uint64_t event = uint64_t(e.type) << 48 ^ uint64_t(e.seat + 1) << 32 ^ e.value;
    hash_ = mix((hash_ + event) ^ what * 0x9E3779B97F4A7C15ULL);
}

void Game::step(uint32_t choice) {
    switch (phase_) {
        case Phase::START: return start_step(choice != 0);
        case Phase::CALL: return call_step(choice != 0);
        case Phase::ROB: return rob_step(choice != 0);
        case Phase::RAISE: return raise_step(choice != 0);
        case Phase::SHOW:
            if (choice) show(turn_, rules_.show_bottom);
            return rules_.doubling ? ask_double() : ask_play();
        case Phase::DOUBLE: return double_step(choice != 0);
        case Phase::PLAY: return play_step(choice);
        default: return;
    }
}

void Game::show(int seat, int factor) {
    showed_[size_t(seat)] = true;
    if (first_shower_ < 0) first_shower_ = seat;
    show_factor_ = std::max(show_factor_, factor);  // R-SHOW-3
    emit({EventType::SHOWN, seat, uint32_t(factor)});
}

void Game::start_step(bool yes) {
    if (yes) show(turn_, rules_.show_start);
    emit({EventType::READIED, turn_});
    if (turn_ == 2) return next_deal();
    ask(Phase::START, turn_ + 1, may_show(turn_ + 1) ? 2 : 1);
}

// --- play -----------------------------------------------------------------------------------------

void Game::ask_play() {
    if (phase_ != Phase::PLAY) turn_ = landlord_;
    phase_ = Phase::PLAY;
    const Levels h = hands_[size_t(turn_)];
    const Table& t = *patterns_.table;
    if (!wild_) {
        choices_ = leads() ? count_leads(t, h) : count_follows(t, h, to_beat_) + 1;
        return;
    }
    if (leads())
        wild_->leads(packed(h), wild_moves_);
    else
        wild_->follows(packed(h), to_beat_, wild_moves_);
    choices_ = uint32_t(wild_moves_.size()) + !leads();
}

std::optional<WildMove> Game::move(uint32_t choice) const {
    if (phase_ != Phase::PLAY || choice >= choices_ - !leads()) return std::nullopt;
    if (wild_) return wild_moves_[choice];
    const Levels h = hands_[size_t(turn_)];
    const Table& t = *patterns_.table;
    const Picked p = leads() ? pick_lead(t, h, choice) : pick_follow(t, h, to_beat_, choice);
    return WildMove{packed(h) - packed(p.after), p.combo};
}

void Game::play_step(uint32_t choice) {
    const Levels h = hands_[size_t(turn_)];
    const Table& t = *patterns_.table;
    if (!leads() && choice == choices_ - 1) {
        emit({EventType::PASSED, turn_});
        turn_ = after(turn_);
        if (++passes_ == 2) {  // G-PLAY-1
            passes_ = 0;
            last_ = -1;
        }
        return ask_play();
    }
    if (wild_) {
        const WildMove m = wild_moves_[choice];
        return play(m.combo, levels(packed(h) - m.cards));
    }
    const Picked p = leads() ? pick_lead(t, h, choice) : pick_follow(t, h, to_beat_, choice);
    play(p.combo, p.after);
}

void Game::play(Combo combo, Levels rest) {
    const int seat = turn_;
    Levels& hand = hands_[size_t(seat)];
    const Event event{EventType::PLAYED, seat, combo.code()};
    note(event, hand ^ rest);
    if (log_) {
        events_.push_back(event);
        events_.back().cards = packed(hand) - packed(rest);
    }
    hand = rest;
    to_beat_ = combo;
    last_ = seat;
    passes_ = 0;
    ++plays_[size_t(seat)];
    bombs_ += combo.kind == BOMB;
    rockets_ += combo.kind == ROCKET;
    if (!hand) {
        out_ = seat;
        return ask(Phase::OVER, -1, 0);
    }
    turn_ = after(seat);
    ask_play();
}

// --- result ---------------------------------------------------------------------------------------

// R-MUL-1, without tasks.
long long Game::multiplier() const {
    long long m = rules_.initial;
    if (caller_ >= 0) m = times(m, blind_ ? rules_.blind_factor : rules_.call_factor);
    m = times(m, show_factor_);
    m = times(m, 1 << robs_);
    m = times(m, raise_factor_);
    m = times(m, bottom_factor_);
    m = times(m, rules_.bombs_add ? 1 + bombs_ : 1 << bombs_);
    if (rockets_) m = times(m, rules_.rocket_factor);
    if (out_ >= 0) {
        const int p1 = plays_[size_t((landlord_ + 1) % 3)], p2 = plays_[size_t((landlord_ + 2) % 3)];
        if (out_ == landlord_ && p1 + p2 == 0) m = times(m, rules_.spring_factor);
        if (out_ != landlord_ && plays_[size_t(landlord_)] == 1) m = times(m, rules_.anti_spring_factor);
    }
    return rules_.max_multiplier >= 0 ? std::min(m, rules_.max_multiplier) : m;
}

std::array<long long, 3> Game::points() const {
    std::array<long long, 3> p{};
    if (forced_) return {-1, -1, -1};
    if (out_ < 0) return p;
    const long long sign = out_ == landlord_ ? -1 : 1, m = multiplier();
    for (size_t i = 0; i < 2; ++i) {
        const size_t seat = size_t(landlord_ + 1 + int(i)) % 3;
        const int doubled = (doubles_[size_t(landlord_)] == 1) + (doubles_[seat] == 1);
        p[seat] = sign * times(times(m, pair_raises_[i]), 1 << doubled);
    }
    p[size_t(landlord_)] = -(p[0] + p[1] + p[2]);
    return p;
}

}  // namespace dizhu
