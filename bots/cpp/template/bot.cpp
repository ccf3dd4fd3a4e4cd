// The bot @NAME@: its policies are in policies/, a file for each game.

#include "policies.h"

/// The bot in one match: members of this object are its memory of the match.
class MyBot : public stych::Bot {
 public:
  using Bot::Bot;

  template <policies::Known Observation>
  std::size_t choose(const Observation& seen, stych::Actions legal) {
    return policies::choose(seen, legal, random());
  }
};

int main() { return stych::run<MyBot>({.at_once = 64}); }
