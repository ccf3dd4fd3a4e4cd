"""Tries deeds that the sandbox must prevent, and prints the result of each."""


def attempt(what, act):
    """Call `act`, and print whether that succeeded; `what` is the deed, in words after "could".

    A deed fails by raising OSError. The word SUCCEEDED in the output fails the test of the rogues.
    """
    try:
        act()
    except OSError as error:
        print(f"could not {what}: {error.strerror or error}", flush=True)
    else:
        print(f"SUCCEEDED: could {what}", flush=True)
