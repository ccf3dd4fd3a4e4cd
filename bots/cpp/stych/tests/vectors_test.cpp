// The messages that every SDK's tests read; proto/vectors/README.md says what they are.

#include <doctest/doctest.h>
#include <google/protobuf/struct.pb.h>
#include <google/protobuf/util/json_util.h>

#include <fstream>
#include <iterator>
#include <memory>
#include <string>

#include "referee.h"

namespace stych {
namespace {

std::string vector_file(const std::string& name) {
  std::ifstream stream(STYCH_VECTORS "/" + name, std::ios::binary);
  REQUIRE(stream);
  return {std::istreambuf_iterator<char>(stream), {}};
}

google::protobuf::ListValue index() {
  google::protobuf::ListValue list;
  REQUIRE(google::protobuf::util::JsonStringToMessage(vector_file("index.json"), &list).ok());
  return list;
}

std::unique_ptr<google::protobuf::Message> empty(const std::string& type) {
  if (type == "stych.v1.PlayRequest") return std::make_unique<v1::PlayRequest>();
  REQUIRE(type == "stych.v1.PlayResponse");
  return std::make_unique<v1::PlayResponse>();
}

}  // namespace

TEST_CASE("every message means the same in binary and in JSON") {
  const auto list = index();
  REQUIRE(list.values_size() > 0);
  for (const auto& value : list.values()) {
    const auto& entry = value.struct_value().fields();
    const std::string& name = entry.at("name").string_value();
    CAPTURE(name);
    const std::string binary = vector_file(name + ".bin");
    const auto message = empty(entry.at("message").string_value());
    REQUIRE(message->ParseFromString(binary));
    CHECK(message->SerializeAsString() == binary);
    message->Clear();
    REQUIRE(google::protobuf::util::JsonStringToMessage(vector_file(name + ".json"), message.get())
                .ok());
    CHECK(message->SerializeAsString() == binary);
  }
}

TEST_CASE("a bot that takes the last action answers what the vectors say") {
  int playthroughs = 0;
  const auto list = index();
  for (const auto& value : list.values()) {
    const auto& entry = value.struct_value().fields();
    if (!entry.contains("answers")) continue;
    ++playthroughs;
    CAPTURE(entry.at("name").string_value());
    v1::PlayResponse response;
    REQUIRE(response.ParseFromString(vector_file(entry.at("name").string_value() + ".bin")));
    const auto& legal = entry.at("legal").list_value();
    REQUIRE(legal.values_size() == response.decisions_size());
    for (int place = 0; place < legal.values_size(); ++place) {
      CHECK(legal.values(place).number_value() == response.decisions(place).legal_actions_size());
    }
    v1::PlayRequest request;
    *request.mutable_answers() = last_player().take(response).value();
    CHECK(request.SerializeAsString() == vector_file(entry.at("answers").string_value() + ".bin"));
  }
  CHECK(playthroughs > 0);
}

}  // namespace stych
