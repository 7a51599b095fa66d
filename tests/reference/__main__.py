"""Write again what is shown of the kept club."""

import shutil
import sys

from tests.reference.club import FOLDER, write_shown

if __name__ == "__main__":
    shutil.rmtree(FOLDER / "shown", ignore_errors=True)
    sys.exit(write_shown(FOLDER / "shown"))
