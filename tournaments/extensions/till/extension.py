from scorekeeper.extensions import Extension

EXTENSION = Extension(
    code="till",
    urls="tournaments.extensions.till.urls",
    templates={
        "contest.money": "till/_contest_money.html",
        "entries.buttons": "till/_entries_button.html",
        "entry.buttons": "till/_entry_button.html",
    },
)
