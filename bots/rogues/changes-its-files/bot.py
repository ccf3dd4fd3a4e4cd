"""Tries to change its program and its manifest, so as to be another bot later; then it plays."""

import os
from pathlib import Path

from attempts import attempt
from talk import play_on

OWN = Path(__file__)

attempt("write to its program", lambda: OWN.open("r+b").close())
attempt("write to its manifest", lambda: Path("bot.toml").open("r+b").close())
attempt("leave a note", lambda: Path("note.txt").write_text("the fox is in hand 2"))
attempt("remove its program", OWN.unlink)
attempt("rename its program", lambda: OWN.rename("old.py"))
attempt("make its program writable", lambda: OWN.chmod(0o777))
attempt("make a folder", lambda: Path("build").mkdir())
attempt("change what rogues share", lambda: Path("../shared/talk.py").open("r+b").close())
attempt("change its time", lambda: os.utime(OWN))
play_on()
