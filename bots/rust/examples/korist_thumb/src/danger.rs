//! How likely a set is captured before it is covered.

use crate::cards::{Heap, JOKER, Set};
use crate::seen::Seen;

/// How often somebody captures who could.
const KEEN: f64 = 0.4;

/// How likely somebody captures the set; `unseen` are the cards whose place is not known.
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

/// How likely a hand holds what captures the set: known cards and `drawn` of the unseen ones.
fn can_capture(set: &Set, known: &Heap, drawn: u32, unseen: &Heap) -> f64 {
    let (size, total) = (set.size(), unseen.size());
    let helpers = known.jokers().min(size - 1);
    let higher = (set.value + 1..JOKER).map(|value| {
        let wanted = size.saturating_sub(known.count(value) + helpers);
        1.0 - at_least(wanted, unseen.count(value), drawn, total)
    });
    let mut cannot: f64 = higher.product();
    if size <= 2 {
        let wanted = size.saturating_sub(known.jokers());
        cannot *= 1.0 - at_least(wanted, unseen.jokers(), drawn, total) / 2.0;
    }
    1.0 - cannot
}

/// The chance that `drawn` of `total` cards hold at least `wanted` of `left` certain ones.
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

/// In how many ways `k` of `n` cards can be chosen.
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
    fn the_largest_numbers_there_can_be_are_held() {
        assert_eq!(ways(109, 54) % 1_000_000_007, ways(109, 55) % 1_000_000_007);
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
