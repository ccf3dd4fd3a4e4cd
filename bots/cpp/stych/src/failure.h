// Ends the process after an exception that the bot's code does not catch.
#pragma once

namespace stych {

/// From now on an exception that is not caught ends the process with the exit code 1. Its message
/// goes to stderr, with a trace if the library for traces was there when the SDK was built.
void trace_failures();

}  // namespace stych
