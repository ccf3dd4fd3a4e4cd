//! The ratings of the legal actions, from what the seat sees.

use std::cell::OnceCell;

use stych::pb::{KoristObservation, KoristPhase};

use crate::cards::{Heap, JOKER, Set};
use crate::danger::danger;
use crate::seen::Seen;
use crate::worth::worth;

/// By how many cards a turn makes a hand smaller, on average.
const EACH_TURN: f64 = 1.6;
/// The points that a captured card is worth to the captor, whoever gets it in the end, among three
/// players. With more of them it is worth less, since only one opponent loses by the capture.
const PREY: f64 = 0.9;

// Numbers of actions in korist.proto. SHADOW + value captures the group of that value from the
// shadow offer, and PILE + n draws the pile n of the supply.
const SHADOW: u32 = 628;
const LEAVE: u32 = 642;
const BACK: u32 = 643;
const PILE: u32 = 645;
const DECK: u32 = 651;
const NONE: u32 = 652;

/// What the seat that decides sees, and what follows from it.
pub struct Table<'a> {
    seen: Seen<'a>,
    turns: f64,
    /// Is computed when it is first needed.
    unseen: OnceCell<Heap>,
}

impl<'a> Table<'a> {
    pub fn new(observation: &'a KoristObservation) -> Self {
        let seen = Seen::new(observation);
        let turns = turns_left(&seen);
        Self {
            seen,
            turns,
            unseen: OnceCell::new(),
        }
    }

    /// Tells how many points the action promises, in comparison with the others of this decision.
    pub fn rate(&self, action: u32) -> f64 {
        match self.seen.public.phase() {
            KoristPhase::Lay => self.rate_lay(&Set::numbered(action)),
            KoristPhase::Shadow => self.rate_shadow(action - SHADOW),
            KoristPhase::Take => self.rate_take(action),
            KoristPhase::Return => self.rate_return(action),
            _ => self.rate_draw(action),
        }
    }

    fn rate_lay(&self, set: &Set) -> f64 {
        let rest = self.seen.hand - set.cards();
        if rest == Heap::EMPTY {
            return if self.wins_with(set.size()) {
                1000.0
            } else {
                -1000.0
            };
        }
        let unseen = self.unseen.get_or_init(|| self.seen.unseen());
        let safe = 1.0 - 2.0 * danger(set, &self.seen, unseen);
        f64::from(set.size()) * safe + worth(&rest, self.turns - 1.0) + self.prey(set, &rest)
    }

    /// Tells whether the seat wins when it lays the last `size` cards of its hand.
    fn wins_with(&self, size: u32) -> bool {
        // Each of these cards counts -1 in the hand, and 1 when it is laid.
        let own = self.points(self.seen.seat) + 2 * i64::from(size);
        self.seen.others().all(|other| own >= self.points(other))
    }

    fn points(&self, seat: usize) -> i64 {
        let laid: u32 = self.seen.layouts[seat].iter().map(Set::size).sum();
        i64::from(laid) - i64::from(self.seen.public.hand_sizes[seat])
    }

    /// The points that the captures of the set are worth.
    fn prey(&self, set: &Set, rest: &Heap) -> f64 {
        let expert = self.seen.expert();
        let tops = self.seen.others().filter_map(|other| self.seen.top(other));
        let captured = tops.filter(|top| set.captures(top, expert)).count() as f64;
        let taken = f64::from(set.size()) * captured;
        let shadow = Heap::counted(&self.seen.public.shadow);
        let later = self.turns - 1.0;
        let groups = (1..set.value).filter(|&value| shadow.count(value) == set.size());
        let gains = groups
            .map(|value| worth(&(*rest + Heap::of(value, set.size())), later) - worth(rest, later));
        let best = gains.max_by(f64::total_cmp).unwrap_or(0.0);
        PREY * taken * 2.0 / (self.seen.players() - 1) as f64 + best
    }

    fn rate_shadow(&self, value: u32) -> f64 {
        let size = self.seen.top(self.seen.seat).map_or(0, Set::size);
        worth(&(self.seen.hand + Heap::of(value, size)), self.turns)
    }

    fn rate_take(&self, action: u32) -> f64 {
        let taken = if action == LEAVE {
            Heap::EMPTY
        } else {
            self.captured()
        };
        worth(&(self.seen.hand + taken), self.turns - 1.0)
    }

    fn rate_return(&self, action: u32) -> f64 {
        let lost = self.captured();
        if action == BACK {
            return self.with(lost);
        }
        // As many cards are drawn as were captured: the best pile of the supply, then the deck's.
        let piles = self.seen.piles.iter().map(|&pile| self.with(pile));
        let best = piles.max_by(f64::total_cmp).unwrap_or(0.0);
        best + f64::from(lost.size() - 1) * self.blind()
    }

    fn rate_draw(&self, action: u32) -> f64 {
        match action {
            NONE => self.with(Heap::EMPTY),
            DECK => self.with(Heap::EMPTY) + self.blind(),
            pile => self.with(self.seen.piles[(pile - PILE) as usize]),
        }
    }

    fn captured(&self) -> Heap {
        self.seen.captured.map_or(Heap::EMPTY, |set| set.cards())
    }

    /// The worth of the hand with these cards added to it.
    fn with(&self, more: Heap) -> f64 {
        worth(&(self.seen.hand + more), self.turns)
    }

    /// What a card from the deck adds to the worth of the hand: the mean over the whole pack.
    fn blind(&self) -> f64 {
        let own = self.with(Heap::EMPTY);
        let gain = |kind| self.with(Heap::of(kind, 1)) - own;
        let share = |kind| f64::from(Heap::PACK.count(kind)) / f64::from(Heap::PACK.size());
        (1..=JOKER).map(|kind| share(kind) * gain(kind)).sum()
    }
}

/// The turns of this seat until the game is likely to be over, this one included.
fn turns_left(seen: &Seen) -> f64 {
    let sizes = seen.others().map(|other| seen.public.hand_sizes[other]);
    let by_hands = f64::from(sizes.min().unwrap_or(0)) / EACH_TURN;
    let stock = f64::from(seen.public.deck_size) + seen.piles.len() as f64;
    // Only the base game draws a card in most turns; otherwise the stock hardly shrinks.
    let base = seen.public.variant == "base";
    let by_stock = if base {
        stock / seen.players() as f64
    } else {
        stock
    };
    by_hands.min(by_stock).max(1.0)
}
