/* Bacon 2, which has run Hog contests at Berkeley, timed for tools/peers: always(4) against always(6), both seats, by its
 * exact engine. Takes the place of its config.cpp, which is where its users write the rules: here those of rules/hog.lua.
 *
 *     bacon TIME_TROT     0 or 1
 *
 * Prints {"seconds": the least processor time, "value": of always(4) moving first}. */
#include "core.hpp"
#include "strategy.hpp"

#include <algorithm>
#include <cstdio>
#include <ctime>
#include <memory>
#include <string>

namespace bacon {
namespace hog {
int free_bacon(int score)
{
    return 1 + score / 10 % 10 * (score % 10) % 10;
}

bool is_swap(int own, int other)
{
    return own % 10 == other / 10 % 10;
}
} // namespace hog
} // namespace bacon

int main(int count, char **words)
{
    const int repetitions = 5;
    const bool time_trot = count > 1 && std::string(words[1]) == "1";
    std::unique_ptr<bacon::HogCore> core(new bacon::HogCore(time_trot, false, true));
    bacon::HogStrategy four("four"), six("six");
    double least = 1e9, value = 0;
    four.set_const(4);
    six.set_const(6);
    for (int i = 0; i < repetitions; i++) {
        const std::clock_t before = std::clock();
        core->win_rate(four, six);
        least = std::min(least, double(std::clock() - before) / CLOCKS_PER_SEC);
        value = core->win_rate_going_first(four, six);
    }
    std::printf("{\"seconds\": %.9f, \"value\": %.15f}\n", least, value);
}
