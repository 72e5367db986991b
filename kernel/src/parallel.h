// Work shared between threads, and stopped when somebody asks for it.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <thread>
#include <utility>

namespace dizhu {

// Whether work that takes long should end before it is done. `ask` may say so; it is called by the
// thread that made this only, ten times a second.
class Halt {
   public:
    Halt() = default;
    explicit Halt(std::function<bool()> ask) : ask_(std::move(ask)), next_(Clock::now() + PAUSE) {}

    // By any thread, often: it costs little.
    bool asked() {
        if (stopped()) return true;
        if (!ask_ || std::this_thread::get_id() != owner_ || ++calls_ % 64) return false;
        return look();
    }
    bool look() {  // by the thread that made it
        if (ask_ && Clock::now() >= next_) {
            if (ask_()) stop();
            next_ = Clock::now() + PAUSE;
        }
        return stopped();
    }
    void stop() { stopped_.store(true, std::memory_order_relaxed); }
    bool stopped() const { return stopped_.load(std::memory_order_relaxed); }

   private:
    using Clock = std::chrono::steady_clock;
    static constexpr std::chrono::milliseconds PAUSE{100};
    const std::function<bool()> ask_;
    const std::thread::id owner_ = std::this_thread::get_id();
    Clock::time_point next_{};
    uint32_t calls_ = 0;
    std::atomic<bool> stopped_{false};
};

// Calls work(part, from, to) for parts of 0..n, each on a thread of its own as far as threads are
// to be had. The first failure of a part stops the others and is thrown here.
void in_parts(uint64_t n, int threads, Halt& halt,
              const std::function<void(int, uint64_t, uint64_t)>& work);

}  // namespace dizhu
