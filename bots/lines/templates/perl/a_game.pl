use strict; use warnings; use JSON::PP; $| = 1;
while (my $line = <STDIN>) {
  my $asked = decode_json($line);
  # The policy of the game a-game answers with the index of a random legal action.
  # When the match is played again, the answers are the same.
  srand($asked->{seed} + $asked->{decision});
  print int(rand @{$asked->{legal}}), "\n";
}
