"""What rogues try that must not succeed, and how it went."""


def attempt(what, act):
    """Try it, and print what came of it; SUCCEEDED is what nobody may read."""
    try:
        act()
    except OSError as error:
        print(f"could not {what}: {error.strerror or error}", flush=True)
    else:
        print(f"SUCCEEDED: could {what}", flush=True)
