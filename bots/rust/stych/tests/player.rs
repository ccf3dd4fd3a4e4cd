//! Messages in, answers out, without a network.

use std::cell::RefCell;
use std::rc::Rc;

use stych::pb::{
    Answer, Answers, Clock, DealOpening, Decision, Fault, FoxObservation, FoxOptions, FoxPrivate,
    GameData, Goodbye, KoristObservation, MatchOver, MatchStart, PlayResponse, Welcome,
    match_start,
};
use stych::{
    AnyObservation, Bot, Event, Match, Observation, Outcome, Player, Random, Turn, from_function,
};

/// One thing that happened to a bot.
#[derive(Clone, Debug, PartialEq)]
enum Entry {
    Start(Match),
    /// The match's number, the legal actions, the events and the milliseconds left of the bank.
    Choose(u32, Vec<u32>, Vec<u32>, u32),
    /// The match's number and its outcome.
    Over(u32, Outcome),
}

type Entries = Rc<RefCell<Vec<Entry>>>;

/// Takes the first legal action and writes down all that happens to it.
struct Diary {
    number: u32,
    entries: Entries,
}

impl Bot for Diary {
    type Observation = AnyObservation;

    fn choose(&mut self, _: &AnyObservation, legal: &[u32], turn: &mut Turn<'_>) -> usize {
        let (events, bank) = (turn.events.to_vec(), turn.bank_ms);
        let entry = Entry::Choose(self.number, legal.to_vec(), events, bank);
        self.entries.borrow_mut().push(entry);
        0
    }

    fn over(&mut self, outcome: &Outcome) {
        let entry = Entry::Over(self.number, outcome.clone());
        self.entries.borrow_mut().push(entry);
    }
}

fn diary() -> (Player<impl FnMut(Match) -> Diary, Diary>, Entries) {
    let entries = Entries::default();
    let kept = entries.clone();
    let player = Player::new(move |start: Match| {
        let number = start.number;
        kept.borrow_mut().push(Entry::Start(start));
        let entries = kept.clone();
        Diary { number, entries }
    });
    (player, entries)
}

fn start(number: u32, seed: u64) -> MatchStart {
    let game = "fox".to_owned();
    MatchStart {
        r#match: number,
        game,
        seats: 2,
        bot_seed: seed,
        ..Default::default()
    }
}

fn starts(starts: &[MatchStart]) -> PlayResponse {
    PlayResponse {
        starts: starts.to_vec(),
        ..Default::default()
    }
}

fn decision(number: u64, match_number: u32) -> Decision {
    Decision {
        decision: number,
        r#match: match_number,
        legal_actions: vec![4, 5, 6],
        observation: Some(AnyObservation::Fox(FoxObservation::default())),
        ..Default::default()
    }
}

fn decisions(decisions: Vec<Decision>) -> PlayResponse {
    PlayResponse {
        decisions,
        ..Default::default()
    }
}

/// The choices of the answers, which must come in the order of the decisions.
fn chosen<F: FnMut(Match) -> B, B: Bot>(
    player: &mut Player<F, B>,
    asked: Vec<Decision>,
) -> Vec<u32> {
    let numbers: Vec<u64> = asked.iter().map(|decision| decision.decision).collect();
    let answers = player.take(&decisions(asked)).expect("answers").answers;
    assert_eq!(
        answers
            .iter()
            .map(|answer| answer.decision)
            .collect::<Vec<_>>(),
        numbers
    );
    answers.iter().map(|answer| answer.choice).collect()
}

#[test]
fn all_of_a_response_is_taken_in_the_order_of_its_fields() {
    let (mut player, entries) = diary();
    let over = MatchOver {
        r#match: 1,
        places: vec![2, 1],
        points: vec![-3, 9],
        faults: vec![Fault {
            seat: 1,
            ..Default::default()
        }],
        events: vec![8],
    };
    let first = Decision {
        events: vec![1, 2],
        bank_left_ms: 700,
        ..decision(12, 2)
    };
    let second = Decision {
        legal_actions: vec![7, 8],
        ..decision(11, 1)
    };
    let answers = player.take(&PlayResponse {
        overs: vec![over],
        decisions: vec![first, second],
        starts: vec![start(1, 0), start(2, 0)],
        openings: vec![DealOpening {
            r#match: 3,
            ..Default::default()
        }],
        goodbye: Some(Goodbye::default()),
        ..Default::default()
    });
    let answer = |decision| Answer {
        decision,
        choice: 0,
    };
    assert_eq!(
        answers,
        Some(Answers {
            answers: vec![answer(12), answer(11)]
        })
    );
    let outcome = Outcome {
        places: vec![2, 1],
        points: vec![-3, 9],
        faults: vec![1],
        events: vec![8],
    };
    let expected = [
        Entry::Start(Match::from(&start(1, 0))),
        Entry::Start(Match::from(&start(2, 0))),
        Entry::Choose(2, vec![4, 5, 6], vec![1, 2], 700),
        Entry::Choose(1, vec![7, 8], vec![], 0),
        Entry::Over(1, outcome),
    ];
    assert_eq!(*entries.borrow(), expected);
}

