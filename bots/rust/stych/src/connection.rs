//! The network: dials the referee, says hello, and carries messages between it and a player.

use std::error::Error;
use std::time::Duration;
use std::{fs, io};

use tokio::sync::mpsc;
use tokio_stream::wrappers::ReceiverStream;
use tonic::metadata::{Ascii, MetadataValue};
use tonic::transport::{Certificate, Channel, ClientTlsConfig, Endpoint};
use tonic::{Code, Request, Status, Streaming};

use crate::environment::{Environment, Tls};
use crate::pb::play_request::Message;
use crate::pb::referee_service_client::RefereeServiceClient;
use crate::pb::{Hello, PlayRequest, PlayResponse};

const LARGEST_MESSAGE: usize = 256 << 20;
const DIALLING: Duration = Duration::from_secs(20);
const KEEPALIVE: Duration = Duration::from_secs(20);
const KEEPALIVE_TIMEOUT: Duration = Duration::from_secs(10);

/// The referee's address and the bot's token. `open` may be called any number of times.
pub struct Line {
    endpoint: Endpoint,
    authorization: MetadataValue<Ascii>,
}

/// A stream that is open in both directions.
pub struct Conversation {
    to_referee: mpsc::Sender<PlayRequest>,
    from_referee: Streaming<PlayResponse>,
}

/// Why a stream could not be opened, or ended without a goodbye.
pub enum Trouble {
    /// The referee refused the bot, and would refuse it again.
    Refused(String),
    /// The connection failed or broke.
    Lost(String),
}

impl Line {
    /// The error is one sentence that says which variable of the environment is wrong.
    pub fn new(environment: &Environment) -> Result<Self, String> {
        let authorization = format!("Bearer {}", environment.token)
            .parse()
            .map_err(|_| "STYCH_TOKEN must be printable ASCII without spaces".to_owned())?;
        Ok(Self {
            endpoint: endpoint(environment)?,
            authorization,
        })
    }

    /// Connects, and sends the Hello.
    pub async fn open(&self, hello: Hello) -> Result<Conversation, Trouble> {
        let channel: Channel = self
            .endpoint
            .connect()
            .await
            .map_err(|error| Trouble::Lost(words(&cause(&error), Code::Unavailable)))?;
        let (to_referee, requests) = mpsc::channel(1);
        let mut request = Request::new(ReceiverStream::new(requests));
        request
            .metadata_mut()
            .insert("authorization", self.authorization.clone());
        let hello = PlayRequest {
            message: Some(Message::Hello(hello)),
        };
        to_referee.try_send(hello).expect("a new channel has room");
        let mut client =
            RefereeServiceClient::new(channel).max_decoding_message_size(LARGEST_MESSAGE);
        let response = client.play(request).await?;
        Ok(Conversation {
            to_referee,
            from_referee: response.into_inner(),
        })
    }
}

impl Conversation {
    /// The referee's next message, or an error when the stream has ended.
    pub async fn hear(&mut self) -> Result<PlayResponse, Trouble> {
        let heard = self.from_referee.message().await?;
        heard.ok_or_else(|| Trouble::Lost("the stream ended without a goodbye".to_owned()))
    }

    /// Sends a message. A failure is ignored here: `hear` returns it.
    pub async fn say(&self, message: Message) {
        let _ = self
            .to_referee
            .send(PlayRequest {
                message: Some(message),
            })
            .await;
    }
}

fn endpoint(environment: &Environment) -> Result<Endpoint, String> {
    let address = &environment.address;
    let wrong = |error: tonic::transport::Error| {
        format!(
            "STYCH_ADDRESS must be unix:PATH or HOST:PORT; received {address:?}: {}",
            cause(&error)
        )
    };
    let tls = tls(&environment.tls)?;
    let target = match &tls {
        _ if address.starts_with("unix:") => address.clone(),
        None => format!("http://{address}"),
        Some(_) => format!("https://{address}"),
    };
    let mut endpoint = Endpoint::from_shared(target)
        .map_err(wrong)?
        .connect_timeout(DIALLING);
    if !environment.reconnect.is_zero() {
        // Pings find out that a connection died without notice, so that the bot dials again.
        endpoint = endpoint
            .http2_keep_alive_interval(KEEPALIVE)
            .keep_alive_timeout(KEEPALIVE_TIMEOUT);
    }
    match tls {
        None => Ok(endpoint),
        Some(tls) => endpoint.tls_config(tls).map_err(|error| {
            format!(
                "STYCH_TLS is set, but there is no TLS for {address:?}: {}",
                cause(&error)
            )
        }),
    }
}

fn tls(tls: &Tls) -> Result<Option<ClientTlsConfig>, String> {
    Ok(match tls {
        Tls::Off => None,
        Tls::System => Some(ClientTlsConfig::new().with_native_roots()),
        Tls::File(path) => {
            Some(ClientTlsConfig::new().ca_certificate(Certificate::from_pem(authorities(path)?)))
        }
    })
}

fn authorities(path: &str) -> Result<Vec<u8>, String> {
    const WANTED: &str = "STYCH_TLS must be \"on\" or a PEM file with the authorities to trust";
    let pem = fs::read(path)
        .map_err(|error| format!("{WANTED}; {path} cannot be read: {}", reason(&error)))?;
    let begin = b"-----BEGIN CERTIFICATE-----";
    if !pem.windows(begin.len()).any(|window| window == begin) {
        return Err(format!("{WANTED}; there is no certificate in {path}"));
    }
    Ok(pem)
}

/// The system's message, without the number of the error.
fn reason(error: &io::Error) -> String {
    let text = error.to_string();
    text.split(" (os error").next().unwrap_or(&text).to_owned()
}

impl From<Status> for Trouble {
    fn from(status: Status) -> Self {
        let text = match status.source() {
            Some(_) => cause(&status),
            None => status.message().to_owned(),
        };
        let why = words(&text, status.code());
        match status.code() {
            Code::Unauthenticated
            | Code::PermissionDenied
            | Code::Unimplemented
            | Code::InvalidArgument => Self::Refused(why),
            _ => Self::Lost(why),
        }
    }
}

/// The text of an error's innermost cause. The outer errors are general, as "transport error" is.
fn cause(error: &dyn Error) -> String {
    match error.source() {
        Some(inner) => cause(inner),
        None => error.to_string(),
    }
}

fn words(text: &str, code: Code) -> String {
    let name = name(code);
    if text.is_empty() {
        name
    } else {
        format!("{text} ({name})")
    }
}

/// The code as gRPC writes it, such as PERMISSION_DENIED.
fn name(code: Code) -> String {
    let mut name = String::new();
    for letter in format!("{code:?}").chars() {
        if letter.is_uppercase() && !name.is_empty() {
            name.push('_');
        }
        name.push(letter.to_ascii_uppercase());
    }
    name
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn four_codes_are_refusals() {
        let refused: Vec<String> = (0..17)
            .filter_map(|code| match Status::new(Code::from(code), "no").into() {
                Trouble::Refused(why) => Some(why),
                Trouble::Lost(_) => None,
            })
            .collect();
        assert_eq!(
            refused,
            [
                "no (INVALID_ARGUMENT)",
                "no (PERMISSION_DENIED)",
                "no (UNIMPLEMENTED)",
                "no (UNAUTHENTICATED)"
            ]
        );
    }

    #[test]
    fn a_status_without_words_is_its_code() {
        let Trouble::Lost(why) = Status::new(Code::DeadlineExceeded, "").into() else {
            panic!("it is no refusal");
        };
        assert_eq!(why, "DEADLINE_EXCEEDED");
    }
}
