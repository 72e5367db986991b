// Many games for learners: numbered actions of a fixed space, masks of the legal ones, and what
// each seat may see, as rows of plain numbers. `dizhu.env` documents both and is the reference.
//
// A play is chosen in steps: first the combo, then, as long as several sets of cards make it, one
// card of a rank at a time that not all of them have.
#pragma once

#include <string>
#include <vector>

#include "game.h"

namespace dizhu {

// --- actions --------------------------------------------------------------------------------------

enum EnvAction : int {
    PASS, READY, SHOW_CARDS, NO_SHOW, CALL, NO_CALL, LOOK, BLIND, ROB, NO_ROB, RAISE, NO_RAISE,
    DOUBLE, NO_DOUBLE, FIRST_COMBO
};

int combo_actions();           // how many combos there are
int combo_index(Combo combo);  // 0 .. combo_actions() - 1
inline int first_rank_action() { return FIRST_COMBO + combo_actions(); }
inline int env_actions() { return first_rank_action() + RANKS; }

// --- observations ---------------------------------------------------------------------------------

constexpr int HISTORY = 15;

// Where each part of a row begins; seats are counted from the viewer.
enum EnvField : int {
    F_PHASE = 0,
    F_TURN = F_PHASE + 1,
    F_LANDLORD = F_TURN + 1,
    F_FIRST = F_LANDLORD + 1,
    F_DEALS = F_FIRST + 1,
    F_TURNED = F_DEALS + 1,
    F_WILD = F_TURNED + 1,
    F_MULTIPLIER = F_WILD + 1,
    F_BOMBS = F_MULTIPLIER + 1,
    F_TO_BEAT = F_BOMBS + 1,
    F_TO_BEAT_SEAT = F_TO_BEAT + 1,
    F_RAISE_STEP = F_TO_BEAT_SEAT + 1,
    F_CHOSEN = F_RAISE_STEP + 1,
    F_OPEN = F_CHOSEN + 1,
    F_COUNTS = F_OPEN + 3,
    F_BIDS = F_COUNTS + 3,
    F_SHOWS = F_BIDS + 3,
    F_DOUBLES = F_SHOWS + 3,
    F_RAISES = F_DOUBLES + 3,
    F_CARDS = F_RAISES + 12,
    F_PLAYED = F_CARDS + 3 * RANKS,
    F_BOTTOM = F_PLAYED + 3 * RANKS,
    F_UNSEEN = F_BOTTOM + RANKS,
    F_CHOSEN_CARDS = F_UNSEEN + RANKS,
    F_HISTORY_SEATS = F_CHOSEN_CARDS + RANKS,
    F_HISTORY_COMBOS = F_HISTORY_SEATS + HISTORY,
    F_HISTORY = F_HISTORY_COMBOS + HISTORY,
    OBSERVED = F_HISTORY + HISTORY * RANKS
};

class Env {
   public:
    Env(Patterns patterns, GameRules rules) : game_(std::move(patterns), std::move(rules), false) {}

    void begin(std::string key);
    bool over() const { return game_.over(); }
    int turn() const { return game_.turn(); }
    bool legal(int64_t action) const { return action >= 0 && action < env_actions() && mask_[size_t(action)]; }
    const std::vector<uint8_t>& mask() const { return mask_; }
    void step(int action);  // legal
    void observe(int seat, int32_t* row) const;
    std::array<long long, 3> points() const { return game_.points(); }
    int out() const { return game_.out(); }
    int landlord() const { return game_.landlord(); }

   private:
    struct Turn {
        int seat, combo;
        Packed cards;
    };

    void choose(uint32_t choice);
    void remember(uint32_t choice);
    void settle();
    void notice_deal();
    void narrow();
    void play_step(int action);
    int lowest_extra(const WildMove& m) const;
    bool sees(int viewer, int seat) const;
    void observe_cards(int viewer, int32_t* row) const;
    void observe_auction(int viewer, int32_t* row) const;
    void observe_history(int viewer, int32_t* row) const;

    Game game_;
    std::vector<uint8_t> mask_ = std::vector<uint8_t>(size_t(env_actions()));
    std::vector<WildMove> moves_;
    std::vector<uint32_t> left_;  // of the combo chosen, the choices that remain
    int chosen_ = -1;
    Levels sure_ = 0;
    int deals_ = 0;
    std::array<int, 3> bids_{}, shows_{};
    std::array<int, 12> raises_{};
    std::array<Packed, 3> played_{};
    std::vector<Turn> turns_;
};

// Games side by side; game i is begun anew with the key prefix(i) + "/" + its number.
class Envs {
   public:
    Envs(const Patterns& patterns, const GameRules& rules, size_t n);

    size_t size() const { return envs_.size(); }
    Env& operator[](size_t i) { return envs_[i]; }
    void seed(size_t i, std::string prefix);
    void next(size_t i);

   private:
    std::vector<Env> envs_;
    std::vector<std::string> prefixes_;
    std::vector<uint64_t> numbers_;
};

}  // namespace dizhu
