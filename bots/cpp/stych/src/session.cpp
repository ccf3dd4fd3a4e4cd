#include "session.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <iostream>
#include <thread>

namespace stych {

namespace {

using Clock = std::chrono::steady_clock;

void say(const std::string& sentence) { std::cerr << "stych: " + sentence + "\n"; }

int code_of(const v1::Goodbye& goodbye) {
  say("goodbye: " + goodbye.text());
  const bool in_peace = goodbye.reason() == v1::GOODBYE_REASON_FINISHED ||
                        goodbye.reason() == v1::GOODBYE_REASON_STOPPED;
  return in_peace ? 0 : 3;
}

}  // namespace

Seconds pause_before(int dial) { return Seconds(std::min(0.1 * std::exp2(dial), 5.0)); }

int play(const Environment& environment, const v1::Hello& hello, Player& player) {
  Clock::time_point lost;
  for (int dial = 0;; ++dial) {
    const Ending ending = converse(environment, hello, player);
    if (ending.goodbye) return code_of(*ending.goodbye);
    if (ending.welcomed || dial == 0) {
      lost = Clock::now();
      dial = 0;
    }
    const Seconds pause = pause_before(dial);
    if (Clock::now() - lost + pause > environment.reconnect) {
      say(ending.problem);
      return 3;
    }
    if (dial == 0) say(ending.problem + "; dialling again");
    std::this_thread::sleep_for(pause);
  }
}

}  // namespace stych