#[test]
fn nothing_to_decide_is_nothing_to_say() {
    let over = MatchOver {
        r#match: 99,
        ..Default::default()
    };
    let opening = DealOpening {
        r#match: 99,
        ..Default::default()
    };
    for response in [
        PlayResponse::default(),
        PlayResponse {
            welcome: Some(Welcome::default()),
            ..Default::default()
        },
        starts(&[start(1, 0)]),
        PlayResponse {
            overs: vec![over],
            ..Default::default()
        },
        PlayResponse {
            openings: vec![opening],
            ..Default::default()
        },
        PlayResponse {
            goodbye: Some(Goodbye::default()),
            ..Default::default()
        },
    ] {
        assert_eq!(diary().0.take(&response), None);
    }
}

#[test]
fn a_bot_is_told_what_is_known_of_its_match() {
    let (mut player, entries) = diary();
    let options = match_start::Options::Fox(FoxOptions { target: 35 });
    let message = MatchStart {
        seat: 1,
        options: Some(options.clone()),
        clock: Some(Clock {
            decision_ms: 100,
            bank_ms: 2000,
            grace_ms: 30,
        }),
        resumed: true,
        ..start(7, u64::MAX)
    };
    player.take(&starts(&[message]));
    let expected = Match {
        number: 7,
        game: "fox".to_owned(),
        options: Some(options),
        seat: 1,
        seats: 2,
        seed: u64::MAX,
        decision_ms: 100,
        bank_ms: 2000,
        resumed: true,
    };
    assert_eq!(*entries.borrow(), [Entry::Start(expected)]);
}

#[test]
fn a_match_that_is_over_is_forgotten() {
    let (mut player, entries) = diary();
    let overs = vec![MatchOver {
        r#match: 1,
        ..Default::default()
    }];
    let begun = PlayResponse {
        overs: overs.clone(),
        ..starts(&[start(1, 0)])
    };
    player.take(&begun);
    player.take(&PlayResponse {
        overs,
        ..Default::default()
    });
    assert_eq!(entries.borrow().len(), 2);
}

/// Chooses 0, 1, 2 and so on.
struct Counting(usize);

impl Bot for Counting {
    type Observation = FoxObservation;

    fn choose(&mut self, _: &FoxObservation, _: &[u32], _: &mut Turn<'_>) -> usize {
        self.0 += 1;
        self.0 - 1
    }
}

#[test]
fn each_match_has_a_bot_of_its_own() {
    let mut player = Player::new(|_| Counting(0));
    player.take(&starts(&[start(1, 0), start(2, 0)]));
    let asked = [1, 1, 2, 1, 2]
        .iter()
        .zip(1..)
        .map(|(&of, number)| decision(number, of));
    assert_eq!(chosen(&mut player, asked.collect()), [0, 1, 0, 2, 1]);
}

#[test]
fn a_match_that_is_resumed_gets_a_new_bot() {
    let mut player = Player::new(|_| Counting(0));
    player.take(&starts(&[start(1, 0)]));
    assert_eq!(
        chosen(&mut player, vec![decision(1, 1), decision(2, 1)]),
        [0, 1]
    );
    player.take(&starts(&[MatchStart {
        resumed: true,
        ..start(1, 0)
    }]));
    assert_eq!(chosen(&mut player, vec![decision(3, 1)]), [0]);
}

#[test]
#[should_panic(expected = "a decision came for match 1, which is not under way")]
fn a_welcome_ends_the_matches_of_the_stream_before() {
    let mut player = Player::new(|_| Counting(0));
    player.take(&starts(&[start(1, 0)]));
    player.take(&PlayResponse {
        welcome: Some(Welcome::default()),
        ..Default::default()
    });
    player.take(&decisions(vec![decision(1, 1)]));
}

#[test]
#[should_panic(expected = "match 1 is of fox, but choose takes stych::pb::KoristObservation")]
fn a_bot_of_another_game_says_so() {
    let mut player = Player::new(from_function(|_: &KoristObservation, _, _: &mut _| 0));
    player.take(&starts(&[start(1, 0)]));
    player.take(&decisions(vec![decision(1, 1)]));
}

#[test]
fn a_function_gets_the_games_message() {
    let hand = vec![3, 4];
    let private_view = Some(FoxPrivate {
        hand,
        ..Default::default()
    });
    let fox = FoxObservation {
        private_view,
        ..Default::default()
    };
    let mut player = Player::new(from_function(
        |seen: &FoxObservation, legal: &[u32], _: &mut Random| {
            assert_eq!(seen.private().hand, [3, 4]);
            legal.len() - 1
        },
    ));
    player.take(&starts(&[start(1, 0)]));
    let observation = Some(AnyObservation::Fox(fox));
    assert_eq!(
        chosen(
            &mut player,
            vec![Decision {
                observation,
                ..decision(1, 1)
            }]
        ),
        [2]
    );
}

