#include "stych/player.h"

#include <iostream>
#include <limits>
#include <utility>

namespace stych {

namespace {

Match match_of(const v1::MatchStart& start) {
  return {.number = start.match(),
          .game = start.game(),
          .options = options_of(start),
          .seat = start.seat(),
          .seats = start.seats(),
          .seed = start.bot_seed(),
          .decision_ms = start.clock().decision_ms(),
          .bank_ms = start.clock().bank_ms(),
          .resumed = start.resumed()};
}

}  // namespace

GameOptions options_of(const v1::MatchStart& start) {
  switch (start.options_case()) {
    case v1::MatchStart::kFox:
      return start.fox();
    case v1::MatchStart::kTheGame:
      return start.the_game();
    case v1::MatchStart::kKorist:
      return start.korist();
    case v1::MatchStart::kNaseHra:
      return start.nase_hra();
    case v1::MatchStart::kOther:
      return start.other();
    case v1::MatchStart::OPTIONS_NOT_SET:
      break;
  }
  return {};
}

Result result_of(const v1::MatchOver& over) {
  Result result{.places = {over.places().begin(), over.places().end()},
                .points = {over.points().begin(), over.points().end()},
                .faults = {}};
  for (const v1::Fault& fault : over.faults()) result.faults.push_back(fault.seat());
  return result;
}

std::optional<v1::Answers> Player::take(const v1::PlayResponse& response) {
  if (response.has_welcome()) bots_.clear();
  for (const v1::MatchStart& start : response.starts()) {
    bots_[start.match()] = make_(match_of(start));
  }
  v1::Answers answers;
  for (const v1::Decision& decision : response.decisions()) {
    answer(decision, *answers.add_answers());
  }
  for (const v1::MatchOver& over : response.overs()) {
    if (auto ended = bots_.extract(over.match())) ended.mapped()->over(over);
  }
  if (answers.answers().empty()) return std::nullopt;
  return answers;
}

void Player::answer(const v1::Decision& decision, v1::Answer& answer) {
  const auto bot = bots_.find(decision.match());
  if (bot == bots_.end()) {
    throw ProtocolError("decision " + std::to_string(decision.decision()) + " is for match " +
                        std::to_string(decision.match()) + ", which is not under way");
  }
  const std::int64_t choice = bot->second->choose(decision);
  if (choice < 0 || choice >= decision.legal_actions_size()) {
    std::cerr << "match " + std::to_string(decision.match()) + ": choose returned " +
                     std::to_string(choice) + "; there were " +
                     std::to_string(decision.legal_actions_size()) + " legal actions\n";
  }
  constexpr auto beyond = std::numeric_limits<std::uint32_t>::max();
  answer.set_decision(decision.decision());
  answer.set_choice(std::in_range<std::uint32_t>(choice) ? static_cast<std::uint32_t>(choice)
                                                         : beyond);
}

}  // namespace stych
