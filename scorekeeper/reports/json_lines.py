"""Lines of the log for programs: an object each, with the number of the request that caused it."""

import json
import logging
import traceback
from datetime import UTC, datetime
from typing import Any

from scorekeeper.reports.answering import current
from scorekeeper.reports.lines import clean, failed, number_of_record, request_of
from scorekeeper.reports.troubles import trouble_of


class JsonFormatter(logging.Formatter):
    """Writes a record as one line of JSON; nothing in it is secret, as in the log of the folder."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the line: what is not known is not in it."""
        told: dict[str, Any] = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": clean(record.getMessage()),
        }
        if answering := current():
            told |= {"number": answering.number, "request": answering.given}
        if request := request_of(record):
            told |= {"method": request.method, "path": clean(request.path)}
        told |= {name: getattr(record, name, "") for name in ("status", "milliseconds")}
        if error := failed(record):
            told |= {
                "number": number_of_record(record),
                "trouble": trouble_of(error).value,
                "error": clean(f"{type(error).__name__}: {error}"),
                "trace": [
                    clean(line)
                    for text in traceback.format_exception(error)
                    for line in text.splitlines()
                ],
            }
        known = {name: value for name, value in told.items() if value != ""}
        return json.dumps(known, ensure_ascii=False)
