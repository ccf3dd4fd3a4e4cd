#include "session.h"

#include <doctest/doctest.h>

#include "messages.h"
#include "referee.h"

namespace stych {
namespace {

Scene parting(v1::GoodbyeReason reason) {
  return [reason](Stream& stream) {
    stream.welcome();
    return stream.goodbye(reason, "so long");
  };
}

std::string broken(Stream& stream) {
  stream.welcome();
  stream.write(starts({1}));
  return "the line is cut";
}

std::string refused(Stream&) { return "not yet"; }

int played(Referee& referee) {
  Player player = last_player();
  return play(referee.environment(), {}, player);
}

}  // namespace

TEST_CASE("the reason of a goodbye is the exit code") {
  for (const auto& [reason, code] :
       {std::pair{v1::GOODBYE_REASON_FINISHED, 0}, std::pair{v1::GOODBYE_REASON_STOPPED, 0},
        std::pair{v1::GOODBYE_REASON_LATE, 3}, std::pair{v1::GOODBYE_REASON_MALFORMED, 3},
        std::pair{v1::GOODBYE_REASON_INCOMPATIBLE, 3},
        std::pair{v1::GOODBYE_REASON_UNSPECIFIED, 3}}) {
    const Stderr caught;
    Referee referee({parting(reason)});
    CHECK(played(referee) == code);
    CHECK(caught.text() == "stych: goodbye: so long\n");
    CHECK(referee.authorizations().size() == 1);
  }
}

TEST_CASE("a stream that breaks is not dialled again unless that is asked for") {
  const Stderr caught;
  Referee referee({broken, parting(v1::GOODBYE_REASON_FINISHED)});
  CHECK(played(referee) == 3);
  CHECK(referee.authorizations().size() == 1);
  CHECK(caught.text() == "stych: the connection failed: the line is cut\n");
}

TEST_CASE("a lost connection is dialled again with the same token, and the matches start anew") {
  const Stderr caught;
  v1::PlayRequest answers;
  Referee referee({broken, refused, [&](Stream& stream) {
                     stream.welcome();
                     v1::PlayResponse list = starts({1});
                     list.mutable_starts(0)->set_resumed(true);
                     decide(list, 5, 1);
                     stream.write(list);
                     answers = stream.read();
                     return stream.goodbye(v1::GOODBYE_REASON_FINISHED, "so long");
                   }});
  referee.environment().reconnect = Seconds(60);
  CHECK(played(referee) == 0);
  CHECK(answers.answers().answers(0).choice() == 2);
  CHECK(referee.authorizations() == std::vector<std::string>(3, "Bearer secret"));
  CHECK(caught.text() ==
        "stych: the connection failed: the line is cut; dialling again\n"
        "stych: goodbye: so long\n");
}

TEST_CASE("a decision of a match from before the connection was lost is refused") {
  const Stderr caught;
  Referee referee({broken, [&](Stream& stream) {
                     stream.welcome();
                     v1::PlayResponse list;
                     decide(list, 5, 1);
                     stream.write(list);
                     stream.read();
                     return std::string();
                   }});
  referee.environment().reconnect = Seconds(60);
  CHECK_THROWS_AS(played(referee), ProtocolError);
}

TEST_CASE("a referee that stays away too long") {
  const Stderr caught;
  Referee referee(std::vector<Scene>(20, refused));
  referee.environment().reconnect = Seconds(0.5);
  CHECK(played(referee) == 3);
  CHECK(referee.authorizations().size() >= 2);
  CHECK(referee.authorizations().size() <=
        3);  // after 0.1 and 0.3 s; the next one would be after 0.7 s
  CHECK(caught.text().ends_with("stych: the connection failed: not yet\n"));
}

TEST_CASE("the pauses double, up to five seconds") {
  CHECK(pause_before(0) == Seconds(0.1));
  CHECK(pause_before(1) == Seconds(0.2));
  CHECK(pause_before(2) == Seconds(0.4));
  CHECK(pause_before(5) == Seconds(3.2));
  CHECK(pause_before(6) == Seconds(5));
  CHECK(pause_before(5000) == Seconds(5));
}

}  // namespace stych
