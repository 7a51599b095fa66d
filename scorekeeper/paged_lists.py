"""Long tables: sortable, paged, shown as cards on a phone."""

from collections.abc import Iterator
from typing import Any, ClassVar, Final

import django_tables2 as tables
from django.utils.html import format_html
from django.utils.safestring import SafeString

NUMBER: Final = {"td": {"class": "number"}, "th": {"class": "number"}}


class PagedList(tables.Table):  # type: ignore[misc]
    """A long table with a fixed page size: `per_page` in the URL has no effect."""

    rows_a_page: ClassVar[int] = 50

    def paginate(self, *args: Any, **kwargs: Any) -> None:
        super().paginate(*args, **{**kwargs, "per_page": self.rows_a_page})

    @property
    def cells(self) -> Iterator[list[tuple[SafeString, object]]]:
        """Yield the rows of the page as cells: the attributes of the tag, and the content.

        Attributes that are the same in every row are computed once. A column with a method
        `cell(record, name)` supplies its own content, which avoids a slower lookup.
        """
        columns = [
            (column.name, _attributes(column), getattr(column.column, "cell", None))
            for column in self.columns
        ]
        for row in self.paginated_rows:
            yield [
                (attributes, cell(row.record, name) if cell else row.get_cell(name))
                for name, attributes, cell in columns
            ]


def _attributes(column: Any) -> SafeString:
    named = column.attrs.get("td", {}).get("class") or ""
    if column.is_ordered:
        named = f"{named} is-ordered".lstrip()
    return format_html(
        'data-label="{}"{}',
        column.header,
        format_html(' class="{}"', named) if named else "",
    )
