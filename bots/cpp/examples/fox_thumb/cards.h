// The pack of The Fox in the Forest: a card is 11 * suit + rank - 1.
#pragma once

namespace fox {

inline constexpr int kRanks = 11;
inline constexpr int kPack = 33;

inline constexpr int kSwan = 1;
inline constexpr int kTreasure = 7;
inline constexpr int kWitch = 9;
inline constexpr int kMonarch = 11;

/// Actions from which on a Fox gives a card, from which on a Woodcutter buries one, and the last.
inline constexpr int kGive = kPack;
inline constexpr int kUnder = 2 * kPack;
inline constexpr int kKeep = 3 * kPack;

/// 0 Bells, 1 Keys, 2 Moons.
constexpr int suit(int card) { return card / kRanks; }

/// From 1 to 11.
constexpr int rank(int card) { return card % kRanks + 1; }

/// Whether the second card of a trick takes it. A Witch alone counts as a trump.
constexpr bool follower_wins(int led, int card, int trump) {
  const bool one_witch = (rank(led) == kWitch) != (rank(card) == kWitch);
  const int led_suit = one_witch && rank(led) == kWitch ? trump : suit(led);
  const int own_suit = one_witch && rank(card) == kWitch ? trump : suit(card);
  return led_suit == own_suit ? rank(card) > rank(led) : own_suit == trump;
}

}  // namespace fox
