from scorekeeper.extensions import Extension

EXTENSION = Extension(code="prizes", requires=("till",), urls="tournaments.extensions.prizes.urls")
