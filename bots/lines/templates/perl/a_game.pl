use strict; use warnings; use JSON::PP; $| = 1;
while (my $line = <STDIN>) {
  my $asked = decode_json($line);
  # The policy of the game a-game: the index of any legal action, by chance, the same when the match is played again.
  srand($asked->{seed} + $asked->{decision});
  print int(rand @{$asked->{legal}}), "\n";
}
