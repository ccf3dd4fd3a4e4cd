# The policy of the game a-game: the index of any legal action, by chance, the same when the match is played again.
exec jq --unbuffered '(.seed % 1000003 + .decision * 7919) % (.legal | length)'
