//! When a lost connection is dialled again.

use std::time::{Duration, Instant};

const FIRST: Duration = Duration::from_millis(100);
const LONGEST: Duration = Duration::from_secs(5);

pub struct Redial {
    limit: Duration,
    connected: bool,
    lost: Option<Instant>,
    pause: Duration,
}

impl Redial {
    /// Dials until `limit` has passed since the connection was lost.
    pub fn new(limit: Duration) -> Self {
        Self {
            limit,
            connected: false,
            lost: None,
            pause: FIRST,
        }
    }

    /// The referee said welcome.
    pub fn connected(&mut self) {
        *self = Self {
            connected: true,
            ..Self::new(self.limit)
        };
    }

    /// How long to wait before the next attempt, after the connection or an attempt failed; none
    /// when it is over, or when there never was a connection.
    pub fn pause(&mut self, now: Instant) -> Option<Duration> {
        let lost = *self.lost.get_or_insert(now);
        let left = self.limit.saturating_sub(now - lost);
        if !self.connected || left.is_zero() {
            return None;
        }
        let pause = self.pause.min(left);
        self.pause = LONGEST.min(2 * self.pause);
        Some(pause)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The pauses after a loss, in milliseconds, when every attempt takes so long.
    fn pauses(redial: &mut Redial, attempt: u64) -> Vec<u128> {
        let mut now = Instant::now();
        let mut found = Vec::new();
        while let Some(pause) = redial.pause(now) {
            found.push(pause.as_millis());
            now += pause + Duration::from_millis(attempt);
        }
        found
    }

    #[test]
    fn pauses_double_up_to_five_seconds_until_time_is_up() {
        let mut redial = Redial::new(Duration::from_secs(20));
        redial.connected();
        assert_eq!(
            pauses(&mut redial, 0),
            [100, 200, 400, 800, 1600, 3200, 5000, 5000, 3700]
        );
    }

    #[test]
    fn a_new_connection_has_all_its_time_again() {
        let mut redial = Redial::new(Duration::from_secs(1));
        for _ in 0..2 {
            redial.connected();
            assert_eq!(pauses(&mut redial, 100), [100, 200, 400, 0][..3]);
        }
    }

    #[test]
    fn without_a_connection_or_a_limit_there_is_no_second_attempt() {
        assert_eq!(
            Redial::new(Duration::from_secs(9)).pause(Instant::now()),
            None
        );
        let mut never = Redial::new(Duration::ZERO);
        never.connected();
        assert_eq!(never.pause(Instant::now()), None);
    }
}
