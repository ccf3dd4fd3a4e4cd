// The Fox in the Forest: win tricks with a strong hand, and lose them with a weak one.
//
// Cards and actions are numbers: proto/stych/v1/fox.proto says which, and what a seat sees.

#include <algorithm>

#include "policies.h"

namespace {

// Actions: from kBury on a card goes under the deck; kKeep leaves the decree card as it is.
constexpr int kBury = 66;
constexpr int kKeep = 99;

struct Table {
  const stych::v1::FoxPublic& open;
  const stych::v1::FoxPrivate& own;
  int trump;

  /// The rank from 0 to 10, and 11 more for a trump.
  int strength(int card) const { return card % 11 + (card / 11 == trump ? 11 : 0); }

  /// Whether the card takes the trick from the one that was led.
  bool wins(int card, int led) const {
    const bool follows = card / 11 == led / 11 || card / 11 == trump;
    return follows && strength(card) > strength(led);
  }

  /// Whether to win tricks from here on: 7 to 9 in a round bring most points, and so do 0 to 3.
  bool wants_tricks() const {
    const int seat = static_cast<int>(own.seat());
    const int won = static_cast<int>(open.tricks(seat));
    if (won >= 7) return false;
    if (won >= 4 || open.tricks(1 - seat) >= 7) return won >= 4;
    const auto strong = std::count_if(own.hand().begin(), own.hand().end(), [this](auto card) {
      return strength(static_cast<int>(card)) >= 7;
    });
    return 2 * (won + strong) >= won + own.hand_size();
  }

  /// How good the action is; only comparisons between actions of one decision count.
  int rate(int action) const {
    if (action == kKeep) return 100;
    const bool wanted = wants_tricks();
    const int power = strength(action % 33);
    const int liked = wanted ? -power : power;
    if (action >= kBury) return liked;
    if (open.trick().empty()) return wanted ? action % 11 : -power;
    return wins(action, static_cast<int>(open.trick(0))) == wanted ? 100 + liked : liked;
  }
};

}  // namespace

std::size_t policies::choose(const stych::FoxObservation& seen, stych::Actions legal,
                             stych::Random&) {
  const auto& open = seen.public_view();
  const Table table{open, seen.private_view(), static_cast<int>(open.decree()) / 11};
  return best(legal, [&](int action) { return table.rate(action); });
}
