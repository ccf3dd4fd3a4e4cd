<?php while (["legal" => $legal, "observation" => $seen] = json_decode(fgets(STDIN), true)) {
  $rank = fn($card) => (int) trim($card, "A..z ") + ($card[0] == $seen["decree"][0] ? 11 : 0);
  $cost = fn($card) => [$rank($card) < $rank($seen["trick"][0] ?? "-"), abs($rank($card) - 4)];
  usort($legal, fn($one, $other) => $cost($one) <=> $cost($other));
  echo $legal[0], "\n";
}
