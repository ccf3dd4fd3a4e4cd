#include "policy.h"

#include <algorithm>
#include <ranges>
#include <vector>

#include "cards.h"

namespace fox {

namespace {

enum class Aim { kTake, kDuck };

/// The part of an observation that the rules use, and the aim that follows from it.
struct Position {
  std::vector<int> hand;
  int led;  // the led card of the trick, or -1 when none was played yet
  int decree;
  int trump;
  Aim aim = Aim::kTake;
};

/// Tells whether the card is likely to take a trick: rank 9 or more, or a trump of rank 5 or more.
bool is_strong(int card, int trump) {
  return rank(card) >= kWitch || (suit(card) == trump && rank(card) >= 5);
}

/// The aim from here on, when this seat has taken `taken` tricks, and its opponent `lost`.
Aim aim_of(const Position& position, unsigned taken, unsigned lost) {
  if (taken >= 7) return Aim::kDuck;
  if (lost >= 7) return taken >= 4 ? Aim::kTake : Aim::kDuck;
  if (taken >= 4) return Aim::kTake;
  const auto strong = static_cast<std::size_t>(std::ranges::count_if(
      position.hand, [&](int card) { return is_strong(card, position.trump); }));
  // The aim is to take tricks if the tricks taken and the strong cards in hand together are at
  // least half of the tricks taken and all cards in hand.
  return 2 * (taken + strong) >= taken + position.hand.size() ? Aim::kTake : Aim::kDuck;
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

/// Tells how high a card is, with trumps and Witches above all other cards.
int weight(int card, int trump) {
  return rank(card) + (suit(card) == trump || rank(card) == kWitch ? kMonarch : 0);
}

/// The merit of leading a card.
///
/// To take tricks, high cards are led first, trumps and Treasures later. To duck, the lowest card
/// is led.
int lead(const Position& position, int card) {
  if (position.aim == Aim::kDuck) return -weight(card, position.trump);
  return rank(card) - (suit(card) == position.trump ? 3 : 0) - (rank(card) == kTreasure ? 5 : 0);
}

/// The merit of a card as the answer to the one that was led.
///
/// To take tricks, the lowest card that wins is best, or else the lowest one. To duck, the highest
/// card that loses is best, or else the highest one. A Treasure in the trick is a point for its
/// winner. A Swan is rated slightly higher, since the player of a Swan that loses leads next.
int reply(const Position& position, int card) {
  const bool wins = follower_wins(position.led, card, position.trump);
  const int treasures = (rank(card) == kTreasure) + (rank(position.led) == kTreasure);
  const int bonus = (wins ? 10 : -10) * treasures + (rank(card) == kSwan ? 2 : 0);
  if (position.aim == Aim::kTake) {
    return bonus + (wins ? 50 : 0) - weight(card, position.trump);
  }
  return bonus + (wins ? 0 : 50) + weight(card, position.trump);
}

/// The merit of putting a card under the deck (Woodcutter): the least useful card is best.
int riddance(const Position& position, int card) {
  const int high = weight(card, position.trump);
  return position.aim == Aim::kTake ? -high : high;
}

/// Tells how well a hand serves the aim with this trump suit: its weight, or minus that to duck.
int strength(const std::vector<int>& hand, int trump, Aim aim) {
  int total = 0;
  for (const int card : hand) total += weight(card, trump);
  return aim == Aim::kTake ? total : -total;
}

/// The merit of giving a card for the decree card (Fox): above 0 if that serves the aim.
int new_trump(const Position& position, int card) {
  std::vector<int> hand = position.hand;
  std::ranges::replace(hand, card, position.decree);
  return strength(hand, suit(card), position.aim) -
         strength(position.hand, position.trump, position.aim);
}

/// Tells how good the action is for the aim, in comparison with the others of this decision.
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
