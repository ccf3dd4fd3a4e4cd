// Naše hra: take the tricks that are worth most, and lose those that are worth least.
//
// Cards and actions are numbers: proto/stych/v1/nase_hra.proto says which, and what a seat sees.

#include <algorithm>
#include <vector>

#include "policies.h"

namespace {

// Numbers of actions: kDiscard + card discards it; kFigures and kNumbers choose what is on top.
constexpr int kDiscard = 32;
constexpr int kFigures = 64;
constexpr int kNumbers = 65;

/// Tells whether the card is an under, an over, a king or an ace.
bool is_figure(int card) { return card % 8 >= 4; }

/// The value of a trick: 7 less the ranks, from 0 to 3, of a suit's highest number and figure.
///
/// A trick in which no suit has both a number and a figure is worth 0.
int value(const std::vector<int>& cards) {
  int found = 0;
  for (int suit = 0; suit < 4; ++suit) {
    int highest[] = {-1, -1};  // the ranks of the highest number and figure; -1 stands for none
    for (const int card : cards) {
      if (card / 8 != suit) continue;
      int& one = highest[is_figure(card) ? 1 : 0];
      one = std::max(one, card % 4);
    }
    if (highest[0] < 0 || highest[1] < 0) continue;
    found = std::max(found, 7 - highest[0] - highest[1]);
  }
  return found;
}

/// What a seat sees in one decision.
struct Table {
  const stych::v1::NaseHraPublic& open;
  const stych::v1::NaseHraPrivate& own;

  /// The position of the card's rank in the order that was chosen, from 0, the lowest, to 7.
  int strength(int card) const {
    const bool numbers = open.order() == stych::v1::NASE_HRA_ORDER_NUMBERS;
    return (numbers ? card + 4 : card) % 8;
  }

  /// Tells how good the card is in the trick, as if it were the last card of the trick.
  int rate_play(int card) const {
    const int power = strength(card);
    if (open.trick().empty()) return power;
    std::vector<int> cards(open.trick().begin(), open.trick().end());
    const int suit = cards.front() / 8;
    bool wins = card / 8 == suit;
    for (const int other : cards) wins = wins && (other / 8 != suit || strength(other) < power);
    cards.push_back(card);
    const int worth = 10 * value(cards);
    return (wins ? worth : -worth) - power;
  }

  /// Tells how good the action is in comparison with the other actions of this decision.
  int rate(int action) const {
    // The highest one refuses the game, or takes the whole talon.
    if (action > kNumbers) return action;
    if (action >= kFigures) {
      const auto& hand = own.hand();
      return static_cast<int>(std::count_if(hand.begin(), hand.end(), [&](auto card) {
        return is_figure(static_cast<int>(card)) == (action == kFigures);
      }));
    }
    return action >= kDiscard ? -strength(action - kDiscard) : rate_play(action);
  }
};

}  // namespace

std::size_t policies::choose(const stych::NaseHraObservation& seen, stych::Actions legal,
                             stych::Random&) {
  const Table table{seen.public_view(), seen.private_view()};
  return best(legal, [&](int action) { return table.rate(action); });
}
