exec jq --unbuffered -r '.legal as $legal | .observation as {$decree, trick: [$led]}
  | def rank: (scan("[0-9]+") // 0 | tonumber) + if .[:1] == $decree[:1] then 11 else 0 end;
  $legal | min_by([$led and rank < ($led | rank), (rank - 4 | fabs)])'
