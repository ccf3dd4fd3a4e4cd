"""Tries deeds that the sandbox must prevent, and prints the result of each."""


def attempt(what, act):
    """Call `act`, and print whether it could do `what`.

    The word SUCCEEDED in the output fails the test of the rogues.
    """
    try:
        act()
    except OSError as error:
        print(f"could not {what}: {error.strerror or error}", flush=True)
    else:
        print(f"SUCCEEDED: could {what}", flush=True)
