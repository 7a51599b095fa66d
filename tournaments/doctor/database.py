"""Check of the database file."""

from collections.abc import Iterator
from typing import Any, Final

from django.apps import apps
from django.db import connection, models

from tournaments.doctor.findings import Finding, Spot
from tournaments.doctor.labels import database_text, foreign_key_text, wrong_form_text

OWN: Final = ("scorekeeper", "tournaments")
MOST_ROWS: Final = 20
"""Of one table: whoever finds so many rows of a wrong form needs no more."""


def check_database() -> Iterator[Finding]:
    """Yield problems of SQLite's database file; other databases check themselves."""
    if connection.vendor != "sqlite":
        return
    with connection.cursor() as cursor:
        for (line,) in cursor.execute("PRAGMA integrity_check").fetchall():
            if line != "ok":
                text = database_text(line)
                yield Finding(spot=Spot(), what="integrity", stored=line, text=text)
        rows = cursor.execute("PRAGMA foreign_key_check").fetchall()
        for model in apps.get_models():
            if model._meta.app_label in OWN:
                yield from _wrong_forms(cursor, model)
    for table, row, parent, _key in rows:
        text = foreign_key_text(table, row, parent)
        spot = Spot(path=f"{table}.{row}")
        yield Finding(spot=spot, what="foreign_key", stored=parent, text=text)


def _wrong_forms(cursor: Any, model: type[models.Model]) -> Iterator[Finding]:
    """Yield values that SQLite keeps in a column, but that are not of its type."""
    table, quoted = model._meta.db_table, connection.ops.quote_name
    forms = {
        field.column: form
        for field in model._meta.concrete_fields
        if (form := _wrong_form(field, quoted(field.column)))
    }
    # Only names and conditions of our own, nothing that anybody typed.
    choice = " ".join(f"WHEN {form} THEN '{column}'" for column, form in forms.items())
    pk = quoted(model._meta.pk.column)
    columns = f"{pk}, CASE {choice} END"
    where = " OR ".join(forms.values())
    rows = cursor.execute(f"SELECT {columns} FROM {quoted(table)} WHERE {where} LIMIT {MOST_ROWS}")
    for row, column in rows.fetchall():
        select = f"SELECT CAST({quoted(column)} AS TEXT) FROM {quoted(table)} WHERE {pk} = %s"
        stored = str(cursor.execute(select, [row]).fetchone()[0])
        text = wrong_form_text(table, row, column, stored)
        spot = Spot(path=f"{table}.{row}")
        yield Finding(spot=spot, what="wrong_form", stored=stored, text=text)


def _wrong_form(field: Any, column: str) -> str:
    """Return the SQL condition of a value that is not of the column's type, nor among its codes."""
    kind = (field.target_field if field.is_relation else field).get_internal_type()
    match kind:
        case "BooleanField":
            return f"{column} NOT IN (0, 1)"
        case "DateTimeField":
            return f"({column} IS NOT NULL AND datetime({column}) IS NULL)"
        case "DateField":
            return f"({column} IS NOT NULL AND date({column}) IS NULL)"
        case "FloatField":
            kinds = "'real', 'integer', 'null'"
        case "BinaryField":
            kinds = "'blob', 'null'"
        case "CharField" | "TextField" | "JSONField" | "UUIDField" | "SlugField":
            if field.choices:
                blank = {"": ""} if field.blank else {}
                codes = ", ".join(f"'{code}'" for code in dict(field.flatchoices) | blank)
                return f"{column} NOT IN ({codes})"
            kinds = "'text', 'null'"
        case _:
            kinds = "'integer', 'null'"
    return f"typeof({column}) NOT IN ({kinds})"
