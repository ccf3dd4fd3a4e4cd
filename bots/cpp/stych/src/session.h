// Streams one after another, until the referee says goodbye, refuses the bot, or stays away for too
// long.
#pragma once

#include <chrono>
#include <optional>

#include "connection.h"
#include "environment.h"
#include "stych/player.h"

namespace stych {

/// Plays, says on stderr how that ended, and returns the exit code of the process: 0 after a
/// goodbye because everything was played or the referee stops, otherwise 3. Throws ProtocolError.
int play(const Environment& environment, const v1::Hello& hello, Player& player);

/// When to dial again after a connection failed or was lost.
class Redial {
 public:
  using Time = std::chrono::steady_clock::time_point;

  /// Allows further attempts for `limit`: from the start, and after a Welcome from the next loss.
  Redial(Seconds limit, Time start) : limit_(limit), lost_(start) {}

  /// Notes that a Welcome came: the next failure begins a new limit and new pauses.
  void connected();

  /// Whether pause() has not been called yet, since the start or since connected().
  bool is_fresh() const { return next_ == kFirst; }

  /// Notes a failure. Returns how long to wait before the next attempt, or nothing to give up.
  std::optional<Seconds> pause(Time now);

 private:
  Seconds limit_;
  std::optional<Time> lost_;
  Seconds next_ = kFirst;

  static constexpr Seconds kFirst{0.1};
  static constexpr Seconds kLongest{5};
};

}  // namespace stych
