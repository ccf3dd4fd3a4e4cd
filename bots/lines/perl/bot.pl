use v5.24; use warnings; use JSON::PP; $| = 1;
while (my ($legal, $seen) = decode_json(<STDIN> // exit)->@{qw(legal observation)}) {
  my ($trump, $led) = (substr($seen->{decree}, 0, 1), $seen->{trick}[0] // "");
  my $rank = sub { (substr($_[0], 0, 1) eq $trump ? 11 : 0) + ($_[0] =~ /(\d+)/ ? $1 : 0) };
  my $cost = sub { ($rank->($_[0]) < $rank->($led) ? 22 : 0) + abs($rank->($_[0]) - 4) };
  say((sort { $cost->($a) <=> $cost->($b) } @$legal)[0]);
}
