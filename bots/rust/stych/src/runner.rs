//! Plays until the referee says goodbye.

use std::backtrace::Backtrace;
use std::io::Write;
use std::panic::AssertUnwindSafe;
use std::time::Instant;
use std::{env, io, panic, process};

use tokio::runtime;

use crate::connection::{Conversation, Line, Trouble};
use crate::environment::Environment;
use crate::pb::play_request::Message;
use crate::pb::{Answers, Goodbye, GoodbyeReason, Hello, PlayResponse};
use crate::redial::Redial;
use crate::{Bot, Match, Player, Settings};

const PLAYED: i32 = 0;
const FAILED: i32 = 1;
const NOT_STARTED: i32 = 2;
const REFUSED: i32 = 3;

/// Answers a response, as `Player::take` does. It is not a type parameter, so that the code of the
/// network is compiled once, with the SDK, and an author's program within a second.
type Take<'a> = &'a mut dyn FnMut(&PlayResponse) -> Option<Answers>;

/// Plays until the referee says goodbye, then ends the process.
///
/// `make` makes a bot for each match: the constructor of a [`Bot`], or a function that
/// [`from_function`](crate::from_function) has wrapped.
///
/// Exit codes: 0 after a goodbye because everything was played or the referee stops; 1 when the bot
/// panicked; 2 when a variable of the environment is missing or wrong; 3 after any other goodbye,
/// when the referee refused the bot, when the bot could not connect or lost its connection for good,
/// or when the SDK could not start its thread for the network.
pub fn run<F, B>(make: F, settings: Settings) -> !
where
    F: FnMut(Match) -> B,
    B: Bot,
{
    // The message comes last, after the trace, so that it is among the last lines of the output.
    panic::set_hook(Box::new(|panicked| {
        eprintln!("{}\n{panicked}", Backtrace::force_capture())
    }));
    let mut player = Player::new(make);
    let played = AssertUnwindSafe(|| start(&mut |response| player.take(response), settings));
    let code = panic::catch_unwind(played).unwrap_or(FAILED);
    let _ = io::stdout().flush();
    process::exit(code)
}

fn start(take: Take<'_>, settings: Settings) -> i32 {
    let start = Instant::now();
    let environment = Environment::from(|name| env::var(name).ok());
    let found = environment.and_then(|found| Ok((Line::new(&found)?, found)));
    let (line, environment) = match found {
        Ok(found) => found,
        Err(sentence) => {
            eprintln!("{sentence}");
            return NOT_STARTED;
        }
    };
    let hello = settings.hello(&environment);
    // The bot thinks on this thread; one other thread serves the network.
    let runtime = match runtime::Builder::new_multi_thread()
        .worker_threads(1)
        .enable_all()
        .build()
    {
        Ok(runtime) => runtime,
        Err(error) => {
            eprintln!("stych: no thread can be started: {error}");
            return REFUSED;
        }
    };
    let code = runtime.block_on(play(
        &line,
        &hello,
        take,
        Redial::new(environment.reconnect, start),
    ));
    runtime.shutdown_background();
    code
}

async fn play(line: &Line, hello: &Hello, take: Take<'_>, mut redial: Redial) -> i32 {
    loop {
        let ended = match line.open(hello.clone()).await {
            Ok(mut conversation) => converse(&mut conversation, take, &mut redial).await,
            Err(trouble) => Err(trouble),
        };
        match ended {
            Ok(goodbye) => return leave(&goodbye),
            Err(Trouble::Refused(why)) => {
                eprintln!("stych: the referee refused the bot: {why}");
                return REFUSED;
            }
            Err(Trouble::Lost(why)) => {
                let fresh = redial.is_fresh();
                let Some(pause) = redial.pause(Instant::now()) else {
                    eprintln!("stych: the connection failed: {why}");
                    return REFUSED;
                };
                if fresh {
                    eprintln!("stych: the connection failed: {why}; dialling again");
                }
                tokio::time::sleep(pause).await;
            }
        }
    }
}

/// Answers until the goodbye. The error says how the stream ended without one.
async fn converse(
    conversation: &mut Conversation,
    take: Take<'_>,
    redial: &mut Redial,
) -> Result<Goodbye, Trouble> {
    loop {
        let response = conversation.hear().await?;
        if response.welcome.is_some() {
            redial.connected();
        }
        if let Some(answers) = take(&response) {
            conversation.say(Message::Answers(answers)).await;
        }
        if let Some(goodbye) = response.goodbye {
            return Ok(goodbye);
        }
    }
}

fn leave(goodbye: &Goodbye) -> i32 {
    eprintln!("stych: goodbye: {}", goodbye.text);
    match goodbye.reason() {
        GoodbyeReason::Finished | GoodbyeReason::Stopped => PLAYED,
        _ => REFUSED,
    }
}
