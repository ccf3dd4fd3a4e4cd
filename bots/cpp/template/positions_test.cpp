// Tests that the policies choose the expected actions in positions/; the README has the command.

#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <stdexcept>
#include <string>

#include "policies.h"

namespace {

std::string contents(const std::filesystem::path& path) {
  std::ifstream stream(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), {}};
}

std::size_t choice(const stych::v1::Decision& decision) {
  stych::Random random(1);
  return stych::visit_observation(decision, [&](const auto& seen) -> std::size_t {
    if constexpr (policies::Known<std::decay_t<decltype(seen)>>) {
      return policies::choose(seen, stych::view(decision.legal_actions()), random);
    } else {
      throw std::runtime_error("there is no policy for this game");
    }
  });
}

bool is_as_expected(std::filesystem::path path) {
  stych::v1::Decision decision;
  if (!decision.ParseFromString(contents(path))) return false;
  const auto chosen = decision.legal_actions().at(static_cast<int>(choice(decision)));
  const unsigned long expected = std::stoul(contents(path.replace_extension("txt")));
  std::cout << path.stem() << ": action " << chosen << ", expected " << expected << "\n";
  return chosen == expected;
}

}  // namespace

int main() {
  if (!std::filesystem::is_directory(POSITIONS)) return 0;
  bool all = true;
  for (const auto& entry : std::filesystem::directory_iterator(POSITIONS)) {
    if (entry.path().extension() == ".bin") all = is_as_expected(entry.path()) && all;
  }
  return all ? 0 : 1;
}
