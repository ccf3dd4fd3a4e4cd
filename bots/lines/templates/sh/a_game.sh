# The policy of the game a-game answers with the index of a random legal action.
# When the match is played again, the answers are the same.
exec jq --unbuffered '(.seed % 1000003 + .decision * 7919) % (.legal | length)'
