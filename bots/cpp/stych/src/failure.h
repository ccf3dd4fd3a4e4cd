// What becomes of an exception that the author does not catch.
#pragma once

namespace stych {

/// From now on such an exception ends the process with the exit code 1, and its message and where
/// it was thrown go to stderr.
void trace_failures();

}  // namespace stych
