"""The description of the interface says of every field what it is, with an example that fits."""

from collections.abc import Iterator
from typing import Any, Final

import jsonschema_rs
import pytest
from django.test import Client

# A sentence of its own, not the name again.
SHORTEST: Final = 8


@pytest.fixture(scope="module")
def described() -> dict[str, Any]:
    """Return the description as anybody gets it: where it is asked for again it is kept."""
    answer: dict[str, Any] = Client().get("/api/v1/openapi.json").json()
    return answer


def fields(described: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    for part, schema in described["components"]["schemas"].items():
        for name, field in schema.get("properties", {}).items():
            yield f"{part}.{name}", field
    for path, operations in described["paths"].items():
        for method, operation in operations.items():
            for parameter in operation.get("parameters", []):
                schema = {**parameter["schema"], "description": parameter.get("description", "")}
                yield f"{method} {path} {parameter['name']}", schema


def test_every_field_has_a_description_and_an_example_that_fits(described: dict[str, Any]) -> None:
    missing, wrong = [], []
    found = dict(fields(described))
    assert len(found) > 150
    for name, field in found.items():
        if len(field.get("description", "")) < SHORTEST or "examples" not in field:
            missing.append(name)
            continue
        valid = jsonschema_rs.validator_for({**field, "components": described["components"]})
        wrong += [name for example in field["examples"] if not valid.is_valid(example)]
    assert missing == []
    assert wrong == []


def test_every_operation_says_what_it_does_and_what_it_is_called(described: dict[str, Any]) -> None:
    for path, operations in described["paths"].items():
        for method, operation in operations.items():
            assert operation["description"].endswith("."), (method, path)
            assert operation["summary"]
            assert operation["operationId"]


def test_what_is_sent_takes_nothing_else(described: dict[str, Any]) -> None:
    parts = described["components"]["schemas"]
    sent = {name: part for name, part in parts.items() if name.endswith("Body")}
    assert sent
    for name, part in sent.items():
        assert part["additionalProperties"] is False, name
