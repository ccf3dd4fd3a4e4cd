#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <numeric>
#include <vector>

#include "stych/bot.h"

using stych::Random;

TEST_CASE("the same seed gives the same numbers, here and with every standard library") {
  Random random(5489);
  random.discard(9999);
  CHECK(random() == 9981545732273789042u);  // as the C++ standard says of this generator
  Random dice(1);
  std::vector<std::uint64_t> thrown;
  for (int n = 0; n < 8; ++n) thrown.push_back(dice.below(6));
  CHECK(thrown == std::vector<std::uint64_t>{2, 0, 0, 0, 0, 3, 2, 3});
}

TEST_CASE("all numbers below n come about equally often") {
  Random random(7);
  std::array<int, 5> counts{};
  for (int n = 0; n < 50000; ++n) ++counts.at(random.below(counts.size()));
  const auto [least, most] = std::ranges::minmax(counts);
  CHECK(least > 9500);
  CHECK(most < 10500);
  CHECK(random.below(1) == 0);
}

TEST_CASE("the standard library shuffles with it") {
  std::vector<int> cards(33);
  std::iota(cards.begin(), cards.end(), 0);
  const std::vector<int> sorted = cards;
  std::ranges::shuffle(cards, Random(3));
  CHECK(cards != sorted);
  std::ranges::sort(cards);
  CHECK(cards == sorted);
}
