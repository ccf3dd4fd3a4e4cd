"""The seed that is sent with a question, where a model is to be asked with one."""

from hashlib import sha256


def request_seed(seed: int, decision: int, attempt: int) -> int:
    """31 bits for one question, from the seat's 64 bits of the match."""
    # Endpoints differ in how large a seed may be; all of them take 31 bits.
    hashed = sha256(f"stych/1 llm seed\0{seed}\0{decision}\0{attempt}".encode()).digest()
    return int.from_bytes(hashed[:4], "big") >> 1
