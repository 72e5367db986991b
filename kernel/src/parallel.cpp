#include "parallel.h"

#include <algorithm>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <vector>

namespace dizhu {

void in_parts(uint64_t n, int threads, Halt& halt,
              const std::function<void(int, uint64_t, uint64_t)>& work) {
    const uint64_t parts =
        std::clamp<uint64_t>(uint64_t(std::max(threads, 1)), 1, std::max<uint64_t>(n, 1));
    auto start = [&](uint64_t i) { return n / parts * i + std::min(i, n % parts); };
    std::vector<std::exception_ptr> failed(parts);
    auto part = [&](uint64_t i) {
        try {
            work(int(i), start(i), start(i + 1));
        } catch (...) {
            failed[i] = std::current_exception();
            halt.stop();
        }
    };

    std::mutex mutex;
    std::condition_variable ended;
    size_t done = 0;
    std::vector<std::thread> others;
    others.reserve(parts - 1);
    try {
        for (uint64_t i = 1; i < parts; ++i)
            others.emplace_back([&, i] {
                part(i);
                const std::lock_guard<std::mutex> lock(mutex);
                ++done;
                ended.notify_one();
            });
    } catch (const std::exception&) {
        // The system gives no more threads: what they would have done is done here.
    }
    part(0);
    for (uint64_t i = others.size() + 1; i < parts; ++i) part(i);
    auto all_done = [&] {
        std::unique_lock<std::mutex> lock(mutex);
        return ended.wait_for(lock, std::chrono::milliseconds(100),
                              [&] { return done == others.size(); });
    };
    while (!all_done()) halt.look();
    for (std::thread& t : others) t.join();
    for (const auto& error : failed)
        if (error) std::rethrow_exception(error);
}

}  // namespace dizhu
