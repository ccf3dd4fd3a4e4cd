#include "session.h"

#include <doctest/doctest.h>

#include <cmath>
#include <functional>
#include <iostream>
#include <optional>
#include <sstream>
#include <vector>

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

std::string failing(Stream&) { return "not yet"; }

End refused(Stream&) { return {"not you", grpc::StatusCode::UNAUTHENTICATED}; }

/// Captures what is written to std::cerr, and calls `open` when the first words come.
class Opening : public std::stringbuf {
 public:
  explicit Opening(std::function<void()> open) : open_(std::move(open)) {
    own_ = std::cerr.rdbuf(this);
  }
  ~Opening() override { std::cerr.rdbuf(own_); }

 protected:
  std::streamsize xsputn(const char* text, std::streamsize count) override {
    if (open_) std::exchange(open_, nullptr)();
    return std::stringbuf::xsputn(text, count);
  }

 private:
  std::function<void()> open_;
  std::streambuf* own_;
};

int played(Referee& referee) {
  Player player = last_player();
  return play(referee.environment(), {}, player);
}

}  // namespace

TEST_CASE("the reason of a goodbye decides the exit code") {
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
  CHECK(caught.text() == "stych: the connection failed: the line is cut (UNAVAILABLE)\n");
}

TEST_CASE("a lost connection is dialled again with the same token, and the matches start anew") {
  const Stderr caught;
  v1::PlayRequest answers;
  Referee referee({broken, failing, [&](Stream& stream) {
                     stream.welcome();
                     v1::PlayResponse batch = starts({1});
                     batch.mutable_starts(0)->set_resumed(true);
                     decide(batch, 5, 1);
                     stream.write(batch);
                     answers = stream.read();
                     return stream.goodbye(v1::GOODBYE_REASON_FINISHED, "so long");
                   }});
  referee.environment().reconnect = Seconds(60);
  CHECK(played(referee) == 0);
  CHECK(answers.answers().answers(0).choice() == 2);
  CHECK(referee.authorizations() == std::vector<std::string>(3, "Bearer secret"));
  CHECK(caught.text() ==
        "stych: the connection failed: the line is cut (UNAVAILABLE); dialling again\n"
        "stych: goodbye: so long\n");
}

TEST_CASE("a decision of a match from before the connection was lost is refused") {
  const Stderr caught;
  Referee referee({broken, [&](Stream& stream) {
                     stream.welcome();
                     v1::PlayResponse batch;
                     decide(batch, 5, 1);
                     stream.write(batch);
                     stream.read();
                     return std::string();
                   }});
  referee.environment().reconnect = Seconds(60);
  CHECK_THROWS_AS(played(referee), ProtocolError);
}

TEST_CASE("a bot may be started before its referee") {
  Environment environment;
  environment.address = free_socket();
  environment.token = "secret";
  environment.reconnect = Seconds(60);
  std::optional<Referee> referee;
  const Opening caught([&] {
    referee.emplace(std::vector<Scene>{failing, parting(v1::GOODBYE_REASON_FINISHED)},
                    environment.address);
  });
  Player player = last_player();
  CHECK(play(environment, {}, player) == 0);
  CHECK(referee->authorizations().size() == 2);
  const std::string text = caught.str();
  const std::string rest = "; dialling again\nstych: goodbye: so long\n";
  CHECK(text.starts_with("stych: the connection failed: "));
  CHECK(text.ends_with(rest));
  CHECK(text.find('\n') == text.size() - rest.size() + rest.find('\n'));
}

TEST_CASE("a refused token is not tried again, neither at first nor later") {
  const std::string sentence = "stych: the referee refused the bot: not you (UNAUTHENTICATED)\n";
  for (const Seconds reconnect : {Seconds(0), Seconds(60)}) {
    const Stderr caught;
    Referee referee({refused});
    referee.environment().reconnect = reconnect;
    CHECK(played(referee) == 3);
    CHECK(referee.authorizations().size() == 1);
    CHECK(caught.text() == sentence);
  }
  const Stderr caught;
  Referee referee({broken, refused});
  referee.environment().reconnect = Seconds(60);
  CHECK(played(referee) == 3);
  CHECK(referee.authorizations().size() == 2);
  CHECK(caught.text().ends_with("; dialling again\n" + sentence));
}

TEST_CASE("a referee that stays away too long") {
  const Stderr caught;
  Referee referee(std::vector<Scene>(20, failing));
  referee.environment().reconnect = Seconds(0.5);
  CHECK(played(referee) == 3);
  const std::string sentence = "stych: the connection failed: not yet (UNAVAILABLE)";
  CHECK((caught.text() == sentence + "\n" ||
         caught.text() == sentence + "; dialling again\n" + sentence + "\n"));
}

namespace {

/// All pauses in milliseconds until `redial` gives up; each attempt fails right after its pause.
std::vector<int> pauses(Redial& redial, Redial::Time now) {
  std::vector<int> found;
  while (const auto pause = redial.pause(now)) {
    found.push_back(static_cast<int>(std::lround(pause->count() * 1000)));
    now += std::chrono::milliseconds(found.back());
  }
  return found;
}

}  // namespace

TEST_CASE("the pauses double, up to five seconds, until the time is up") {
  const Redial::Time start;
  Redial redial(Seconds(20), start);
  CHECK(pauses(redial, start) ==
        std::vector<int>{100, 200, 400, 800, 1600, 3200, 5000, 5000, 3700});
  Redial never(Seconds(0), start);
  CHECK(pauses(never, start).empty());
}

TEST_CASE("the limit runs from the start until a welcome comes, and then anew from each loss") {
  const Redial::Time start;
  Redial redial(Seconds(1), start);
  CHECK(redial.is_fresh());
  CHECK(pauses(redial, start + std::chrono::milliseconds(950)) == std::vector<int>{50});
  CHECK_FALSE(redial.is_fresh());
  redial.connected();
  CHECK(redial.is_fresh());
  CHECK(pauses(redial, start + std::chrono::hours(1)) == std::vector<int>{100, 200, 400, 300});
}

}  // namespace stych
