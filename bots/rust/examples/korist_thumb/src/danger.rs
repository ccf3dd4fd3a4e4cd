//! The probability that a set is captured.

use crate::cards::{Heap, JOKER, Set};
use crate::seen::Seen;

/// The probability that a player who holds a set that captures lays it.
const KEEN: f64 = 0.4;

/// The probability that the set is captured before another one covers it.
///
/// `unseen` has the cards that are in the deck or unknown in other hands.
pub fn danger(set: &Set, seen: &Seen, unseen: &Heap) -> f64 {
    if set.value == JOKER && !seen.expert() {
        return 0.0;
    }
    let escapes = seen.others().map(|seat| {
        let known = &seen.known[seat];
        let drawn = seen.public.hand_sizes[seat] - known.size();
        1.0 - KEEN * can_capture(set, known, drawn, unseen)
    });
    1.0 - escapes.product::<f64>()
}

/// The probability that a hand holds a set that captures this one.
///
/// `known` has the hand's known cards. Its other cards are `drawn` at random from the unseen ones.
fn can_capture(set: &Set, known: &Heap, drawn: u32, unseen: &Heap) -> f64 {
    let (size, total) = (set.size(), unseen.size());
    // Jokers may stand for all cards of the set but one.
    let helpers = known.jokers().min(size - 1);
    let higher = (set.value + 1..JOKER).map(|value| {
        let wanted = size.saturating_sub(known.count(value) + helpers);
        1.0 - at_least(wanted, unseen.count(value), drawn, total)
    });
    let mut cannot: f64 = higher.product();
    // Jokers alone capture too. One or two of them are counted, at half the probability.
    if size <= 2 {
        let wanted = size.saturating_sub(known.jokers());
        cannot *= 1.0 - at_least(wanted, unseen.jokers(), drawn, total) / 2.0;
    }
    1.0 - cannot
}

/// The probability that `drawn` of `total` cards have at least `wanted` of `left` given ones.
fn at_least(wanted: u32, left: u32, drawn: u32, total: u32) -> f64 {
    if wanted == 0 {
        return 1.0;
    }
    if wanted > left.min(drawn) {
        return 0.0;
    }
    let fewer: u128 = (0..wanted)
        .map(|n| ways(left, n) * ways(total - left, drawn - n))
        .sum();
    1.0 - fewer as f64 / ways(total, drawn) as f64
}

/// The number of ways to choose `k` of `n` cards.
fn ways(n: u32, k: u32) -> u128 {
    if k > n {
        return 0;
    }
    (0..u128::from(k)).fold(1, |ways, i| ways * (u128::from(n) - i) / (i + 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chances_are_those_of_drawing_without_putting_back() {
        assert_eq!(at_least(0, 0, 0, 10), 1.0);
        assert_eq!(at_least(2, 1, 5, 10), 0.0);
        assert_eq!(at_least(1, 1, 5, 10), 0.5);
        assert!((at_least(2, 4, 2, 10) - 6.0 / 45.0).abs() < 1e-12);
        assert_eq!(at_least(1, 8, 3, 10), 1.0);
    }

    #[test]
    fn the_largest_numbers_of_ways_do_not_overflow() {
        assert_eq!(ways(109, 54), ways(109, 55));
        assert_eq!(ways(52, 5), 2_598_960);
    }

    #[test]
    fn a_high_set_is_safer_than_a_low_one() {
        let can = |number| can_capture(&Set::numbered(number), &Heap::EMPTY, 10, &Heap::PACK);
        assert!(can(48 * 11) < can(0));
        assert_eq!(
            can_capture(&Set::numbered(0), &Heap::of(9, 1), 0, &Heap::PACK),
            1.0
        );
    }
}
