#include "policy.h"

#include <algorithm>
#include <ranges>
#include <vector>

#include "cards.h"

namespace fox {

namespace {

enum class Aim { kTake, kDuck };

struct Position {
  std::vector<int> hand;
  int led;  // the card to follow, or -1
  int decree;
  int trump;
  Aim aim = Aim::kTake;
};

/// Likely to take a trick: high, a Witch, or a trump of some size.
bool is_strong(int card, int trump) {
  return rank(card) >= kWitch || (suit(card) == trump && rank(card) >= 5);
}

Aim aim_of(const Position& position, unsigned own, unsigned other) {
  if (own >= 7) return Aim::kDuck;
  if (other >= 7) return own >= 4 ? Aim::kTake : Aim::kDuck;
  if (own >= 4) return Aim::kTake;
  const auto strong = static_cast<std::size_t>(std::ranges::count_if(
      position.hand, [&](int card) { return is_strong(card, position.trump); }));
  // At least half of what the hand had and has is strong.
  return 2 * (own + strong) >= own + position.hand.size() ? Aim::kTake : Aim::kDuck;
}

Position read(const stych::FoxObservation& seen) {
  const auto& table = seen.public_view();
  const auto& hand = seen.private_view().hand();
  const int seat = static_cast<int>(seen.private_view().seat());
  const int decree = static_cast<int>(table.decree());
  Position position{.hand = {hand.begin(), hand.end()},
                    .led = table.trick().empty() ? -1 : static_cast<int>(table.trick(0)),
                    .decree = decree,
                    .trump = suit(decree)};
  position.aim = aim_of(position, table.tricks(seat), table.tricks(1 - seat));
  return position;
}

/// How high a card is, trumps above all others.
int weight(int card, int trump) {
  return rank(card) + (suit(card) == trump || rank(card) == kWitch ? kMonarch : 0);
}

/// To take: the highest plain card first, Monarchs before all. To duck: the lowest.
int lead(const Position& position, int card) {
  if (position.aim == Aim::kDuck) return -weight(card, position.trump);
  return rank(card) - (suit(card) == position.trump ? 3 : 0) - (rank(card) == kTreasure ? 5 : 0);
}

/// To take: the cheapest winner, or else the lowest loser. To duck: the highest loser.
///
/// A Swan that loses leads the next trick, so it goes where it loses. A Treasure goes where it is
/// taken by oneself.
int reply(const Position& position, int card) {
  const bool wins = follower_wins(position.led, card, position.trump);
  const int treasures = (rank(card) == kTreasure) + (rank(position.led) == kTreasure);
  const int bonus = (wins ? 10 : -10) * treasures + (rank(card) == kSwan ? 2 : 0);
  if (position.aim == Aim::kTake) {
    return bonus + (wins ? 50 : 0) - weight(card, position.trump);
  }
  return bonus + (wins ? 0 : 50) + weight(card, position.trump);
}

/// What a Woodcutter puts under the deck: what serves the aim least.
int riddance(const Position& position, int card) {
  const int high = weight(card, position.trump);
  return position.aim == Aim::kTake ? -high : high;
}

/// The weight of a hand under a trump, as the aim sees it.
int strength(const std::vector<int>& hand, int trump, Aim aim) {
  int total = 0;
  for (const int card : hand) total += weight(card, trump);
  return aim == Aim::kTake ? total : -total;
}

/// What a Fox gives: above 0 if the hand then serves the aim better than with the old trump.
int new_trump(const Position& position, int card) {
  std::vector<int> hand = position.hand;
  std::ranges::replace(hand, card, position.decree);
  return strength(hand, suit(card), position.aim) -
         strength(position.hand, position.trump, position.aim);
}

/// How good an action is for the aim; only comparisons count.
int merit(const Position& position, int action) {
  const int card = action % kPack;
  if (action == kKeep) return 0;
  if (action >= kUnder) return riddance(position, card);
  if (action >= kGive) return new_trump(position, card);
  return position.led < 0 ? lead(position, card) : reply(position, card);
}

}  // namespace

std::size_t choose(const stych::FoxObservation& seen, stych::Actions legal) {
  const Position position = read(seen);
  const auto best = std::ranges::max_element(
      legal, {}, [&](std::uint32_t action) { return merit(position, static_cast<int>(action)); });
  return static_cast<std::size_t>(best - legal.begin());
}

}  // namespace fox
