#include "messages.h"

#include <iostream>

namespace stych {

v1::MatchStart& start(v1::PlayResponse& response, std::uint32_t match, std::uint64_t seed) {
  v1::MatchStart& start = *response.add_starts();
  start.set_match(match);
  start.set_game("fox");
  start.set_seats(2);
  start.set_bot_seed(seed);
  return start;
}

v1::Decision& decide(v1::PlayResponse& response, std::uint64_t number, std::uint32_t match) {
  v1::Decision& decision = *response.add_decisions();
  decision.set_decision(number);
  decision.set_match(match);
  for (const std::uint32_t action : {4, 5, 6}) decision.add_legal_actions(action);
  decision.mutable_fox();
  return decision;
}

v1::MatchOver& end(v1::PlayResponse& response, std::uint32_t match) {
  v1::MatchOver& over = *response.add_overs();
  over.set_match(match);
  return over;
}

v1::PlayResponse starts(const std::vector<std::uint32_t>& matches, std::uint64_t seed) {
  v1::PlayResponse response;
  for (const std::uint32_t match : matches) start(response, match, seed);
  return response;
}

Answered answered(Player& player, const v1::PlayResponse& response) {
  Answered pairs;
  if (const auto answers = player.take(response)) {
    for (const v1::Answer& each : answers->answers()) {
      pairs.emplace_back(each.decision(), each.choice());
    }
  }
  return pairs;
}

Stderr::Stderr() : own_(std::cerr.rdbuf(kept_.rdbuf())) {}

Stderr::~Stderr() { std::cerr.rdbuf(own_); }

}  // namespace stych
