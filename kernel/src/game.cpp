#include "game.h"

#include <algorithm>

namespace dizhu {

namespace {

int after(int seat) { return (seat + 1) % 3; }

bool has_name(const std::string& name, int jokers, bool trio, bool flush, bool straight) {
    if (name == "two_jokers") return jokers == 2;
    if (name == "one_joker") return jokers == 1;
    if (jokers) return false;
    if (name == "straight_flush") return flush && straight;
    if (name == "flush") return flush;
    if (name == "straight") return straight;
    return name == "three_of_a_rank" && trio;
}

}  // namespace

// R-MUL-5, G-BOT-1: the first row that fits.
int bottom_factor(const GameRules& rules, const Deal& deal) {
    std::array<int, 3> ranks, suits;
    int jokers = 0;
    for (size_t i = 0; i < 3; ++i) {
        const int card = deal.cards[51 + i];
        ranks[i] = rank_of(card);
        suits[i] = card & 3;
        jokers += ranks[i] >= SUITED;
    }
    std::sort(ranks.begin(), ranks.end());
    const bool straight = ranks[2] < CHAIN && ranks[1] == ranks[0] + 1 && ranks[2] == ranks[1] + 1;
    const bool flush = suits[0] == suits[1] && suits[1] == suits[2];
    for (const auto& [name, factor] : rules.bottom_factors)
        if (has_name(name, jokers, ranks[0] == ranks[2], flush, straight)) return factor;
    return 1;
}

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

// --- calling, robbing -----------------------------------------------------------------------------

void Game::ask_call() {
    const bool looks = rules_.blind && !looked_[size_t(turn_)];
    const bool may_grab = !rules_.blind_first_only || turn_ == first_;
    ask(Phase::CALL, turn_, looks && !may_grab ? 1 : 2);
}

void Game::call_step(bool yes) {
    const int seat = turn_;
    if (rules_.blind && !looked_[size_t(seat)]) {
        if (!yes) {
            looked_[size_t(seat)] = true;
            emit({EventType::LOOKED, seat});
            return ask_call();
        }
        blind_ = true;
        emit({EventType::BLIND_GRABBED, seat});
        caller_ = seat;
        return fix(seat);
    }
    if (!yes) {
        declined_[size_t(seat)] = true;
        emit({EventType::DECLINED, seat});
        if (declined_[0] && declined_[1] && declined_[2]) return all_declined();
        turn_ = after(seat);
        return ask_call();
    }
    caller_ = seat;
    emit({EventType::CALLED, seat});
    to_ask_.clear();
    if (!rules_.blind)  // R-ROB-5
        for (int s = after(seat); s != seat; s = after(s))
            if (!declined_[size_t(s)]) to_ask_.push_back(s);  // R-ROB-4
    ask_rob();
}

void Game::all_declined() {
    if (first_shower_ >= 0 && rules_.shower_is_landlord_if_all_pass) return fix(first_shower_);
    if (rules_.forced_score) {
        forced_ = true;
        emit({EventType::FORCED_SCORED});
        return ask(Phase::OVER, -1, 0);
    }
    if (rules_.max_redeals >= 0 && deals_ > rules_.max_redeals) return fix(first_);
    emit({EventType::DEAL_VOIDED});
    showed_ = {};  // G-BID-3
    show_factor_ = 1;
    first_shower_ = -1;
    next_deal();
}

void Game::ask_rob() {
    if (to_ask_.empty()) return fix(last_robber_ >= 0 ? last_robber_ : caller_);
    ask(Phase::ROB, to_ask_.front(), 2);
}

void Game::rob_step(bool yes) {
    const int seat = turn_;
    if (yes) {
        ++robs_;
        last_robber_ = seat;
    }
    emit({yes ? EventType::ROBBED : EventType::DECLINED, seat});
    to_ask_.erase(to_ask_.begin());
    // G-ROB-1: the caller once more, if somebody robbed.
    if (to_ask_.empty() && seat != caller_ && robs_ && rules_.caller_last_chance)
        to_ask_.push_back(caller_);
    ask_rob();
}

void Game::fix(int seat) {
    landlord_ = seat;
    const Packed hand = packed(hands_[size_t(seat)]) + deal_.bottom();
    hands_[size_t(seat)] = levels(hand);
    bottom_factor_ = bottom_factor(rules_, deal_);
    emit({EventType::LANDLORD_FIXED, seat, uint32_t(bottom_factor_), deal_.bottom()});
    if (deal_.wild >= 0) {
        wild_ = std::make_shared<Wild>(*patterns_.table, deal_.wild, patterns_.wild_group_natural,
                                       patterns_.bombs_by_class);
        emit({EventType::WILD_DRAWN, -1, uint32_t(deal_.wild)});
    }
    if (!rules_.raises) return after_raises();
    raise_number_ = 0;
    ask_raise();
}

// --- raises, show, doubling -----------------------------------------------------------------------

// R-RAISE-1, G-RAISE-1: steps 0 and 2 are the peasants', 1 and 3 the landlord's.
void Game::ask_raise() {
    to_ask_.clear();
    said_yes_.clear();
    if (raise_number_ % 2) {
        to_ask_.push_back(landlord_);
    } else {
        for (int i = 0; i < 2; ++i)
            if (inside_[size_t(i)] || rules_.raise_scope != RaiseScope::PER_PEASANT)
                to_ask_.push_back((landlord_ + 1 + i) % 3);
    }
    if (to_ask_.empty()) return after_raises();
    ask(Phase::RAISE, to_ask_.front(), 2);
}

void Game::raise_step(bool yes) {
    emit({EventType::RAISE_ANSWERED, turn_, uint32_t(raise_number_ * 2 + yes)});
    if (yes) said_yes_.push_back(turn_);
    to_ask_.erase(to_ask_.begin());
    if (rules_.raise_scope == RaiseScope::SIDE_ANY && yes) to_ask_.clear();
    if (rules_.raise_scope == RaiseScope::SIDE_ALL && !yes) {
        to_ask_.clear();
        said_yes_.clear();
    }
    if (!to_ask_.empty()) return ask(Phase::RAISE, to_ask_.front(), 2);
    close_raise_step();
}

void Game::close_raise_step() {
    const bool raised = !said_yes_.empty();
    if (rules_.raise_scope == RaiseScope::PER_PEASANT) {
        for (size_t i = 0; i < 2; ++i) {
            const int peasant = (landlord_ + 1 + int(i)) % 3;
            const bool yes = raise_number_ % 2 ? raised
                                               : std::count(said_yes_.begin(), said_yes_.end(), peasant) > 0;
            inside_[i] = inside_[i] && yes;
            if (inside_[i]) pair_raises_[i] *= rules_.raise_factor;
        }
    } else if (raised) {
        raise_factor_ *= rules_.raise_factor;
    }
    if (!raised || raise_number_ == 3) return after_raises();
    ++raise_number_;
    ask_raise();
}

void Game::after_raises() {
    const bool shown_before = rules_.show_bottom_if_none && first_shower_ >= 0;
    if (rules_.show_bottom && !showed_[size_t(landlord_)] && !shown_before)
        return ask(Phase::SHOW, landlord_, 2);
    rules_.doubling ? ask_double() : ask_play();
}

void Game::ask_double() {
    for (int i = 0; i < 3; ++i) {
        const int seat = (landlord_ + i) % 3;
        if (doubles_[size_t(seat)] < 0)
            return ask(Phase::DOUBLE, seat, may_double_[size_t(seat)] ? 2 : 1);
    }
    ask_play();
}

void Game::double_step(bool yes) {
    doubles_[size_t(turn_)] = yes;
    emit({EventType::DOUBLE_ANSWERED, turn_, yes});
    ask_double();
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
    if (caller_ >= 0) m *= blind_ ? rules_.blind_factor : rules_.call_factor;
    m *= show_factor_;
    m <<= robs_;
    m *= raise_factor_ * bottom_factor_;
    m = rules_.bombs_add ? m * (1 + bombs_) : m << bombs_;
    if (rockets_) m *= rules_.rocket_factor;
    if (out_ >= 0) {
        const int p1 = plays_[size_t((landlord_ + 1) % 3)], p2 = plays_[size_t((landlord_ + 2) % 3)];
        if (out_ == landlord_ && p1 + p2 == 0) m *= rules_.spring_factor;
        if (out_ != landlord_ && plays_[size_t(landlord_)] == 1) m *= rules_.anti_spring_factor;
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
        p[seat] = sign * m * pair_raises_[i] * (doubles_[size_t(landlord_)] == 1 ? 2 : 1) *
                  (doubles_[seat] == 1 ? 2 : 1);
    }
    p[size_t(landlord_)] = -(p[0] + p[1] + p[2]);
    return p;
}

}  // namespace dizhu
