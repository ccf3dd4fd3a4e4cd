require "json"
$stdout.sync = true
while line = gets
  asked = JSON.parse(line)
  # The policy of the game a-game: the index of any legal action, by chance, the same when the match is played again.
  puts Random.new(asked["seed"] + asked["decision"]).rand(asked["legal"].size)
end
