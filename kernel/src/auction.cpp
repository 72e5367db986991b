// What comes before the play: the parts of Game that ask who is the landlord, and for how much.
#include <algorithm>

#include "game.h"

namespace dizhu {

namespace {

int after(int seat) { return (seat + 1) % 3; }

}  // namespace

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
            if (inside_[i]) pair_raises_[i] = times(pair_raises_[i], rules_.raise_factor);
        }
    } else if (raised) {
        raise_factor_ = times(raise_factor_, rules_.raise_factor);
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

}  // namespace dizhu
