//! An observation whose flat lists are split, by seat or by pile.

use stych::pb::{KoristObservation, KoristPublic};

use crate::cards::{Heap, KINDS, Set};

/// What the seat sees. Lists by seat have an element for this seat as well.
pub struct Seen<'a> {
    pub public: &'a KoristPublic,
    pub seat: usize,
    pub hand: Heap,
    /// By seat: the cards that everybody knows to be in its hand.
    pub known: Vec<Heap>,
    /// By seat: the layers of its layout, the top one last.
    pub layouts: Vec<Vec<Set>>,
    /// The piles of the supply, from left to right.
    pub piles: Vec<Heap>,
    /// The captured layer, while it is to be decided what becomes of it.
    pub captured: Option<Set>,
}

impl<'a> Seen<'a> {
    pub fn new(observation: &'a KoristObservation) -> Self {
        let (public, private) = (observation.public(), observation.private());
        let sets = |layers: &[u32]| layers.iter().map(|&layer| Set::numbered(layer)).collect();
        Self {
            public,
            seat: private.seat as usize,
            hand: Heap::counted(&private.hand),
            known: public.known.chunks(KINDS).map(Heap::counted).collect(),
            layouts: parts(&public.layers, &public.layout_sizes)
                .map(sets)
                .collect(),
            piles: parts(&public.supply, &public.pile_sizes)
                .map(Heap::listed)
                .collect(),
            captured: public.captured_layer.map(Set::numbered),
        }
    }

    pub fn players(&self) -> usize {
        self.layouts.len()
    }

    pub fn others(&self) -> impl Iterator<Item = usize> {
        let own = self.seat;
        (0..self.players()).filter(move |&seat| seat != own)
    }

    pub fn expert(&self) -> bool {
        self.public.variant == "expert"
    }

    /// The top layer of the seat's layout; None if the layout is empty.
    pub fn top(&self, seat: usize) -> Option<&Set> {
        self.layouts[seat].last()
    }

    /// The cards that are in the deck or unknown in other hands.
    pub fn unseen(&self) -> Heap {
        let laid: Heap = self.layouts.iter().flatten().map(Set::cards).sum();
        let supply: Heap = self.piles.iter().copied().sum();
        let known: Heap = self.others().map(|seat| self.known[seat]).sum();
        let open = Heap::counted(&self.public.shadow) + Heap::counted(&self.public.discard);
        let captured = self.captured.map_or(Heap::EMPTY, |set| set.cards());
        Heap::PACK - (self.hand + laid + supply + known + open + captured)
    }
}

/// Splits the list into parts of these sizes.
fn parts<'a>(list: &'a [u32], sizes: &'a [u32]) -> impl Iterator<Item = &'a [u32]> {
    sizes.iter().scan(list, |left, &size| {
        let (part, rest) = left.split_at(size as usize);
        *left = rest;
        Some(part)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_flat_list_is_split_by_sizes() {
        let found: Vec<_> = parts(&[1, 2, 3, 4], &[2, 0, 1, 1]).collect();
        assert_eq!(found, [&[1, 2][..], &[], &[3], &[4]]);
    }
}
