// `dizhu_kernel.Game`: a game, and the rules whose objects it hands out.
#pragma once

#include <optional>
#include <vector>

#include "rules_object.h"

namespace dizhu {

struct PyGame {
    nb::object owner;
    Rules* rules;
    Game game;

    PyGame(nb::object rules, const GameRules& options, bool log);

    void step(int64_t choice);
    nb::object move(int64_t choice);
    nb::object moves();
    nb::object to_beat();
    void seed(nb::handle value);
    void deal(const std::vector<int>& cards, int first, std::optional<int> wild);
    nb::list events() const;
    const char* phase() const;

   private:
    MoveId find(const WildMove& m) const;
};

}  // namespace dizhu
