"""Long lists: sortable, paged, cards on a phone."""

from typing import Any, ClassVar, Final

import django_tables2 as tables

NUMBER: Final = {"td": {"class": "number"}, "th": {"class": "number"}}


class PagedList(tables.Table):  # type: ignore[misc]
    """A long list with a page size of its own: an address that asks for another gets this one."""

    rows_a_page: ClassVar[int] = 50

    def paginate(self, *args: Any, **kwargs: Any) -> None:
        super().paginate(*args, **{**kwargs, "per_page": self.rows_a_page})
