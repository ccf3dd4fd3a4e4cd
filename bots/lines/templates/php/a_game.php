<?php
while ($line = fgets(STDIN)) {
  ["seed" => $seed, "decision" => $decision, "legal" => $legal] = json_decode($line, true);
  // The policy of the game a-game answers with the index of a random legal action.
  // When the match is played again, the answers are the same.
  mt_srand($seed + $decision);
  echo mt_rand(0, count($legal) - 1), "\n";
}
