// Rules of thumb for The Fox in the Forest.
//
// The scoring table pays most for 7 to 9 tricks and for 0 to 3. So the aim of a decision is either
// to take tricks or to duck, that is, to lose them. It is to take with a strong hand, and to duck
// with a weak one. From four tricks on, ducking has failed, and with seven the player has enough.
// The aim decides which card is best, without any search.
#pragma once

#include <stych/bot.h>

#include <cstddef>

namespace fox {

/// Returns the index in `legal` of the action with the most merit; of equal ones the first.
std::size_t choose(const stych::FoxObservation& seen, stych::Actions legal);

}  // namespace fox
