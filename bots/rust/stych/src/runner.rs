//! Plays until the referee says goodbye.

use std::backtrace::Backtrace;
use std::io::Write;
use std::panic::AssertUnwindSafe;
use std::time::Instant;
use std::{env, io, panic, process};

use crate::connection::{Conversation, Line};
use crate::environment::Environment;
use crate::pb::play_request::Message;
use crate::pb::{Goodbye, GoodbyeReason, Hello};
use crate::redial::Redial;
use crate::{Bot, Match, Player, Settings};

const PLAYED: i32 = 0;
const FAILED: i32 = 1;
const NOT_STARTED: i32 = 2;
const REFUSED: i32 = 3;

/// Plays until the referee says goodbye, then ends the process.
///
/// `make` makes a bot for each match: the constructor of a [`Bot`], or a function as
/// [`from_function`](crate::from_function) wraps it.
///
/// Exit codes: 0 after a goodbye, 1 when the bot panicked, 2 when it was not started by a referee,
/// 3 when the referee refused it or the connection was lost.
pub fn run<F, B>(make: F, settings: Settings) -> !
where
    F: FnMut(Match) -> B,
    B: Bot,
{
    panic::set_hook(Box::new(|panicked| {
        eprintln!("{panicked}\n{}", Backtrace::force_capture())
    }));
    let played = panic::catch_unwind(AssertUnwindSafe(|| start(Player::new(make), settings)));
    let _ = io::stdout().flush();
    process::exit(played.unwrap_or(FAILED))
}

fn start<F, B>(player: Player<F, B>, settings: Settings) -> i32
where
    F: FnMut(Match) -> B,
    B: Bot,
{
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
    // The bot thinks on this thread, and the network lives on the other.
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(1)
        .enable_all()
        .build();
    match runtime {
        Ok(runtime) => {
            let code = runtime.block_on(play(
                &line,
                &hello,
                player,
                Redial::new(environment.reconnect),
            ));
            runtime.shutdown_background();
            code
        }
        Err(error) => {
            eprintln!("stych: no thread can be started: {error}");
            REFUSED
        }
    }
}

async fn play<F, B>(line: &Line, hello: &Hello, mut player: Player<F, B>, mut redial: Redial) -> i32
where
    F: FnMut(Match) -> B,
    B: Bot,
{
    loop {
        let ended = match line.open(hello.clone()).await {
            Ok(mut conversation) => converse(&mut conversation, &mut player, &mut redial).await,
            Err(why) => Err(why),
        };
        let why = match ended {
            Ok(goodbye) => return leave(&goodbye),
            Err(why) => why,
        };
        eprintln!("stych: the connection failed: {why}");
        match redial.pause(Instant::now()) {
            Some(pause) => tokio::time::sleep(pause).await,
            None => return REFUSED,
        }
    }
}

/// Answers until a goodbye; an error says why the connection was lost.
async fn converse<F, B>(
    conversation: &mut Conversation,
    player: &mut Player<F, B>,
    redial: &mut Redial,
) -> Result<Goodbye, String>
where
    F: FnMut(Match) -> B,
    B: Bot,
{
    loop {
        let response = conversation.hear().await?;
        if response.welcome.is_some() {
            redial.connected();
        }
        if let Some(answers) = player.take(&response) {
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
