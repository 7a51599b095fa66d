"""Updates many rows in one call."""

from collections.abc import Iterable, Sequence

from django.db import connections, router, transaction
from django.db.models import Model


def update_rows(rows: Iterable[Model], names: Sequence[str]) -> None:
    """Write these fields of stored rows of one model, as `bulk_update` does but faster.

    `bulk_update` builds a condition for every value of every row.
    """
    changed = list(rows)
    if not changed:
        return
    meta = changed[0]._meta
    connection = connections[router.db_for_write(type(changed[0]))]
    quote = connection.ops.quote_name
    known = {field.name: field for field in meta.concrete_fields}
    fields = [known[name] for name in names]
    columns = ", ".join(f"{quote(str(field.column))} = %s" for field in fields)
    sql = f"UPDATE {quote(meta.db_table)} SET {columns} WHERE {quote(str(meta.pk.column))} = %s"
    values = [
        [
            field.get_db_prep_save(getattr(row, field.attname), connection)
            for field in (*fields, meta.pk)
        ]
        for row in changed
    ]
    with transaction.atomic(using=connection.alias, savepoint=False), connection.cursor() as cursor:
        cursor.executemany(sql, values)
