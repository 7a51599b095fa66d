"""The built program, begun by a double-click: where it serves, and what it shows if it cannot."""

import importlib.util
import sys
from collections.abc import Callable
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Event, Thread
from types import ModuleType

import pytest

from scorekeeper import command_line
from tests.journeys.program import free_port

Serve = Callable[..., None]
ROOT = Path(__file__).resolve().parents[3]


@pytest.fixture
def launcher(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> ModuleType:
    spec = importlib.util.spec_from_file_location("launcher", ROOT / ".packaging/launcher.py")
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    ports = [free_port(), free_port()]
    monkeypatch.setattr(module, "PORTS", ports)
    monkeypatch.setattr(sys, "argv", ["belote"])
    monkeypatch.setenv("BELOTE_DATA_DIR", str(tmp_path))
    return module


@pytest.fixture
def opened(launcher: ModuleType, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    opened: list[str] = []
    monkeypatch.setattr(launcher.webbrowser, "open", opened.append)
    return opened


@pytest.fixture
def begun(monkeypatch: pytest.MonkeyPatch) -> list[list[str]]:
    begun: list[list[str]] = []
    monkeypatch.setattr(command_line, "main", lambda: begun.append(sys.argv[1:]))
    return begun


@pytest.fixture
def serve_at(request: pytest.FixtureRequest) -> Serve:
    def serve(port: int, health: bytes, thinks: float = 0) -> None:
        class Answers(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                Event().wait(thinks)
                self.send_response(200)
                self.end_headers()
                self.wfile.write(health)

            def log_message(self, *_words: object) -> None:
                pass

        server = ThreadingHTTPServer(("127.0.0.1", port), Answers)
        Thread(target=server.serve_forever, daemon=True).start()
        request.addfinalizer(server.server_close)
        request.addfinalizer(server.shutdown)

    return serve


def test_it_serves_at_the_usual_port(launcher: ModuleType, begun: list[list[str]]) -> None:
    launcher.main()
    assert begun == [["start", "--no-qr", "--browser", "--port", str(launcher.PORTS[0])]]


def test_what_another_program_has_is_left_to_it(
    launcher: ModuleType, begun: list[list[str]], serve_at: Serve
) -> None:
    serve_at(launcher.PORTS[0], b"<h1>A printer</h1>")
    launcher.main()
    assert begun[0][-1] == str(launcher.PORTS[1])


def test_a_second_double_click_leaves_its_page_to_the_start_of_the_same_port(
    launcher: ModuleType, begun: list[list[str]], serve_at: Serve
) -> None:
    """A start opens the program that serves the same folder (tests/journeys)."""
    serve_at(launcher.PORTS[0], b"ok")
    launcher.main()
    assert begun[0][-1] == str(launcher.PORTS[0])


def test_one_that_still_prepares_its_data_is_waited_for(
    launcher: ModuleType,
    begun: list[list[str]],
    serve_at: Serve,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Nothing is seen of a first start for a while, and somebody clicks again."""
    monkeypatch.setattr(launcher, "PATIENCE_SECONDS", 0.5)
    serve_at(launcher.PORTS[0], b"ok", thinks=1)
    launcher.main()
    assert begun[0][-1] == str(launcher.PORTS[0])


def test_on_macos_it_serves_apart_from_the_app(
    launcher: ModuleType, begun: list[list[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    """An app that is open is not started again, and one without a window does not respond."""
    left: list[list[str]] = []
    monkeypatch.setattr(sys, "platform", "darwin")
    monkeypatch.setattr(launcher.subprocess, "Popen", lambda words, **_how: left.append(words))
    launcher.main()
    assert (begun, len(left)) == ([], 1)
    monkeypatch.setattr(sys, "argv", ["belote", *left[0][1:]])
    launcher.main()
    assert begun == [["start", "--no-qr", "--browser", "--port", str(launcher.PORTS[0])]]


def test_where_another_program_got_the_port_first_its_page_is_shown(
    launcher: ModuleType, opened: list[str], serve_at: Serve, monkeypatch: pytest.MonkeyPatch
) -> None:
    def lose_the_port() -> None:
        serve_at(launcher.PORTS[0], b"ok")
        raise SystemExit(1)

    monkeypatch.setattr(command_line, "main", lose_the_port)
    launcher.main()
    assert opened == [f"http://localhost:{launcher.PORTS[0]}/"]


def test_a_proxy_of_the_system_is_not_asked(
    launcher: ModuleType, begun: list[list[str]], serve_at: Serve, monkeypatch: pytest.MonkeyPatch
) -> None:
    serve_at(launcher.PORTS[1], b"ok")
    for name in ("no_proxy", "NO_PROXY"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("http_proxy", f"http://127.0.0.1:{launcher.PORTS[1]}")
    launcher.main()
    assert begun[0][-1] == str(launcher.PORTS[0])


def test_why_it_cannot_serve_is_shown_in_a_page(
    launcher: ModuleType, opened: list[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def refuse() -> None:
        print("The disk <of the club> is full.")
        raise SystemExit(1)

    monkeypatch.setattr(command_line, "main", refuse)
    with pytest.raises(SystemExit):
        launcher.main()
    page = tmp_path / "log" / "start.html"
    assert opened == [page.as_uri()]
    assert "The disk &lt;of the club&gt; is full." in page.read_text(encoding="utf-8")


def test_words_after_its_name_are_a_command(
    launcher: ModuleType, begun: list[list[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "argv", ["belote", "score", "--list"])
    launcher.main()
    assert begun == [["score", "--list"]]


def test_what_nobody_foresaw_is_shown_in_the_page_alone(
    launcher: ModuleType, opened: list[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """An exception would be shown in a window as well."""

    def fail() -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(command_line, "main", fail)
    with pytest.raises(SystemExit):
        launcher.main()
    page = tmp_path / "log" / "start.html"
    assert opened == [page.as_uri()]
    assert "ZeroDivisionError" in page.read_text(encoding="utf-8")


def test_a_command_without_a_terminal_is_answered_in_a_page(
    launcher: ModuleType, opened: list[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """So Windows starts a program of windows: it has no output at all."""
    monkeypatch.setattr(command_line, "main", lambda: print("Nine rule sets."))
    monkeypatch.setattr(sys, "argv", ["belote", "score", "--list"])
    for name in ("stdin", "stdout", "stderr"):
        monkeypatch.setattr(sys, name, None)
    launcher.main()
    page = tmp_path / "log" / "command.html"
    assert opened == [page.as_uri()]
    assert "Nine rule sets." in page.read_text(encoding="utf-8")
