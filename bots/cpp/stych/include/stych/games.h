// The options and observations of games, as the referee's messages have them.
#pragma once

#include <stdexcept>
#include <string>
#include <variant>

#include "stych/v1/referee.pb.h"

namespace stych {

using v1::FoxObservation;
/// The observations and options of a game that the protocol has no message for.
using v1::GameData;
using v1::KoristObservation;
using v1::NaseHraObservation;
using v1::TheGameObservation;

/// The options of a match's game; std::monostate if this SDK does not know them.
using GameOptions = std::variant<std::monostate, v1::FoxOptions, v1::TheGameOptions,
                                 v1::KoristOptions, v1::NaseHraOptions, GameData>;

/// The referee sent a message that the protocol does not allow, or an observation that the SDK does
/// not know or the bot has no `choose` for; the text says what is wrong.
struct ProtocolError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// The options in the start of a match.
GameOptions options_of(const v1::MatchStart& start);

/// Calls the visitor with the observation of the decision, and returns its result. Throws
/// ProtocolError for an observation that this SDK does not know.
template <class Visitor>
auto visit_observation(const v1::Decision& decision, Visitor visitor) {
  switch (decision.observation_case()) {
    case v1::Decision::kFox:
      return visitor(decision.fox());
    case v1::Decision::kTheGame:
      return visitor(decision.the_game());
    case v1::Decision::kNaseHra:
      return visitor(decision.nase_hra());
    case v1::Decision::kKorist:
      return visitor(decision.korist());
    case v1::Decision::kOther:
      return visitor(decision.other());
    case v1::Decision::OBSERVATION_NOT_SET:
      break;
  }
  throw ProtocolError("decision " + std::to_string(decision.decision()) +
                      " has no observation that this SDK knows");
}

}  // namespace stych
