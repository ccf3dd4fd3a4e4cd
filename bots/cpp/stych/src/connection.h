// One stream to the referee, from the Hello to the stream's end.
#pragma once

#include <optional>
#include <string>

#include "environment.h"
#include "stych/player.h"
#include "stych/v1/referee.pb.h"

namespace stych {

/// How a stream ended: by a goodbye, or else by a problem, which is one sentence.
struct Ending {
  std::optional<v1::Goodbye> goodbye;
  std::string problem;
  /// Whether the referee refused the bot, and would refuse it again.
  bool refused = false;
  /// Whether the referee sent a Welcome.
  bool welcomed = false;
};

/// Connects, sends the Hello, and lets the player answer until the stream ends. Throws
/// ProtocolError.
Ending converse(const Environment& environment, const v1::Hello& hello, Player& player);

}  // namespace stych
