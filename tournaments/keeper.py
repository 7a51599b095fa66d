"""What a contest adds to the pages of its games."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _

from scorekeeper.clubs.access import may, may_enter
from scorekeeper.contest_pages import ContestPage
from scorekeeper.contests import MovedOn, TableMovedOnError
from scorekeeper.models import Game
from scorekeeper.roles import Right
from tournaments.access import decides_in, is_organiser, join_table, joined_code, joined_tokens
from tournaments.calls.pages.calls import table_desk
from tournaments.calls.views.phones import seen_by
from tournaments.ledger.games import match_of, may_write, refuse_moved_on, way_to
from tournaments.ledger.log import FinishedError, WrittenElsewhereError
from tournaments.models import TableCode
from tournaments.setup.views.finished import finished_page
from tournaments.tables.pages.phones import match_page


class GamePages:
    """Lets phones that joined a table in, and shows them and the organiser the contest."""

    def may_see(self, request: HttpRequest, game: Game) -> bool:
        match = match_of(game)
        code = joined_code(request, match) if match else None
        if match is None or code is None:
            return False
        refuse_moved_on(match, code.token)
        return True

    def join(self, request: HttpRequest, token: str) -> None:
        if code := TableCode.objects.filter(token=token).first():
            join_table(request, code)

    def show_the_way(self, request: HttpRequest) -> None:
        tokens = joined_tokens(request)
        codes = TableCode.objects.select_related("tournament").filter(token__in=tokens)
        if last := max(codes, key=lambda code: tokens.index(code.token), default=None):
            raise TableMovedOnError(way_to(last.token), MovedOn.GONE, last.tournament.ruleset)

    def page(self, request: HttpRequest, game: Game) -> ContestPage:
        match = match_of(game)
        assert match is not None, "a game of a contest has a match while its page is shown"
        tournament = match.round.tournament
        organises = is_organiser(request, tournament)
        back = reverse("tournaments:round-detail", args=[tournament.pk, match.round.number])
        public = reverse("tournaments:public", args=[tournament.token])
        # Whoever looks only is not given the code of the table.
        shown = match_page(match, organises=organises, has_code=may_enter(request, game))
        decides = decides_in(request, tournament)
        can = may_write(match, match.verdicts.all(), decides=decides)
        return ContestPage(
            template="tables/_game_contest.html",
            context={
                "page": shown,
                "desk": table_desk(tournament, match.table_number, seen=seen_by(request)),
            },
            may_enter=can,
            may_correct=can,
            back=back if organises else public,
            back_label=_("All tables") if organises else tournament.name,
            token=None if may(request, tournament.club_id, Right.WRITE) else shown.token,
            join=way_to(shown.token) if shown.token else back,
            receipt=match.receipt,
            mark=shown.mark,
        )

    def refusal(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        """Show that a finished contest is opened again first, and keep what was typed.

        Or that another computer writes it.
        """
        if not isinstance(exception, FinishedError):
            return None
        tournament = exception.tournament
        if isinstance(exception, WrittenElsewhereError):
            context = {"tournament": tournament}
            return render(request, "linked/written_elsewhere.html", context, status=409)
        if request.method == "POST" or not is_organiser(request, tournament):
            return finished_page(request, tournament)
        messages.error(request, _("The contest is finished. Open it again first."))
        return redirect("tournaments:tournament-detail", tournament.pk)
