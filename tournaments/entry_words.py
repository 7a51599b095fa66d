"""Words that depend on whether a contest's entries are teams or players."""

from dataclasses import dataclass
from typing import Any, Final

from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

from tournaments.formats.contest_format import EntryKind
from tournaments.models import Tournament


@dataclass(frozen=True, slots=True, kw_only=True)
class EntryWords:
    """One text for each use; texts with a number depend on `count`."""

    one: Any
    many: Any
    price: Any
    which: Any
    another: Any
    number: Any
    add: Any
    enter_them: Any
    enter_first: Any
    counted: Any
    has_entered: Any
    can_be_drawn: Any
    without_seat: Any
    a_round_needs: Any
    it_needs: Any
    seats_title: Any
    sheet_title: Any
    search: Any
    late_number: Any
    exchange: Any
    withdraw: Any
    list_hint: Any
    meets_nobody_again: Any
    meets_once: Any
    opponents_left: Any
    no_phases: Any
    no_club_teams: Any


WORDS: Final = {
    EntryKind.TEAM: EntryWords(
        one=_("Team"),
        many=_("Teams"),
        price=_("a team"),
        which=_("Which team?"),
        another=_("Another team"),
        number=_("Team %(number)s"),
        add=_("Add a team"),
        enter_them=_("Enter the teams"),
        enter_first=_("Enter the teams first: they are checked in here as they arrive."),
        counted=ngettext_lazy("%(count)d team", "%(count)d teams", "count"),
        has_entered=ngettext_lazy(
            "%(entries)s team has entered.", "%(entries)s teams have entered.", "entries"
        ),
        can_be_drawn=ngettext_lazy(
            "%(ready)s team can be drawn", "%(ready)s teams can be drawn", "ready"
        ),
        without_seat=ngettext_lazy(
            "%(needed)s tables are needed and there is %(there)s: %(too_many)s teams would have no "
            "seat. Find more tables, or let them sit out.",
            "%(needed)s tables are needed and there are %(there)s: %(too_many)s teams would have "
            "no seat. Find more tables, or let them sit out.",
            "there",
        ),
        a_round_needs=_("A round needs at least two teams."),
        it_needs=_("It needs at least two teams of two players each."),
        seats_title=_("Who sits where, by team number"),
        sheet_title=_("Team no."),
        search=_("Name or team number"),
        late_number=_("Number of the late team"),
        exchange=_("Swap two teams"),
        withdraw=_("Withdraw a team"),
        list_hint=_(
            "For example “Anne Dupont & Paul Martin” or “Anne Dupont / Paul Martin”, or columns "
            "copied from a spreadsheet. "
            "One name alone is looking for a partner. Categories can follow the names."
        ),
        meets_nobody_again=_("Nobody meets an earlier opponent again."),
        meets_once=_("Never the same opponents twice, as long as that is possible."),
        opponents_left=_("A team whose opponents have left wins that game with %(points)s."),
        no_phases=_("Who meets whom is fixed in this contest: it has no phases."),
        no_club_teams=_("Who meets whom is fixed in this contest: there are no club teams."),
    ),
    EntryKind.PLAYER: EntryWords(
        one=_("Player"),
        many=_("Players"),
        price=_("a player"),
        which=_("Which player?"),
        another=_("Another player"),
        number=_("Player %(number)s"),
        add=_("Add a player"),
        enter_them=_("Enter the players"),
        enter_first=_("Enter the players first: they are checked in here as they arrive."),
        counted=ngettext_lazy("%(count)d player", "%(count)d players", "count"),
        has_entered=ngettext_lazy(
            "%(entries)s player has entered.", "%(entries)s players have entered.", "entries"
        ),
        can_be_drawn=ngettext_lazy(
            "%(ready)s player can be drawn", "%(ready)s players can be drawn", "ready"
        ),
        without_seat=ngettext_lazy(
            "%(needed)s tables are needed and there is %(there)s: %(too_many)s players would have "
            "no seat. Find more tables, or let them sit out.",
            "%(needed)s tables are needed and there are %(there)s: %(too_many)s players would have "
            "no seat. Find more tables, or let them sit out.",
            "there",
        ),
        a_round_needs=_("A round needs at least four players."),
        it_needs=_("It needs at least four players."),
        seats_title=_("Who sits where, by player number"),
        sheet_title=_("Players no."),
        search=_("Name or player number"),
        late_number=_("Number of the late player"),
        exchange=_("Swap two players"),
        withdraw=_("Withdraw a player"),
        list_hint=_(
            "For example “Anne Dupont”, or columns copied from a spreadsheet. Categories can "
            "follow the name."
        ),
        meets_nobody_again=_("Nobody gets an earlier partner or opponent again."),
        meets_once=_(
            "Never the same partner, nor the same opponents, as long as that is possible."
        ),
        opponents_left=_(
            "A player whose opponents leave during a round wins that game with %(points)s."
        ),
        no_phases=_("In mêlée partners change each round: it has no phases."),
        no_club_teams=_("In mêlée partners change each round: there are no club teams."),
    ),
}


def entry_words(tournament: Tournament) -> EntryWords:
    """Return the words for the entries of a contest."""
    return WORDS[tournament.format.entry_kind]
