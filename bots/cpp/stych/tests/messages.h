// Short ways to write the messages of a referee, and to read a player's answers and std::cerr.
#pragma once

#include <cstdint>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "stych/player.h"
#include "stych/v1/referee.pb.h"

namespace stych {

/// Adds the start of a match in the fox.
v1::MatchStart& start(v1::PlayResponse& response, std::uint32_t match, std::uint64_t seed = 0);

/// Adds a decision in the fox, with three legal actions: 4, 5, 6.
v1::Decision& decide(v1::PlayResponse& response, std::uint64_t number, std::uint32_t match);

/// Adds the end of a match.
v1::MatchOver& end(v1::PlayResponse& response, std::uint32_t match);

/// A message in which nothing but these matches start.
v1::PlayResponse starts(const std::vector<std::uint32_t>& matches, std::uint64_t seed = 0);

using Answered = std::vector<std::pair<std::uint64_t, std::uint32_t>>;

/// The player's answers, as pairs of decision and choice.
Answered answered(Player& player, const v1::PlayResponse& response);

/// Captures what is written to std::cerr during its lifetime.
class Stderr {
 public:
  Stderr();
  ~Stderr();
  std::string text() const { return kept_.str(); }

 private:
  std::ostringstream kept_;
  std::streambuf* own_;
};

}  // namespace stych
