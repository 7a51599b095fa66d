"""What the description of the interface has besides: examples of what is made of several fields."""

from collections.abc import Mapping
from typing import Any

Plain = dict[str, Any]


def describe_wholes(schema: Plain) -> None:
    """Give each field that holds an object an example, made of those of the object's fields."""
    parts: Mapping[str, Plain] = schema["components"]["schemas"]
    for part in parts.values():
        for field in part.get("properties", {}).values():
            if "examples" not in field:
                field["examples"] = [_example(field, parts)]


def keep_examples_in_schemas(schema: Plain) -> None:
    """Leave the examples of parameters to their schemas.

    Django Ninja lists them beside the schema as well, where OpenAPI 3.1 has objects with names.
    """
    for operations in schema["paths"].values():
        for operation in operations.values():
            for parameter in operation.get("parameters", ()):
                parameter.pop("examples", None)


def _example(field: Plain, parts: Mapping[str, Plain]) -> Any:
    """Return an example of a field: the one it has, or one of what it refers to."""
    if "examples" in field:
        return field["examples"][0]
    if "$ref" in field:
        part = parts[field["$ref"].rpartition("/")[2]]
        return {name: _example(one, parts) for name, one in part["properties"].items()}
    if "anyOf" in field:
        return _example(field["anyOf"][0], parts)
    # A list that says nothing itself is one of objects.
    return [_example(field["items"], parts)]
