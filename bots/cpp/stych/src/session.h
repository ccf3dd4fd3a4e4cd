// Streams one after another, until the referee says goodbye or stays away for too long.
#pragma once

#include "connection.h"
#include "environment.h"
#include "stych/player.h"

namespace stych {

/// Plays; the exit code of the process: 0 after a goodbye in peace, otherwise 3, with one sentence
/// on stderr.
int play(const Environment& environment, const v1::Hello& hello, Player& player);

/// How long to wait before a connection that was lost is dialled for the nth time, from 0.
Seconds pause_before(int dial);

}  // namespace stych
