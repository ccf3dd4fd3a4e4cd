// Naše hra: take the tricks that are worth most, and give away those that are worth least.
//
// Cards and actions are numbers: proto/stych/v1/nase_hra.proto says which, and what a seat sees.

#include <algorithm>
#include <vector>

#include "policies.h"

namespace {

// Actions: from kDiscard on a card goes to the cross; figures or numbers on top.
constexpr int kDiscard = 32;
constexpr int kFigures = 64;
constexpr int kNumbers = 65;

/// Whether it is an under, an over, a king or an ace.
bool is_figure(int card) { return card % 8 >= 4; }

/// The value of a trick: of a suit's highest number and figure, the lower the more.
int value(const std::vector<int>& cards) {
  int found = 0;
  for (int suit = 0; suit < 4; ++suit) {
    int highest[] = {-1, -1};  // number, figure
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

struct Table {
  const stych::v1::NaseHraPublic& open;
  const stych::v1::NaseHraPrivate& own;

  /// From 0 to 7: the place of the card's rank in the order that was chosen.
  int strength(int card) const {
    const bool numbers = open.order() == stych::v1::NASE_HRA_ORDER_NUMBERS;
    return (numbers ? card + 4 : card) % 8;
  }

  /// What the trick would bring, or cost, if it ended with this card.
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

  /// How good the action is; only comparisons of these numbers count.
  int rate(int action) const {
    if (action > kNumbers) return action;  // refuse a bad hand, and take all of the talon
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
