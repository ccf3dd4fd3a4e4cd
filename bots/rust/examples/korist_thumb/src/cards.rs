//! The cards, heaps of cards, and the sets that can be laid.

use std::ops::{Add, Sub};

/// The kind of a joker, and the value of jokers laid alone. The kinds of the other cards are their
/// values, 1 to 13.
pub const JOKER: u32 = 14;
pub const KINDS: usize = 14;

/// The number of jokers in the pack.
const JOKERS: u32 = 5;
/// How many sets of one value there are: 1 to 8 cards of the value with 0 to 5 jokers.
const OF_VALUE: u32 = 48;
/// The number of the set that is one joker alone; those of two to five jokers follow.
const JOKERS_ALONE: u32 = 13 * OF_VALUE;

/// Some cards, as the number of cards of each kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Heap([u32; KINDS]);

impl Heap {
    pub const EMPTY: Self = Self([0; KINDS]);
    /// Eight of each value and five jokers.
    pub const PACK: Self = Self([8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, JOKERS]);

    /// `count` cards of one kind.
    pub fn of(kind: u32, count: u32) -> Self {
        let mut heap = Self::EMPTY;
        heap.0[kind as usize - 1] = count;
        heap
    }

    /// The cards with these counts: the number of ones, of twos, and so on, and of jokers.
    pub fn counted(counts: &[u32]) -> Self {
        let mut heap = Self::EMPTY;
        heap.0.copy_from_slice(counts);
        heap
    }

    /// The cards of these kinds, one for each element of the list.
    pub fn listed(kinds: &[u32]) -> Self {
        kinds.iter().map(|&kind| Self::of(kind, 1)).sum()
    }

    pub fn count(&self, kind: u32) -> u32 {
        self.0[kind as usize - 1]
    }

    pub fn jokers(&self) -> u32 {
        self.count(JOKER)
    }

    pub fn size(&self) -> u32 {
        self.0.iter().sum()
    }
}

impl Add for Heap {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self(std::array::from_fn(|kind| self.0[kind] + other.0[kind]))
    }
}

impl Sub for Heap {
    type Output = Self;

    fn sub(self, other: Self) -> Self {
        Self(std::array::from_fn(|kind| self.0[kind] - other.0[kind]))
    }
}

impl std::iter::Sum for Heap {
    fn sum<I: Iterator<Item = Self>>(heaps: I) -> Self {
        heaps.fold(Self::EMPTY, Add::add)
    }
}

/// The cards that are laid in one turn: cards of one value, jokers, or both.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Set {
    pub value: u32,
    /// The number of cards that are not jokers.
    naturals: u32,
    jokers: u32,
}

impl Set {
    /// The set that has this number in korist.proto.
    pub fn numbered(number: u32) -> Self {
        if number >= JOKERS_ALONE {
            return Self {
                value: JOKER,
                naturals: 0,
                jokers: number - JOKERS_ALONE + 1,
            };
        }
        let rest = number % OF_VALUE;
        let (naturals, jokers) = (rest / (JOKERS + 1) + 1, rest % (JOKERS + 1));
        Self {
            value: number / OF_VALUE + 1,
            naturals,
            jokers,
        }
    }

    pub fn size(&self) -> u32 {
        self.naturals + self.jokers
    }

    pub fn cards(&self) -> Heap {
        let jokers = Heap::of(JOKER, self.jokers);
        if self.naturals == 0 {
            jokers
        } else {
            Heap::of(self.value, self.naturals) + jokers
        }
    }

    /// Tells whether the set captures a top layer. By the expert rules ones capture thirteens and
    /// jokers laid alone.
    pub fn captures(&self, top: &Set, expert: bool) -> bool {
        let by_ones = expert && self.value == 1 && top.value >= JOKER - 1;
        self.size() == top.size() && (self.value > top.value || by_ones)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_are_numbered_as_the_protocol_says() {
        let set = Set::numbered(151);
        assert_eq!(
            set,
            Set {
                value: 4,
                naturals: 2,
                jokers: 1
            }
        );
        assert_eq!(set.cards(), Heap::listed(&[4, 4, JOKER]));
        assert_eq!(
            Set::numbered(623).cards(),
            Heap::of(13, 8) + Heap::of(JOKER, 5)
        );
        assert_eq!(Set::numbered(624).cards(), Heap::of(JOKER, 1));
        assert_eq!(Set::numbered(628).size(), 5);
    }

    #[test]
    fn higher_sets_of_the_same_size_capture() {
        let [one, four, thirteen, joker] = [0, 144, 576, 624].map(Set::numbered);
        assert!(four.captures(&one, false) && joker.captures(&thirteen, false));
        assert!(!one.captures(&four, true) && !four.captures(&Set::numbered(6), false));
        assert!(one.captures(&thirteen, true) && one.captures(&joker, true));
        assert!(!one.captures(&thirteen, false));
    }

    #[test]
    fn the_pack_has_109_cards() {
        assert_eq!(Heap::PACK.size(), 109);
        assert_eq!((Heap::PACK - Heap::of(3, 8)).count(3), 0);
    }
}
