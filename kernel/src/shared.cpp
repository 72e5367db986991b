#include "shared.h"

namespace dizhu {

std::shared_ptr<const Shared> shared(Switches s) {
    static std::mutex mutex;
    static std::weak_ptr<const Shared> made[32];
    const int i = s.quad_pair_as_solos | s.repeat_solo_wings << 1 | s.repeat_pair_wings << 2 |
                  s.both_jokers_as_kickers << 3 | s.wing_same_rank_as_body << 4;
    const std::lock_guard<std::mutex> lock(mutex);
    std::shared_ptr<const Shared> found = made[i].lock();
    if (!found) made[i] = found = std::make_shared<const Shared>(s);
    return found;
}

}  // namespace dizhu
