from scorekeeper.extensions import Extension

EXTENSION = Extension(code="story", urls="tournaments.extensions.story.urls")
