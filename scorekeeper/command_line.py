"""The entry point of the commands: `manage.py` in a clone, `belote` if installed."""

import gc
import os
import sys

from scorekeeper.server import stopping


def main() -> None:
    """Run Django's command line, or print in one line what is missing."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "scorekeeper.config.settings")
    # Imported modules are never garbage: collect rarely during start.
    gc.set_threshold(50_000)
    if sys.argv[1:2] == ["start"]:
        # Obey a request to stop even while Django is being imported.
        stopping.listen()
    if sys.argv[1:2] == ["serve"]:
        # Servers collect logs from standard output.
        os.environ.setdefault("BELOTE_LOG", "json")
    try:
        from django.core.exceptions import ImproperlyConfigured
        from django.core.management import execute_from_command_line
        from django.db import DatabaseError

        from scorekeeper.terminal import survive_narrow_alphabets
    except ImportError:
        sys.exit("Django is not installed here: install the program as its README says.")
    # Also for help, errors in what was typed, and Django's own commands.
    survive_narrow_alphabets(sys.stdout, sys.stderr)
    try:
        if word := _word_for_other_computer():
            sys.exit(word)
        execute_from_command_line(sys.argv)
    except ImproperlyConfigured as error:
        sys.exit(f"The settings cannot be used: {' '.join(str(error).split())}")
    except DatabaseError:
        # Django's own commands, such as createsuperuser, do not prepare the data.
        from scorekeeper.server.preparing import word_for_no_club

        if word := word_for_no_club():
            sys.exit(word)
        raise


def _word_for_other_computer() -> str | None:
    """Return why a standby refuses the command; here, so that it covers Django's own commands."""
    from scorekeeper.standby.node import NodeRole, node_state

    if node_state().role is NodeRole.FIRST:
        return None
    import django
    from django.utils import translation

    django.setup()
    from scorekeeper.server.language import console_language
    from scorekeeper.standby.guarding import word_for_other_computer

    with translation.override(console_language()):
        return word_for_other_computer(sys.argv[1:])
