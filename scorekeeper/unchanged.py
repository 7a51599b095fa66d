"""Answers that say "nothing new", given again as long as the database says so too.

Screens and phones ask every few seconds. Finding out who asks, and what they may see, costs ten
times what the answer does. So the queries that led to it are kept: when the same request comes
again they alone are asked, and where every row is what it was, so is the answer. Not even they are
where SQLite says that nothing at all was written since. The rows of the
session, the person and the membership are among them: whoever is shut out is so at once, and
whose session ends by itself half a minute later at most.
"""

import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any, Final

from django.db import connection
from django.http import HttpRequest, HttpResponse

from scorekeeper.addresses import watch
from scorekeeper.forwarded import REQUEST_ID

KEPT_SECONDS: Final = 30.0
"""What follows from the time of day, such as the code of the night, is late by so much at most."""
MOST_KEPT: Final = 2000
MOST_QUERIES: Final = 5
MOST_ROWS: Final = 200
"""Of a query: the tables of an evening."""
NOTHING_NEW: Final = frozenset({204, 304})
SAID: Final = frozenset(
    {"ETag", "Cache-Control", "Vary", "Board-Version", "Content-Length", "Content-Type"}
)
"""All that an answer without content has to say; of the page itself it was said with the page."""
UNSAID: Final = frozenset({"HTTP_CONNECTION", "HTTP_KEEP_ALIVE", REQUEST_ID})
"""What no answer depends on: a proxy gives every request a number of its own."""

Key = tuple[object, ...]
Answer = Callable[[HttpRequest], HttpResponse]


@dataclass(frozen=True, slots=True)
class Query:
    """What was asked, and the rows that were read of it."""

    sql: str
    params: Any
    rows: list[tuple[Any, ...]] = field(default_factory=list)

    def says_the_same(self) -> bool:
        """Return whether the database answers now what it answered then."""
        with connection.cursor() as cursor:
            cursor.execute(self.sql, self.params)
            found: list[tuple[Any, ...]] = cursor.fetchmany(MOST_ROWS + 1)
        return found == self.rows


@dataclass(frozen=True, slots=True)
class Kept:
    """An answer, and what was read for it."""

    until: float
    queries: tuple[Query, ...]
    status: int
    headers: dict[str, str]
    seen: dict[int, object] = field(default_factory=dict)
    """In which state of all rows each thread last found that these are what they were."""

    @property
    def holds(self) -> bool:
        """Return whether the database still says what it said; asked only if anything changed."""
        # Read first: what changes while the queries are asked is seen the next time.
        state_of_rows = getattr(connection, "state_of_rows", None)
        state = state_of_rows() if state_of_rows else None
        thread = threading.get_ident()
        if state is not None and self.seen.get(thread) == state:
            return True
        if not all(query.says_the_same() for query in self.queries):
            return False
        self.seen[thread] = state
        return True


@dataclass
class KeptAnswers:
    """Those of this process, the one that was given last at the end.

    With each new one those that are too old go: every hand makes other questions of all.
    """

    _kept: OrderedDict[Key, Kept] = field(default_factory=OrderedDict)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def get(self, key: Key) -> Kept | None:
        found = self._kept.get(key)
        return found if found and found.until >= time.monotonic() else None

    def put(self, key: Key, kept: Kept) -> None:
        now = time.monotonic()
        with self._lock:
            self._kept.pop(key, None)
            while self._kept and (len(self._kept) >= MOST_KEPT or self._oldest.until < now):
                self._kept.popitem(last=False)
            self._kept[key] = kept

    @property
    def _oldest(self) -> Kept:
        return next(iter(self._kept.values()))

    def __len__(self) -> int:
        return len(self._kept)

    def clear(self) -> None:
        with self._lock:
            self._kept.clear()


kept_answers: Final = KeptAnswers()


def follows_queries(request: HttpRequest) -> None:
    """Say that "nothing new" follows from this request and the rows that it read, not the time."""
    request.follows_queries = True  # type: ignore[attr-defined]


def answer_again(request: HttpRequest, get_response: Answer) -> HttpResponse:
    """Say again that nothing is new where that is so, else let the request be answered."""
    key = _key_of(request)
    kept = kept_answers.get(key)
    if kept and kept.holds:
        again = HttpResponse(status=kept.status, headers=kept.headers)
        if "Content-Type" not in kept.headers:
            del again["Content-Type"]
        return again
    noted = _Noted()
    with connection.execute_wrapper(noted):
        response = get_response(request)
    is_sure = getattr(request, "follows_queries", False) and not response.cookies
    if is_sure and response.status_code in NOTHING_NEW and noted.is_short:
        until = time.monotonic() + KEPT_SECONDS
        headers = {name: response[name] for name in SAID if name in response}
        kept_answers.put(key, Kept(until, tuple(noted.queries), response.status_code, headers))
    return response


def _key_of(request: HttpRequest) -> Key:
    """Return all that an answer may depend on but the database: the request, where phones come."""
    said = [
        (name, value)
        for name, value in request.META.items()
        if name.startswith("HTTP_") and name not in UNSAID
    ]
    asked = (request.method, request.scheme, request.path, request.META.get("QUERY_STRING", ""))
    return (*asked, watch.mark, *said)


class _Noted:
    """What a page asks of the database, with the very rows that its answer is made of."""

    def __init__(self) -> None:
        self.queries: list[Query] = []
        self._only_reads = True

    def __call__(
        self, execute: Callable[..., Any], sql: str, params: Any, many: bool, context: Any
    ) -> Any:
        if many or not sql.startswith("SELECT") or "FOR UPDATE" in sql:
            self._only_reads = False
        done = execute(sql, params, many, context)
        if self._only_reads and len(self.queries) <= MOST_QUERIES:
            query = Query(sql, params)
            self.queries.append(query)
            wrapper = context["cursor"]
            wrapper.cursor = _NotedCursor(wrapper.cursor, query.rows)
        return done

    @property
    def is_short(self) -> bool:
        """Return whether asking all of it again is next to nothing."""
        are_few = all(len(query.rows) <= MOST_ROWS for query in self.queries)
        return self._only_reads and len(self.queries) <= MOST_QUERIES and are_few


class _NotedCursor:
    """A cursor that keeps the rows that are read from it."""

    def __init__(self, cursor: Any, rows: list[tuple[Any, ...]]) -> None:
        self._cursor, self._rows = cursor, rows

    def __getattr__(self, name: str) -> Any:
        return getattr(self._cursor, name)

    def __iter__(self) -> Iterator[tuple[Any, ...]]:
        for row in self._cursor:
            self._rows.append(row)
            yield row

    def fetchone(self) -> Any:
        row = self._cursor.fetchone()
        self._rows.extend([row] if row is not None else [])
        return row

    def fetchmany(self, *size: int) -> Any:
        rows = self._cursor.fetchmany(*size)
        self._rows.extend(rows)
        return rows

    def fetchall(self) -> Any:
        rows = self._cursor.fetchall()
        self._rows.extend(rows)
        return rows
