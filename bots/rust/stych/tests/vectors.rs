//! The test vectors that the SDKs of all languages share: decoded, encoded and answered alike.
//!
//! prost has no JSON mapping, so only the binary form is read.

use std::fs;
use std::path::PathBuf;

use prost::Message;
use serde_json::Value;
use stych::pb::play_request::Message::Answers;
use stych::pb::{PlayRequest, PlayResponse};
use stych::{AnyObservation, Player, Random, from_function};

const PROTO: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../proto");

/// The rows of the index; none where the SDK was copied out of its repository, without the vectors.
fn rows() -> Vec<Value> {
    if !PathBuf::from(PROTO).join("stych/v1/referee.proto").exists() {
        eprintln!("the test vectors stayed in the repository of Štych");
        return Vec::new();
    }
    let index = String::from_utf8(read("index.json")).expect("UTF-8");
    let rows: Vec<Value> = serde_json::from_str(&index).expect("a list");
    assert!(!rows.is_empty());
    rows
}

fn read(name: &str) -> Vec<u8> {
    let path = PathBuf::from(PROTO).join("vectors").join(name);
    fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

fn bytes(row: &Value, key: &str) -> Vec<u8> {
    read(&format!("{}.bin", row[key].as_str().expect("a name")))
}

fn again<M: Message + Default>(bytes: &[u8]) -> Vec<u8> {
    M::decode(bytes)
        .expect("the message decodes")
        .encode_to_vec()
}

#[test]
fn every_message_is_encoded_as_it_was() {
    for row in rows() {
        let bytes = bytes(&row, "name");
        let encoded = match row["message"].as_str() {
            Some("stych.v1.PlayRequest") => again::<PlayRequest>(&bytes),
            Some("stych.v1.PlayResponse") => again::<PlayResponse>(&bytes),
            other => panic!("no such message: {other:?}"),
        };
        assert_eq!(encoded, bytes, "{row}");
    }
}

#[test]
fn every_decision_is_understood_and_answered() {
    let last = |_: &AnyObservation, legal: &[u32], _: &mut Random| legal.len() - 1;
    for row in rows() {
        let Some(legal) = row["legal"].as_array() else {
            continue;
        };
        let response = PlayResponse::decode(bytes(&row, "name").as_slice()).expect("it decodes");
        let counts = response
            .decisions
            .iter()
            .map(|decision| decision.legal_actions.len());
        assert_eq!(counts.map(Value::from).collect::<Vec<_>>(), *legal, "{row}");
        let answers = Player::new(from_function(last))
            .take(&response)
            .map(Answers);
        let request = PlayRequest { message: answers };
        assert_eq!(request.encode_to_vec(), bytes(&row, "answers"), "{row}");
    }
}
