"""The story of a contest, for its organisers and for everybody."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from scorekeeper.roles import Right
from tournaments.access import get_public_tournament, requires_in_contest
from tournaments.extensions.story.queries import story_page
from tournaments.models import Tournament


@require_safe
@requires_in_contest(Right.LOOK)
def story(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    return _story(request, tournament, is_public=False)


@require_safe
@cache_control(private=True, no_cache=True)
def public_story(request: HttpRequest, token: str) -> HttpResponse:
    return _story(request, get_public_tournament(token), is_public=True)


def _story(request: HttpRequest, tournament: Tournament, *, is_public: bool) -> HttpResponse:
    page = story_page(tournament, is_public=is_public)
    context = {"tournament": tournament, "page": page, "is_public": is_public}
    return render(request, "story/story.html", context)
