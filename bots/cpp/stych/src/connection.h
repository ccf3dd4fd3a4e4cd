// One stream to the referee, from the hello to its end.
#pragma once

#include <optional>
#include <string>

#include "environment.h"
#include "stych/player.h"
#include "stych/v1/referee.pb.h"

namespace stych {

/// How a stream ended: by a goodbye, or else by a problem.
struct Ending {
  std::optional<v1::Goodbye> goodbye;
  std::string problem;
  /// The problem is that the referee does not want this bot: dialling again would change nothing.
  bool refused = false;
  /// The referee had accepted us.
  bool welcomed = false;
};

/// Dials, says hello, and lets the player answer until the stream ends. Throws ProtocolError.
Ending converse(const Environment& environment, const v1::Hello& hello, Player& player);

}  // namespace stych
