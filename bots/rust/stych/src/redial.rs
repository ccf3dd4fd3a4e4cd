//! When to dial again after a connection failed or was lost.

use std::time::{Duration, Instant};

const FIRST: Duration = Duration::from_millis(100);
const LONGEST: Duration = Duration::from_secs(5);

pub struct Redial {
    limit: Duration,
    /// When the connection was lost, or the bot started; `None` while the connection stands.
    lost: Option<Instant>,
    /// The next pause, before it is cut to the limit.
    pause: Duration,
}

impl Redial {
    /// Allows attempts for `limit`: since the start, and after a Welcome since the next loss.
    pub fn new(limit: Duration, start: Instant) -> Self {
        Self {
            limit,
            lost: Some(start),
            pause: FIRST,
        }
    }

    /// Notes that the Welcome came: the next failure begins a new limit and new pauses.
    pub fn connected(&mut self) {
        self.lost = None;
        self.pause = FIRST;
    }

    /// Whether nothing has failed yet, since the start or since `connected`.
    pub fn is_fresh(&self) -> bool {
        self.pause == FIRST
    }

    /// Notes that the connection or an attempt failed. Returns how long to wait before the next
    /// attempt, or `None` to give up.
    pub fn pause(&mut self, now: Instant) -> Option<Duration> {
        let lost = *self.lost.get_or_insert(now);
        let left = self.limit.saturating_sub(now - lost);
        if left.is_zero() {
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

    const SECOND: Duration = Duration::from_secs(1);

    /// All pauses from `now` on, in milliseconds, if each attempt takes `attempt` milliseconds.
    fn pauses(redial: &mut Redial, mut now: Instant, attempt: u64) -> Vec<u128> {
        let mut found = Vec::new();
        while let Some(pause) = redial.pause(now) {
            found.push(pause.as_millis());
            now += pause + Duration::from_millis(attempt);
        }
        found
    }

    #[test]
    fn pauses_double_up_to_five_seconds_until_time_is_up() {
        let now = Instant::now();
        assert_eq!(
            pauses(&mut Redial::new(20 * SECOND, now), now, 0),
            [100, 200, 400, 800, 1600, 3200, 5000, 5000, 3700]
        );
    }

    #[test]
    fn a_connection_that_is_lost_has_all_its_time_again() {
        let start = Instant::now();
        let mut redial = Redial::new(SECOND, start);
        for lost in 1..3 {
            redial.connected();
            assert!(redial.is_fresh());
            assert_eq!(
                pauses(&mut redial, start + lost * 60 * SECOND, 100),
                [100, 200, 400]
            );
        }
    }

    #[test]
    fn the_first_limit_runs_from_the_start_of_the_bot() {
        let start = Instant::now();
        let mut redial = Redial::new(SECOND, start);
        assert!(redial.is_fresh());
        // The first attempt took 950 ms to fail.
        let failed = start + Duration::from_millis(950);
        assert_eq!(redial.pause(failed), Some(Duration::from_millis(50)));
        assert!(!redial.is_fresh());
        assert_eq!(redial.pause(start + SECOND), None);
    }

    #[test]
    fn a_limit_of_zero_allows_no_second_attempt() {
        let now = Instant::now();
        let mut never = Redial::new(Duration::ZERO, now);
        assert_eq!(never.pause(now), None);
        never.connected();
        assert_eq!(never.pause(now), None);
    }
}
