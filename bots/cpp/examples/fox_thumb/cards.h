// The pack of The Fox in the Forest: a card is 11 * suit + rank - 1.
#pragma once

namespace fox {

inline constexpr int kRanks = 11;
inline constexpr int kPack = 33;

inline constexpr int kSwan = 1;
inline constexpr int kTreasure = 7;
inline constexpr int kWitch = 9;
inline constexpr int kMonarch = 11;

/// Numbers of actions. A card's own number plays it. After a Fox, kGive + card gives the card for
/// the decree card, and kKeep keeps the decree card. After a Woodcutter, kUnder + card puts the
/// card under the deck.
inline constexpr int kGive = kPack;
inline constexpr int kUnder = 2 * kPack;
inline constexpr int kKeep = 3 * kPack;

/// The suit of a card: 0 is Bells, 1 is Keys, 2 is Moons.
constexpr int suit(int card) { return card / kRanks; }

/// The rank of a card, from 1 to 11.
constexpr int rank(int card) { return card % kRanks + 1; }

/// Tells whether the second card of a trick takes it. A single Witch counts as a trump.
constexpr bool follower_wins(int led, int card, int trump) {
  const bool one_witch = (rank(led) == kWitch) != (rank(card) == kWitch);
  const int led_suit = one_witch && rank(led) == kWitch ? trump : suit(led);
  const int own_suit = one_witch && rank(card) == kWitch ? trump : suit(card);
  return led_suit == own_suit ? rank(card) > rank(led) : own_suit == trump;
}

}  // namespace fox
