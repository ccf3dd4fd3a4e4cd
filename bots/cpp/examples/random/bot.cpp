// Chooses any legal action, all with the same probability. Plays all games of the protocol.

#include <stych/run.h>

int main() {
  const auto choose = [](const auto&, stych::Actions legal, stych::Random& random) {
    return random.below(legal.size());
  };
  return stych::run(choose, {.at_once = 64});
}