/// A match of a game that the protocol has no message for, and a decision in it.
fn hearts(seen: &GameData) -> PlayResponse {
    let options = GameData {
        json: r#"{"players":4}"#.to_owned(),
        ..Default::default()
    };
    PlayResponse {
        starts: vec![MatchStart {
            game: "hearts".to_owned(),
            options: Some(match_start::Options::Other(options)),
            ..start(1, 0)
        }],
        decisions: vec![Decision {
            observation: Some(AnyObservation::Other(seen.clone())),
            ..decision(1, 1)
        }],
        ..Default::default()
    }
}

#[test]
fn a_game_without_a_message_in_the_protocol_comes_as_its_data() {
    let json = r#"{"hand":[3,4]}"#.to_owned();
    let seen = GameData {
        json,
        ..Default::default()
    };
    let message = GameData {
        r#type: "hearts.v1.HeartsObservation".to_owned(),
        data: vec![10, 2, 3, 4],
        ..Default::default()
    };
    for given in [seen, message] {
        let mut player = Player::new(|start: Match| {
            let Some(match_start::Options::Other(options)) = start.options else {
                panic!("hearts has other options than {:?}", start.options);
            };
            assert_eq!(options.json, r#"{"players":4}"#);
            Expecting(given.clone())
        });
        let answers = player.take(&hearts(&given)).expect("answers").answers;
        assert_eq!(answers[0].choice, 1);
    }
}

/// Expects to be handed these data.
struct Expecting(GameData);

impl Bot for Expecting {
    type Observation = GameData;

    fn choose(&mut self, seen: &GameData, _: &[u32], _: &mut Turn<'_>) -> usize {
        assert_eq!(*seen, self.0);
        1
    }
}

#[test]
#[should_panic(expected = "match 1 is of hearts, but choose takes stych::pb::FoxObservation")]
fn a_bot_that_does_not_take_such_data_says_so() {
    let mut player = Player::new(|_| Counting(0));
    player.take(&hearts(&GameData::default()));
}

#[test]
fn an_observation_is_of_one_game() {
    let korist = AnyObservation::Korist(KoristObservation::default());
    assert_eq!(
        KoristObservation::of(&korist),
        Some(&KoristObservation::default())
    );
    assert_eq!(FoxObservation::of(&korist), None);
    assert_eq!(AnyObservation::of(&korist), Some(&korist));
}

/// Ten random choices of match 1, which has this seed, with match 2 (seed `other`) beside it.
fn dice(seed: u64, other: u64) -> Vec<u32> {
    let throw =
        |_: &FoxObservation, legal: &[u32], random: &mut Random| random.usize(..legal.len());
    let mut player = Player::new(from_function(throw));
    player.take(&starts(&[start(1, seed), start(2, other)]));
    let asked = |number, of| Decision {
        legal_actions: (0..1000).collect(),
        ..decision(number, of)
    };
    let batch = |number: u64| vec![asked(2 * number, 1), asked(2 * number + 1, 2)];
    (0..10)
        .map(|number| chosen(&mut player, batch(number))[0])
        .collect()
}

#[test]
fn the_same_seed_plays_the_same() {
    assert_eq!(dice(5, 1), dice(5, 2));
    assert_ne!(dice(5, 1), dice(6, 1));
    // A change of these numbers would change what recorded bots do.
    assert_eq!(dice(5, 1)[..4], [173, 225, 548, 263]);
}

#[test]
fn a_bad_index_is_sent_all_the_same_and_the_batch_goes_on() {
    let answer = |index: usize| {
        let choose = move |_: &FoxObservation, legal: &[u32], _: &mut Random| {
            if legal.len() == 3 { index } else { 1 }
        };
        let mut player = Player::new(from_function(choose));
        player.take(&starts(&[start(1, 0), start(2, 0)]));
        let other = Decision {
            legal_actions: vec![1, 2],
            ..decision(2, 2)
        };
        chosen(&mut player, vec![decision(1, 1), other])
    };
    assert_eq!(answer(3), [3, 1]);
    assert_eq!(answer(usize::MAX), [u32::MAX, 1]); // 0 - 1, wrapped
}

#[test]
fn an_event_is_taken_apart() {
    let code = 7 | 2 << 5 | 3 << 8 | 255 << 16 | 129 << 24;
    assert_eq!(
        Event::from(code),
        Event {
            kind: 7,
            seat: 2,
            a: 3,
            b: 255,
            c: 129
        }
    );
}
