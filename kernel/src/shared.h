// What all rules with the same switches share: it is made once and never changed.
#pragma once

#include <memory>
#include <mutex>

#include "min_plays.h"

namespace dizhu {

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

std::shared_ptr<const Shared> shared(Switches s);

}  // namespace dizhu
