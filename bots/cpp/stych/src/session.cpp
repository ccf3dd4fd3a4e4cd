#include "session.h"

#include <algorithm>
#include <chrono>
#include <iostream>
#include <thread>

namespace stych {

namespace {

void say(const std::string& sentence) { std::cerr << "stych: " + sentence + "\n"; }

int code_of(const v1::Goodbye& goodbye) {
  say("goodbye: " + goodbye.text());
  const bool in_peace = goodbye.reason() == v1::GOODBYE_REASON_FINISHED ||
                        goodbye.reason() == v1::GOODBYE_REASON_STOPPED;
  return in_peace ? 0 : 3;
}

}  // namespace

void Redial::connected() {
  lost_.reset();
  next_ = kFirst;
}

std::optional<Seconds> Redial::pause(Time now) {
  if (!lost_) lost_ = now;
  const Seconds left = limit_ - (now - *lost_);
  if (left <= Seconds(0)) return std::nullopt;
  const Seconds pause = std::min(next_, left);
  next_ = std::min(2 * next_, kLongest);
  return pause;
}

int play(const Environment& environment, const v1::Hello& hello, Player& player) {
  using Clock = std::chrono::steady_clock;
  Redial redial(environment.reconnect, Clock::now());
  while (true) {
    const Ending ending = converse(environment, hello, player);
    if (ending.goodbye) return code_of(*ending.goodbye);
    if (ending.welcomed) redial.connected();
    const bool fresh = redial.is_fresh();
    const auto pause = ending.refused ? std::nullopt : redial.pause(Clock::now());
    if (!pause) {
      say(ending.problem);
      return 3;
    }
    if (fresh) say(ending.problem + "; dialling again");
    std::this_thread::sleep_for(*pause);
  }
}

}  // namespace stych
