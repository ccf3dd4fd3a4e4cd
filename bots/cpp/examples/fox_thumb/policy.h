// Rules of thumb for The Fox in the Forest.
//
// The scoring table pays for 7 to 9 tricks or for 0 to 3, so each moment has an aim: to take tricks
// or to duck them. A strong hand takes, a weak one ducks; with four tricks ducking is over, with
// seven there is enough. The aim then says which card is best; nothing is looked up or searched.
#pragma once

#include <stych/bot.h>

#include <cstddef>

namespace fox {

/// The place in `legal` of the action that the rules like best; of equals the first.
std::size_t choose(const stych::FoxObservation& seen, stych::Actions legal);

}  // namespace fox
