//! What the author tells the referee about the bot.

use crate::environment::Environment;
use crate::pb::Hello;
use crate::{PROTOCOL, SDK};

/// What a bot plays, and how it wants to be asked. The bot's Hello tells it to the referee.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settings {
    games: Vec<String>,
    at_once: u32,
    never_talks: bool,
}

impl Settings {
    /// A bot that plays the games with these ids, such as "fox", one decision at a time.
    pub fn games(ids: &[&str]) -> Self {
        let games = ids.iter().map(ToString::to_string).collect();
        Self {
            games,
            at_once: 1,
            never_talks: false,
        }
    }

    /// Take up to this many decisions, of different matches, in one batch: 64 or more for quick
    /// bots, at most 1024. 0 counts as 1. A bot that thinks should leave it at 1: all answers of a
    /// batch are sent together.
    pub fn at_once(self, decisions: u32) -> Self {
        Self {
            at_once: decisions,
            ..self
        }
    }

    /// In The Game, do not ask how gladly the bot would start, nor for flags. Both count as 0.
    /// Other games ignore this.
    pub fn never_talks(self) -> Self {
        Self {
            never_talks: true,
            ..self
        }
    }

    pub(crate) fn hello(self, environment: &Environment) -> Hello {
        Hello {
            protocol_version: PROTOCOL,
            bot_name: environment.bot_name.clone(),
            bot_version: environment.bot_version.clone(),
            sdk: SDK.to_owned(),
            games: self.games,
            decisions_at_once: self.at_once,
            never_talks: self.never_talks,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_hello_has_what_the_environment_and_the_author_say() {
        let found = [
            ("STYCH_ADDRESS", "unix:/a"),
            ("STYCH_TOKEN", "t"),
            ("STYCH_BOT_NAME", "lynx"),
            ("STYCH_BOT_VERSION", "1.2"),
        ];
        let environment = Environment::from(|name| {
            found
                .iter()
                .find(|(key, _)| *key == name)
                .map(|(_, value)| value.to_string())
        })
        .unwrap();
        let hello = Settings::games(&["fox", "korist"])
            .at_once(64)
            .never_talks()
            .hello(&environment);
        assert_eq!(
            (hello.bot_name.as_str(), hello.bot_version.as_str()),
            ("lynx", "1.2")
        );
        assert_eq!(
            (hello.games, hello.decisions_at_once),
            (vec!["fox".into(), "korist".into()], 64)
        );
        assert!(hello.never_talks);
        assert_eq!(
            (hello.protocol_version, hello.sdk.as_str()),
            (1, "stych-rust 0.1.0")
        );
        let plain = Settings::games(&["fox"]).hello(&environment);
        assert_eq!((plain.decisions_at_once, plain.never_talks), (1, false));
    }
}
