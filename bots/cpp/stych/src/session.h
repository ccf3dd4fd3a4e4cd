// Streams one after another, until the referee says goodbye or stays away for too long.
#pragma once

#include <chrono>
#include <optional>

#include "connection.h"
#include "environment.h"
#include "stych/player.h"

namespace stych {

/// Plays; the exit code of the process: 0 after a goodbye in peace, otherwise 3, with one sentence
/// on stderr.
int play(const Environment& environment, const v1::Hello& hello, Player& player);

/// When to dial again after a connection failed or was lost.
class Redial {
 public:
  using Time = std::chrono::steady_clock::time_point;

  /// The bot starts, without a connection. It dials for so long since then, and since a loss.
  Redial(Seconds limit, Time start) : limit_(limit), lost_(start) {}

  /// The connection stands: the next loss is a new one.
  void connected();

  /// Nothing has failed yet, since the start or since the connection stood.
  bool is_fresh() const { return next_ == kFirst; }

  /// The connection failed or was lost: how long to wait, or nothing to give up.
  std::optional<Seconds> pause(Time now);

 private:
  Seconds limit_;
  std::optional<Time> lost_;
  Seconds next_ = kFirst;

  static constexpr Seconds kFirst{0.1};
  static constexpr Seconds kLongest{5};
};

}  // namespace stych
