"""The web page of tournaments: `stych web`. It needs the extra `stych[web]`."""
