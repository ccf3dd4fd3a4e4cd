// The Fox in the Forest: win tricks with a strong hand, and lose them with a weak one.
//
// Cards and actions are numbers: proto/stych/v1/fox.proto says which, and what a seat sees.

#include <algorithm>

#include "policies.h"

namespace {

// Numbers of actions: a card's own number plays it, kGive + card exchanges it for the decree card,
// kBury + card puts it under the deck; kKeep exchanges nothing.
constexpr int kGive = 33;
constexpr int kBury = 66;
constexpr int kKeep = 99;

/// What a seat sees in one decision, and the suit that is trump.
struct Table {
  const stych::v1::FoxPublic& open;
  const stych::v1::FoxPrivate& own;
  int trump;

  /// Tells how high the card is: its rank less 1, and 11 more for a trump.
  int strength(int card) const { return card % 11 + (card / 11 == trump ? 11 : 0); }

  /// Tells whether the card beats the led card, if the effect of Witches is ignored.
  bool wins(int card, int led) const {
    const bool follows = card / 11 == led / 11 || card / 11 == trump;
    return follows && strength(card) > strength(led);
  }

  /// Tells whether to win tricks from now on: 7 to 9 a round bring most points, as do 0 to 3.
  bool wants_tricks() const {
    const int seat = static_cast<int>(own.seat());
    const int won = static_cast<int>(open.tricks(seat));
    if (won >= 7) return false;
    if (won >= 4 || open.tricks(1 - seat) >= 7) return won >= 4;
    // Trumps and cards of rank 8 or more are strong.
    const auto strong = std::count_if(own.hand().begin(), own.hand().end(), [this](auto card) {
      return strength(static_cast<int>(card)) >= 7;
    });
    return 2 * (won + strong) >= won + own.hand_size();
  }

  /// Tells how good the action is in comparison with the other actions of this decision.
  int rate(int action) const {
    if (action == kKeep) return 100;
    const bool wanted = wants_tricks();
    const int power = strength(action % 33);
    const int dispensable = wanted ? -power : power;
    if (action >= kBury) return dispensable;
    // A weak hand gives its strongest card away, a strong one keeps all.
    if (action >= kGive) return wanted ? dispensable : 100 + dispensable;
    if (open.trick().empty()) return wanted ? action % 11 : -power;
    return wins(action, static_cast<int>(open.trick(0))) == wanted ? 100 + dispensable
                                                                   : dispensable;
  }
};

}  // namespace

std::size_t policies::choose(const stych::FoxObservation& seen, stych::Actions legal,
                             stych::Random&) {
  const auto& open = seen.public_view();
  const Table table{open, seen.private_view(), static_cast<int>(open.decree()) / 11};
  return best(legal, [&](int action) { return table.rate(action); });
}
