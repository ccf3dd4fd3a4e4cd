// @NAME@: a bot for The Fox in the Forest. It plays any card; make it better in choose.

#include <stych/run.h>

class MyBot : public stych::Bot {
 public:
  using Bot::Bot;

  // What the seat may know is in `seen` (proto/stych/v1/fox.proto has it all); what it may do is in
  // `legal`. Return an index into `legal`.
  std::size_t choose(const stych::FoxObservation& seen, stych::Actions legal) {
    tricks_ = seen.public_view().tricks(static_cast<int>(match().seat));
    return random().below(legal.size());
  }

  void over(const stych::Result& result) {
    log("place ", result.places[match().seat], ", tricks in the last round: ", tricks_);
  }

 private:
  unsigned tricks_ = 0;
};

int main() { return stych::run<MyBot>(); }
