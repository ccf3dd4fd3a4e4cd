#include "policies.h"

/// The policy of the game a-game chooses any legal action, all with the same probability. Write
/// your own rules here. The game's documentation says what a seat sees, and what the numbers of
/// actions mean.
std::size_t policies::choose(const stych::AGameObservation&, stych::Actions legal,
                             stych::Random& random) {
  return random.below(legal.size());
}
