// Kořist: lay the largest set, and collect cards of the kinds that the hand has most of.
//
// Cards and actions are numbers: proto/stych/v1/korist.proto says which, and what a seat sees.

#include <numeric>

#include "policies.h"

namespace {

// Numbers of actions. Those below kGroup lay a set, and those from kGroup on capture a group of the
// shadow offer. With kTake the captor takes the captured cards, and with 642 leaves them. With
// kBack the victim takes them back, and with 644 discards them. Those from kDraw on draw a pile of
// the supply, kDeck draws a card of the deck, and kNone draws nothing.
constexpr int kGroup = 629;
constexpr int kTake = 641;
constexpr int kBack = 643;
constexpr int kDraw = 645;
constexpr int kDeck = 651;
constexpr int kNone = 652;
// The kind of a joker. The kinds of the other cards are their values, 1 to 13.
constexpr int kJoker = 14;

/// The value of a set's cards: 1 to 13, or 14 for jokers alone.
int value(int set) { return set >= 624 ? kJoker : set / 48 + 1; }

/// The number of cards in a set, jokers included.
int size(int set) { return set >= 624 ? set - 623 : set % 48 / 6 + 1 + set % 6; }

/// What a seat sees in one decision.
struct Table {
  const stych::v1::KoristPublic& open;
  const stych::v1::KoristPrivate& own;

  /// The number of cards of the kind in the hand.
  int held(int kind) const { return static_cast<int>(own.hand(kind - 1)); }

  /// Tells how good it is to draw the pile, by the kind of its lowest card.
  int rate_pile(int pile) const {
    // The supply lists the cards of all piles, one pile after the other.
    const auto first = open.pile_sizes().begin();
    const int kind = static_cast<int>(open.supply(std::accumulate(first, first + pile, 0)));
    return kind == kJoker ? 8 : 2 * held(kind);
  }

  /// Tells how good the action is in comparison with the other actions of this decision.
  int rate(int action) const {
    // The size of a set decides first, then its value.
    if (action < kGroup) return 20 * size(action) + value(action);
    if (action < kTake) return held(action - kGroup + 1);
    if (action < kDraw) {
      const int layer = static_cast<int>(open.captured_layer());
      // Cards are worth taking if they and those of their value in the hand are more than 3.
      const bool many = held(value(layer)) + size(layer) > 3;
      return many == (action == kTake || action == kBack) ? 1 : 0;
    }
    // The deck is rated 1, and drawing nothing 0.
    return action >= kDeck ? kNone - action : rate_pile(action - kDraw);
  }
};

}  // namespace

std::size_t policies::choose(const stych::KoristObservation& seen, stych::Actions legal,
                             stych::Random&) {
  const Table table{seen.public_view(), seen.private_view()};
  return best(legal, [&](int action) { return table.rate(action); });
}
