require "json"
$stdout.sync = true
while line = gets
  asked = JSON.parse(line)
  # The policy of the game a-game answers with the index of a random legal action.
  # When the match is played again, the answers are the same.
  puts Random.new(asked["seed"] + asked["decision"]).rand(asked["legal"].size)
end
