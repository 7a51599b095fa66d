from scorekeeper.extensions import Extension

EXTENSION = Extension(code="till", urls="tournaments.extensions.till.urls")
