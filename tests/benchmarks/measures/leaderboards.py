"""What a page of a long sortable list costs to be rendered."""

import os

from tests.benchmarks.ratios import Measure, Reached, in_turns, profiled, ratio_of

ROWS = 1_000
A_PAGE = 50
BARE = """<table><thead><tr>{% for name, address in headings %}<th scope="col" aria-sort="none">
<a href="{{ address }}">{{ name }}</a></th>{% endfor %}</tr></thead><tbody>
{% for row in rows %}<tr>
<td data-label="{{ headings.0.0 }}"><a href="{{ row.url }}">{{ row.name }}</a></td>
{% for label, text in row.cells %}
<td data-label="{{ label }}" class="number">{{ text }}</td>{% endfor %}</tr>
{% endfor %}</tbody></table>"""


def render_a_page() -> Reached:
    """Render fifty of a thousand lines by the leaderboard, and the same cells by a bare loop."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
    import django

    django.setup()
    from django.template import Context, Template
    from django.test import RequestFactory
    from django_tables2 import RequestConfig

    from tournaments.leaderboards.queries import BoardLine
    from tournaments.leaderboards.tables import LeaderboardTable

    request = RequestFactory().get("/leaderboards/")
    lines = [
        BoardLine(
            pk=number,
            name=f"Player {number:04}",
            sort_name=f"player {number:04}",
            is_short=False,
            url=f"/people/{number}/",
            games=20,
            hands=240,
            points=20_000 + number,
            won=11,
            taken=60,
            made=40,
            failed=20,
            best_game=1_200,
        )
        for number in range(ROWS)
    ]
    table = LeaderboardTable(list(lines), with_ratings=False)
    RequestConfig(request).configure(table)
    template = Template("{% load django_tables2 %}{% render_table table %}")

    def ours() -> None:
        template.render(Context({"table": table, "request": request}))

    headings = [(str(c.header), f"?sort={c.order_by_alias}") for c in table.columns]
    shown = [
        (row.record, [str(cell) for _attributes, cell in cells])
        for row, cells in zip(table.paginated_rows, table.cells, strict=True)
    ]
    rows = [
        {
            "url": record.url,
            "name": record.name,
            "cells": [(label, text) for (label, _url), text in zip(headings, cells, strict=True)][
                1:
            ],
        }
        for record, cells in shown
    ]
    bare = Template(BARE)

    def plain() -> None:
        bare.render(Context({"rows": rows, "headings": headings}))

    mine, other = in_turns(ours, plain)
    ratio = ratio_of(mine, other)
    meets = ratio.median <= 3
    profile = "" if meets else profiled(ours)
    return Reached(f"{ratio.median:.1f} ×", meets, (mine, other, ratio), profile)


MEASURES = (
    Measure(
        row=60,
        name="leaderboard",
        what="leaderboard, 50 of 1 000 rows: its template alone",
        how="in one process without query or request, beside a bare template loop over the same "
        "cells, their texts made before",
        goal="3 ×",
        take=render_a_page,
        twice=True,
    ),
)
