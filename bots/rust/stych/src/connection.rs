//! The network: dials the referee, says hello, and carries messages between it and a player.

use std::error::Error;
use std::fs;
use std::time::Duration;

use tokio::sync::mpsc;
use tokio_stream::wrappers::ReceiverStream;
use tonic::metadata::{Ascii, MetadataValue};
use tonic::transport::{Certificate, Channel, ClientTlsConfig, Endpoint};
use tonic::{Request, Status, Streaming};

use crate::environment::{Environment, Tls};
use crate::pb::play_request::Message;
use crate::pb::referee_service_client::RefereeServiceClient;
use crate::pb::{Hello, PlayRequest, PlayResponse};

const LARGEST_MESSAGE: usize = 256 << 20;
const DIALLING: Duration = Duration::from_secs(20);
const KEEPALIVE: Duration = Duration::from_secs(30);

/// Where the referee is and how it is spoken to; can be dialled any number of times.
pub struct Line {
    endpoint: Endpoint,
    authorization: MetadataValue<Ascii>,
}

/// A stream that is open in both directions.
pub struct Conversation {
    to_referee: mpsc::Sender<PlayRequest>,
    from_referee: Streaming<PlayResponse>,
}

impl Line {
    /// An error is one sentence about what is wrong in the environment.
    pub fn new(environment: &Environment) -> Result<Self, String> {
        let authorization = format!("Bearer {}", environment.token)
            .parse()
            .map_err(|_| "STYCH_TOKEN must be of printable characters".to_owned())?;
        Ok(Self {
            endpoint: endpoint(environment)?,
            authorization,
        })
    }

    /// Dials and says hello. An error says why it failed.
    pub async fn open(&self, hello: Hello) -> Result<Conversation, String> {
        let channel: Channel = self
            .endpoint
            .connect()
            .await
            .map_err(|error| cause(&error))?;
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
        let response = client
            .play(request)
            .await
            .map_err(|status| words(&status))?;
        Ok(Conversation {
            to_referee,
            from_referee: response.into_inner(),
        })
    }
}

impl Conversation {
    /// The referee's next message. An error says why there is none.
    pub async fn hear(&mut self) -> Result<PlayResponse, String> {
        let heard = self
            .from_referee
            .message()
            .await
            .map_err(|status| words(&status))?;
        heard.ok_or_else(|| "the stream ended without a goodbye".to_owned())
    }

    /// Sends a message. Whether the connection still stands is only heard.
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
    let endpoint = Endpoint::from_shared(target)
        .map_err(wrong)?
        .connect_timeout(DIALLING)
        .tcp_keepalive(Some(KEEPALIVE));
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
            let pem = fs::read(path).map_err(|error| {
                format!(
                    "STYCH_TLS must be on or the path of a PEM file; received {path:?}: {error}"
                )
            })?;
            Some(ClientTlsConfig::new().ca_certificate(Certificate::from_pem(pem)))
        }
    })
}

/// The innermost cause of an error, which is the one that says something.
fn cause(error: &dyn Error) -> String {
    match error.source() {
        Some(inner) => cause(inner),
        None => error.to_string(),
    }
}

fn words(status: &Status) -> String {
    if status.source().is_some() {
        cause(status)
    } else if status.message().is_empty() {
        status.code().to_string()
    } else {
        status.message().to_owned()
    }
}
