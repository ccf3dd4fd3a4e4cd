// Plays The Fox in the Forest by rules of thumb, which are in policy.cpp.

#include <stych/run.h>

#include "policy.h"

int main() {
  const auto by_thumb = [](const stych::FoxObservation& seen, stych::Actions legal,
                           stych::Random&) { return fox::choose(seen, legal); };
  return stych::run(by_thumb, {.at_once = 16});
}
