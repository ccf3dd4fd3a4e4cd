"""The seed that is sent with a question when the model's settings say `seeded`."""

from hashlib import sha256


def request_seed(seed: int, decision: int, attempt: int) -> int:
    """A number of 31 bits for one question, derived from the seat's seed of 64 bits."""
    # Endpoints differ in the largest seed that they accept; all of them accept 31 bits.
    hashed = sha256(f"stych/1 llm seed\0{seed}\0{decision}\0{attempt}".encode()).digest()
    return int.from_bytes(hashed[:4], "big") >> 1
