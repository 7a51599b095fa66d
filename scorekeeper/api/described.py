"""Changes to the generated OpenAPI description: examples of objects."""

from collections.abc import Mapping
from typing import Any

Plain = dict[str, Any]


def describe_wholes(schema: Plain) -> None:
    """Give each field with an object an example, composed of its fields' examples."""
    parts: Mapping[str, Plain] = schema["components"]["schemas"]
    for part in parts.values():
        for field in part.get("properties", {}).values():
            if "examples" not in field:
                field["examples"] = [_example(field, parts)]


def keep_examples_in_schemas(schema: Plain) -> None:
    """Remove the examples of parameters, which their schemas have as well.

    Django Ninja writes a list there, but OpenAPI 3.1 requires an object of named examples.
    """
    for operations in schema["paths"].values():
        for operation in operations.values():
            for parameter in operation.get("parameters", ()):
                parameter.pop("examples", None)


def _example(field: Plain, parts: Mapping[str, Plain]) -> Any:
    """Return an example of a field: its own, or one of the schema it refers to."""
    if "examples" in field:
        return field["examples"][0]
    if "$ref" in field:
        part = parts[field["$ref"].rpartition("/")[2]]
        return {name: _example(one, parts) for name, one in part["properties"].items()}
    if "anyOf" in field:
        return _example(field["anyOf"][0], parts)
    # A list without an example has objects as items.
    return [_example(field["items"], parts)]
