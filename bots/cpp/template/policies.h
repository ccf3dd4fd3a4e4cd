// The policies: each game has one, in the file in policies/ that is named after the game.
#pragma once

#include <stych/run.h>

#include <cstddef>
#include <cstdint>

namespace policies {

/// Returns an index into the legal actions, of which there are at least two.
std::size_t choose(const stych::AGameObservation&, stych::Actions, stych::Random&);

/// An observation that there is a policy for.
template <class Observation>
concept Known = requires(const Observation& seen, stych::Actions legal, stych::Random& random) {
  policies::choose(seen, legal, random);
};

/// Returns the index of the action with the highest rating; of equal ones the first.
template <class Rate>
std::size_t best(stych::Actions legal, Rate rate) {
  std::size_t found = 0;
  int highest = rate(static_cast<int>(legal[0]));
  for (std::size_t index = 1; index < legal.size(); ++index) {
    const int rating = rate(static_cast<int>(legal[index]));
    if (rating <= highest) continue;
    found = index;
    highest = rating;
  }
  return found;
}

}  // namespace policies
