//! Public events, each of which the protocol packs into one number.

/// A public event, unpacked; the game's .proto file says what its arguments mean.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Event {
    /// The number of its kind, such as [`FoxEvent::Play`](crate::pb::FoxEvent).
    pub kind: i32,
    /// The seat that the event is about.
    pub seat: usize,
    /// The first argument.
    pub a: u32,
    /// The second argument.
    pub b: u32,
    /// The third argument.
    pub c: u32,
}

impl From<u32> for Event {
    fn from(code: u32) -> Self {
        Self {
            kind: (code & 31) as i32,
            seat: (code >> 5 & 7) as usize,
            a: code >> 8 & 255,
            b: code >> 16 & 255,
            c: code >> 24,
        }
    }
}
