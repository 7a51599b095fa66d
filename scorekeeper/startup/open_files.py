"""How many connections this process can hold: the system counts each as an open file."""

import sys
from typing import Final

if sys.platform != "win32":
    import resource

MOST_CONNECTIONS: Final = 4096
"""Three hundred phones of seven connections each, nearly twice."""

KEPT_FILES: Final = 128
"""For the database in every thread, the log, long answers that wait in temporary files."""

WINDOWS_CONNECTIONS: Final = 480
"""There, `select` takes 512 sockets, and Python has no other way to wait for one."""


def raise_connection_limit() -> int:
    """Let this process open as many files as it may; return how many connections that leaves."""
    if sys.platform == "win32":
        return WINDOWS_CONNECTIONS
    wanted = MOST_CONNECTIONS + KEPT_FILES
    files, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    # RLIM_INFINITY is a negative number on some systems.
    if 0 <= files < wanted:
        ceiling = wanted if most < 0 else min(wanted, most)
        try:
            resource.setrlimit(resource.RLIMIT_NOFILE, (ceiling, most))
        except (OSError, ValueError):
            # Some systems refuse what they say they allow.
            ceiling = files
        wanted = ceiling
    # However few there are, somebody must be served.
    return max(wanted - KEPT_FILES, wanted // 2)
