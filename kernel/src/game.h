// One game from the deal to its end, as dizhu.rules plays it: at each moment one seat chooses one
// of `legal()` numbered choices.
//
// Choices: START 0 ready, 1 show. CALL 0 pass, 1 call; with blind bids first 0 look, 1 grab. ROB 0
// pass, 1 rob. RAISE 0 no, 1 yes. SHOW (the landlord, after the bottom) 0 no, 1 show. DOUBLE 0 no,
// 1 yes, asked of the landlord first. PLAY the moves in order, and last, when following, the pass.
// Not here: shows during the deal, clocks, escapes, tasks, beans.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "game_rules.h"
#include "wild.h"

namespace dizhu {

enum class Phase : uint8_t { START, AWAIT_DEAL, DEAL, CALL, ROB, RAISE, DOUBLE, PLAY, OVER, SHOW };

// The rules of the patterns: a table, and a wild rank for each game that has one.
struct Patterns {
    std::shared_ptr<const Table> table;
    bool wild_group_natural = false;
    bool bombs_by_class = true;
};

enum class EventType : uint8_t {
    READIED, DEALT, DEAL_ENDED, SHOWN, LOOKED, BLIND_GRABBED, CALLED, ROBBED, DECLINED, DEAL_VOIDED,
    LANDLORD_FIXED, WILD_DRAWN, RAISE_ANSWERED, DOUBLE_ANSWERED, PLAYED, PASSED, FORCED_SCORED
};

struct Event {
    EventType type;
    int seat = -1;
    uint32_t value = 0;  // a factor, a rank, an answer, a combo's code
    Packed cards = 0;
};

class Game {
   public:
    Game(Patterns patterns, GameRules rules, bool log = true)
        : patterns_(std::move(patterns)), rules_(std::move(rules)), log_(log) {
        restart();
    }

    // Seeds; without one, deals are given by `deal`.
    void seed(uint64_t number) { number_ = number, secret_.reset(), seeded_ = true; restart(); }
    void seed(std::string secret) { secret_ = std::move(secret), seeded_ = true; restart(); }
    void deal(const Deal& deal);
    void doubling_allowed(std::array<bool, 3> may) { may_double_ = may; }

    uint32_t legal() const { return choices_; }
    void step(uint32_t choice);  // choice < legal()
    // In PLAY: the move a choice makes; no value for a pass.
    std::optional<WildMove> move(uint32_t choice) const;
    template <class Each>
    void each_move(Each&& each) const;

    Phase phase() const { return phase_; }
    bool over() const { return phase_ == Phase::OVER; }
    int turn() const { return turn_; }
    int landlord() const { return landlord_; }
    int out() const { return out_; }
    bool forced() const { return forced_; }
    int wild() const { return wild_ ? wild_->rank : -1; }
    int deals() const { return deals_; }
    const Deal& dealt() const { return deal_; }
    Packed hand(int seat) const { return packed(hands_[size_t(seat)]); }
    Levels asked_hand() const { return hands_[size_t(turn_)]; }
    std::optional<Combo> to_beat() const { return leads() ? std::nullopt : std::optional(to_beat_); }
    int last_to_play() const { return last_; }
    int passes() const { return passes_; }
    std::array<int, 3> plays() const { return plays_; }
    std::array<int, 3> doubles() const { return doubles_; }
    int first() const { return first_; }
    int bombs() const { return bombs_ + rockets_; }
    int raise_step() const { return raise_number_; }
    bool shown() const { return first_shower_ >= 0; }  // anybody, by now
    int show_factor_now() const { return phase_ == Phase::START ? rules_.show_start : rules_.show_bottom; }
    // Whoever is asked may look or grab blindly; a seat does not know its own cards (R-BLIND-1).
    bool looks() const { return rules_.blind && !looked_[size_t(turn_)]; }
    bool hidden(int seat) const { return rules_.blind && landlord_ < 0 && !looked_[size_t(seat)]; }
    long long multiplier() const;
    std::array<long long, 3> points() const;  // of a base of one, without caps
    const std::vector<Event>& events() const { return events_; }
    uint64_t hash() const { return hash_; }

   private:
    bool leads() const { return last_ < 0; }
    void restart();
    void clear();
    void next_deal();
    void to_call();
    void ask(Phase phase, int seat, uint32_t choices);
    void ask_call();
    void ask_rob();
    void ask_raise();
    void ask_show();
    void ask_double();
    void ask_play();
    void all_declined();
    void fix(int seat);
    void after_raises();
    void close_raise_step();
    void emit(Event event);
    void note(const Event& event, uint64_t what);
    bool may_show(int seat) const { return !showed_[size_t(seat)] && !(rules_.first_show_locks && first_shower_ >= 0); }
    void show(int seat, int factor);

    void start_step(bool yes);
    void call_step(bool yes);
    void rob_step(bool yes);
    void raise_step(bool yes);
    void double_step(bool yes);
    void play_step(uint32_t choice);
    void play(Combo combo, Levels after);

    Patterns patterns_;
    GameRules rules_;
    bool log_;
    bool seeded_ = false;
    uint64_t number_ = 0;
    std::optional<std::string> secret_;
    std::array<bool, 3> may_double_{true, true, true};

    Phase phase_ = Phase::AWAIT_DEAL;
    int turn_ = -1;
    uint32_t choices_ = 0;
    Deal deal_;
    int deals_ = 0;
    std::array<Levels, 3> hands_{};
    std::shared_ptr<const Wild> wild_;
    mutable WildMoves wild_moves_;

    std::array<bool, 3> showed_{}, declined_{}, looked_{};
    int show_factor_ = 1, first_shower_ = -1, first_ = 0, caller_ = -1;
    bool blind_ = false;
    std::vector<int> to_ask_;
    int robs_ = 0, last_robber_ = -1;
    int landlord_ = -1;
    int bottom_factor_ = 1;

    int raise_number_ = 0;
    std::vector<int> said_yes_;
    long long raise_factor_ = 1;
    std::array<long long, 2> pair_raises_{1, 1};
    std::array<bool, 2> inside_{true, true};
    std::array<int, 3> doubles_{-1, -1, -1};

    Combo to_beat_{};
    int last_ = -1, passes_ = 0, out_ = -1;
    std::array<int, 3> plays_{};
    int bombs_ = 0, rockets_ = 0;
    bool forced_ = false;
    std::vector<Event> events_;
    uint64_t hash_ = 0;
};

template <class Each>
void Game::each_move(Each&& each) const {
    const Table& t = *patterns_.table;
    if (phase_ != Phase::PLAY) return;
    if (wild_) {
        for (const WildMove& m : wild_moves_) each(NO_MOVE, m);
        return;
    }
    auto sink = [&](MoveId id) { each(id, WildMove{t[id].cards, t[id].combo}); };
    const Levels h = hands_[size_t(turn_)];
    leads() ? list_leads(t, h, sink) : list_follows(t, h, to_beat_, sink);
}

}  // namespace dizhu
