"""Make the program that is started by a double-click: python .packaging/build.py [FOLDER].

Needs what `pip install ".[build]"` installs; on Debian also the packages libpython3.11 and binutils
where Python is the system's. It makes the program for the system on which it runs, in FOLDER or
`dist`: a folder `belote` with the program and all it needs, on macOS also `belote.app`; and the one
file that people download and unpack, whose path it prints.
"""

import os
import platform
import shutil
import subprocess
import sys
import tarfile
import tempfile
from importlib.metadata import files
from pathlib import Path
from typing import Final

import PyInstaller.__main__

HERE: Final = Path(__file__).resolve().parent
PROGRAM: Final = HERE.parent
WHOLE: Final = (
    # Their templates, languages, icons and commands are found by looking into folders.
    "csp",
    "django_htmx",
    "django_tables2",
    "ninja",
    "scorekeeper",
    "tournaments",
    "waitress",
    "wakepy",
    "whitenoise",
)
WITH_DATA: Final = (
    # Reads a list that lies beside its modules.
    "fido2",
    # The letters of the pictures for messengers.
    "font_lato",
)
# FFmpeg, inside OpenCV, asks that its licence comes along.
WITH_LICENCES: Final = ("numpy", "opencv-python-headless", "pypdfium2", "zxing-cpp")
LEFT_OUT: Final = (
    # Of servers on the Internet.
    "gunicorn",
    "prometheus_client",
    "psycopg",
    "psycopg_pool",
    # Parts of NumPy for its own builders.
    "numpy.f2py",
    "numpy.testing",
    "tkinter",
    # Of developers: libraries ask for them where they happen to be installed.
    "hypothesis",
    "IPython",
    "isort",
    "jinja2",
    "mypy",
    "pygments",
    "pytest",
    "rich",
    "yaml",
)


def compiled_parts(name: str) -> set[str]:
    """Return modules of a library compiled by mypyc that no import statement names."""
    return {file.name.partition(".")[0] for file in files(name) or () if "__mypyc." in file.name}


def build(target: Path) -> None:
    # Django's own hook reads them.
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "scorekeeper.config.settings")
    with tempfile.TemporaryDirectory() as work:
        PyInstaller.__main__.run(
            [
                str(HERE / "launcher.py"),
                "--name=belote",
                "--noconfirm",
                "--log-level=WARN",
                "--windowed",
                f"--paths={PROGRAM}",
                f"--distpath={target}",
                f"--workpath={work}",
                f"--specpath={work}",
                f"--add-data={PROGRAM / 'templates'}{os.pathsep}scorekeeper/templates",
                *(f"--hidden-import={name}" for name in sorted(compiled_parts("openskill"))),
                *(f"--collect-all={name}" for name in WHOLE),
                *(f"--collect-data={name}" for name in WITH_DATA),
                *(f"--copy-metadata={name}" for name in WITH_LICENCES),
                *(f"--exclude-module={name}" for name in LEFT_OUT),
            ]
        )
    # Reads videos; on other systems OpenCV does not load without its part of FFmpeg.
    for file in target.rglob("opencv_videoio_ffmpeg*.dll"):
        file.unlink()


def pack(target: Path) -> Path:
    """Pack what was built, with its permissions and symbolic links; return the packed file."""
    sys.path.insert(0, str(PROGRAM))
    from scorekeeper import __version__

    name = target / f"belote-{__version__}"
    if sys.platform == "win32":
        return Path(shutil.make_archive(f"{name}-windows", "zip", target, "belote"))
    if sys.platform == "darwin":
        file = Path(f"{name}-macos-{platform.machine()}.zip")
        # As the Finder packs: a signature of an app holds for its symbolic links too.
        subprocess.run(
            ["ditto", "-c", "-k", "--keepParent", target / "belote.app", file], check=True
        )
        return file
    file = Path(f"{name}-linux-{platform.machine()}.tar.gz")
    # The usual level 9 takes 20 seconds more and makes it half a hundredth smaller.
    with tarfile.open(file, "w:gz", compresslevel=6) as packed:
        packed.add(target / "belote", "belote")
    return file


if __name__ == "__main__":
    folder = Path(sys.argv[1] if sys.argv[1:] else "dist").resolve()
    build(folder)
    print(pack(folder))
