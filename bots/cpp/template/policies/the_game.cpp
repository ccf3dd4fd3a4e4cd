// The Game: place the card that skips the fewest numbers, and end the turn before a big jump.
//
// Cards and actions are numbers: proto/stych/v1/the_game.proto says which, and what a seat sees.

#include <algorithm>

#include "policies.h"

namespace {

// Numbers of actions: kEnd ends the turn; those from kTalk on tell the gladness, or set flags.
constexpr int kEnd = 400;
constexpr int kTalk = 401;
// A turn that may end goes on only with a card at most this far beyond the top of its row.
constexpr int kEnough = 4;

/// Tells how bad the action is in comparison with the other actions of this decision.
int cost(const stych::v1::TheGamePublic& open, int action) {
  if (action >= kTalk) return action;  // the lowest one is the gladness 0, or no flags
  if (action == kEnd) return kEnough;
  const int row = action / 100;
  const int up = action % 100 - static_cast<int>(open.tops(row));
  const int jump = row < 2 ? up : -up;
  const auto& fires = open.to_cover();
  const bool is_due =
      std::find(fires.begin(), fires.end(), static_cast<unsigned>(row)) != fires.end();
  return is_due ? jump - 200 : jump;  // a fire card has to be covered before the turn ends
}

}  // namespace

std::size_t policies::choose(const stych::TheGameObservation& seen, stych::Actions legal,
                             stych::Random&) {
  return best(legal, [&](int action) { return -cost(seen.public_view(), action); });
}
