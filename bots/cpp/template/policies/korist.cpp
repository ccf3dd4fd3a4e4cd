// Kořist: lay the largest set, and collect cards of the kinds that the hand has most of.
//
// Cards and actions are numbers: proto/stych/v1/korist.proto says which, and what a seat sees.

#include <numeric>

#include "policies.h"

namespace {

// Actions: below kGroup lay a set; from kGroup on capture a group of the shadow offer. kTake the
// captured cards, or leave them (642); take them kBack, or discard them (644). From kDraw on draw a
// pile of the supply; draw from the kDeck; draw kNone.
constexpr int kGroup = 629;
constexpr int kTake = 641;
constexpr int kBack = 643;
constexpr int kDraw = 645;
constexpr int kDeck = 651;
constexpr int kNone = 652;
// The kind of jokers; the other cards are of the kinds 1 to 13.
constexpr int kJoker = 14;

/// The value of a set's cards, 1 to 13; 14 for jokers alone.
int value(int set) { return set >= 624 ? kJoker : set / 48 + 1; }

/// How many cards a set has, jokers among them.
int size(int set) { return set >= 624 ? set - 623 : set % 48 / 6 + 1 + set % 6; }

struct Table {
  const stych::v1::KoristPublic& open;
  const stych::v1::KoristPrivate& own;

  int held(int kind) const { return static_cast<int>(own.hand(kind - 1)); }

  /// How well the lowest card of the pile goes with the hand.
  int rate_pile(int pile) const {
    // The supply lists the cards of all piles, one pile after the other.
    const auto first = open.pile_sizes().begin();
    const int kind = static_cast<int>(open.supply(std::accumulate(first, first + pile, 0)));
    return kind == kJoker ? 8 : 2 * held(kind);
  }

  /// How good the action is; only comparisons between actions of one decision count.
  int rate(int action) const {
    if (action < kGroup) return 20 * size(action) + value(action);
    if (action < kTake) return held(action - kGroup + 1);
    if (action < kDraw) {
      const int layer = static_cast<int>(open.captured_layer());
      // More than three cards of a kind are worth taking.
      const bool many = held(value(layer)) + size(layer) > 3;
      return many == (action == kTake || action == kBack) ? 1 : 0;
    }
    return action >= kDeck ? kNone - action : rate_pile(action - kDraw);
  }
};

}  // namespace

std::size_t policies::choose(const stych::KoristObservation& seen, stych::Actions legal,
                             stych::Random&) {
  const Table table{seen.public_view(), seen.private_view()};
  return best(legal, [&](int action) { return table.rate(action); });
}
