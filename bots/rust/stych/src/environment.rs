//! Reads the environment variables that say where and how a bot connects.

use std::time::Duration;

#[derive(Debug, PartialEq, Eq)]
pub struct Environment {
    pub address: String,
    pub token: String,
    pub tls: Tls,
    /// For how long the bot dials again after a connection failed or was lost; zero: never.
    pub reconnect: Duration,
    pub bot_name: String,
    pub bot_version: String,
}

#[derive(Debug, PartialEq, Eq)]
pub enum Tls {
    Off,
    /// With the authorities that the system trusts.
    System,
    /// With the authorities in this PEM file.
    File(String),
}

const NO_REFEREE: &str = "STYCH_ADDRESS and STYCH_TOKEN are not set: a bot is started by the \
    referee, for example by: stych play fox PATH/TO/THIS/BOT PATH/TO/ANOTHER";

impl Environment {
    /// Reads the variables. The error is one sentence: `NO_REFEREE` if the address or the token is
    /// missing, otherwise which variable is wrong.
    pub fn from(variable: impl Fn(&str) -> Option<String>) -> Result<Self, String> {
        let text = |name| variable(name).unwrap_or_default();
        let (address, token) = (text("STYCH_ADDRESS"), text("STYCH_TOKEN"));
        if address.is_empty() || token.is_empty() {
            return Err(NO_REFEREE.to_owned());
        }
        if !token.bytes().all(|letter| letter.is_ascii_graphic()) {
            return Err("STYCH_TOKEN must be printable ASCII without spaces".to_owned());
        }
        Ok(Self {
            address,
            token,
            tls: match text("STYCH_TLS").as_str() {
                "" => Tls::Off,
                "on" => Tls::System,
                path => Tls::File(path.to_owned()),
            },
            reconnect: seconds(&text("STYCH_RECONNECT"))?,
            bot_name: text("STYCH_BOT_NAME"),
            bot_version: text("STYCH_BOT_VERSION"),
        })
    }
}

fn seconds(text: &str) -> Result<Duration, String> {
    if text.is_empty() {
        return Ok(Duration::ZERO);
    }
    let number = text.parse().ok();
    number
        .and_then(|number| Duration::try_from_secs_f64(number).ok())
        .ok_or_else(|| {
            format!("STYCH_RECONNECT must be a number of seconds, such as 60; received '{text}'")
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(found: &[(&str, &str)]) -> Result<Environment, String> {
        Environment::from(|name| {
            found
                .iter()
                .find(|(key, _)| *key == name)
                .map(|(_, value)| (*value).to_owned())
        })
    }

    #[test]
    fn address_and_token_suffice() {
        let found = read(&[("STYCH_ADDRESS", "unix:/a.sock"), ("STYCH_TOKEN", "secret")]).unwrap();
        assert_eq!(
            (found.address.as_str(), found.token.as_str()),
            ("unix:/a.sock", "secret")
        );
        assert_eq!((found.tls, found.reconnect), (Tls::Off, Duration::ZERO));
        assert_eq!(
            (found.bot_name, found.bot_version),
            (String::new(), String::new())
        );
    }

    #[test]
    fn without_them_no_referee_started_it() {
        for found in [
            vec![],
            vec![("STYCH_ADDRESS", "a:1")],
            vec![("STYCH_TOKEN", "t"), ("STYCH_ADDRESS", "")],
        ] {
            assert_eq!(read(&found), Err(NO_REFEREE.to_owned()));
        }
    }

    #[test]
    fn a_token_must_be_printable_ascii() {
        for token in ["a\nb", "a b", "ž"] {
            let found = read(&[("STYCH_ADDRESS", "a:1"), ("STYCH_TOKEN", token)]);
            let sentence = "STYCH_TOKEN must be printable ASCII without spaces";
            assert_eq!(found, Err(sentence.to_owned()));
        }
    }

    #[test]
    fn tls_is_off_or_trusts_the_system_or_a_file() {
        for (text, tls) in [
            ("", Tls::Off),
            ("on", Tls::System),
            ("/ca.pem", Tls::File("/ca.pem".into())),
        ] {
            let found = [
                ("STYCH_ADDRESS", "a:1"),
                ("STYCH_TOKEN", "t"),
                ("STYCH_TLS", text),
            ];
            assert_eq!(read(&found).unwrap().tls, tls);
        }
    }

    #[test]
    fn reconnecting_takes_a_number_of_seconds() {
        let given = |text| {
            read(&[
                ("STYCH_ADDRESS", "a:1"),
                ("STYCH_TOKEN", "t"),
                ("STYCH_RECONNECT", text),
            ])
        };
        assert_eq!(given("60").unwrap().reconnect, Duration::from_secs(60));
        assert_eq!(given("0.5").unwrap().reconnect, Duration::from_millis(500));
        for text in ["ten", "-1", "inf", "NaN"] {
            let sentence = "STYCH_RECONNECT must be a number of seconds, such as 60; received";
            assert_eq!(given(text), Err(format!("{sentence} '{text}'")));
        }
    }
}
