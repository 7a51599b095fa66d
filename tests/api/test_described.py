"""The description of the interface says of every field what it is, with an example that fits."""

from collections.abc import Iterator
from typing import Any, Final

import jsonschema_rs
import pytest

from tournaments.api import api

DESCRIPTION: Final[dict[str, Any]] = dict(api.get_openapi_schema())
PARTS: Final = DESCRIPTION["components"]["schemas"]
# A sentence of its own, not the name again.
SHORTEST: Final = 8


def fields() -> Iterator[tuple[str, dict[str, Any]]]:
    for part, schema in PARTS.items():
        for name, field in schema.get("properties", {}).items():
            yield f"{part}.{name}", field
    for path, operations in DESCRIPTION["paths"].items():
        for method, operation in operations.items():
            for parameter in operation.get("parameters", []):
                schema = {**parameter["schema"], "description": parameter.get("description", "")}
                yield f"{method} {path} {parameter['name']}", schema


def test_every_field_has_a_description_and_an_example_that_fits() -> None:
    missing, wrong = [], []
    found = dict(fields())
    assert len(found) > 150
    for name, field in found.items():
        if len(field.get("description", "")) < SHORTEST or "examples" not in field:
            missing.append(name)
            continue
        valid = jsonschema_rs.validator_for({**field, "components": DESCRIPTION["components"]})
        wrong += [name for example in field["examples"] if not valid.is_valid(example)]
    assert missing == []
    assert wrong == []


def test_every_operation_says_what_it_does_and_what_it_is_called() -> None:
    for path, operations in DESCRIPTION["paths"].items():
        for method, operation in operations.items():
            assert operation["description"].endswith("."), (method, path)
            assert operation["summary"]
            assert operation["operationId"]


@pytest.mark.parametrize("part", [name for name in PARTS if name.endswith("Body")])
def test_what_is_sent_takes_nothing_else(part: str) -> None:
    assert PARTS[part]["additionalProperties"] is False
