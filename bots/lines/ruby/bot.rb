require "json"
$stdout.sync = true
while JSON.parse(gets || exit, symbolize_names: true) in {legal:, observation: {decree:, trick:}}
  rank = ->(card) { card[/\d+/].to_i + (card[0] == decree[0] ? 11 : 0) }
  puts legal.min_by { |card| [trick.count { |led| rank[led] > rank[card] }, (rank[card] - 4).abs] }
end
