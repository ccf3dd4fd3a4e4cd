<?php
while ($line = fgets(STDIN)) {
  ["seed" => $seed, "decision" => $decision, "legal" => $legal] = json_decode($line, true);
  // The policy of the game a-game: the index of any legal action, by chance, the same when the match is played again.
  mt_srand($seed + $decision);
  echo mt_rand(0, count($legal) - 1), "\n";
}
