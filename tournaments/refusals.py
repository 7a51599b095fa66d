"""Why an action in a contest or a season is refused: codes with their texts."""

from django.db.models import TextChoices
from django.utils.translation import gettext_lazy as _


class ContestRefusal(TextChoices):
    """The codes of `Refused`, by room."""

    # club_export
    FILE_UNREADABLE = (
        "file_unreadable",
        _("This file cannot be read as that of a club: name the .zip that was saved, complete."),
    )
    FILE_FOREIGN = (
        "file_foreign",
        _(
            "This zip does not contain a club: name the file that “The club’s data” or "
            "export_club saved."
        ),
    )
    FILE_DAMAGED = (
        "file_damaged",
        _(
            "The file is damaged: “%(place)s” is not what was written. Save it again where the "
            "club is, and import that one."
        ),
    )
    FILE_NEWER = (
        "file_newer",
        _(
            "A newer version of the program wrote this file (%(place)s): update the program here "
            "first."
        ),
    )
    FILE_OLDER = (
        "file_older",
        _(
            "An older version of the program wrote this file (%(place)s): update the program "
            "where the club is, and save the file again. Its contests can also be imported one "
            "by one."
        ),
    )
    FILE_PRESENT = (
        "file_present",
        _(
            "The club “%(place)s” is already here: it can be imported only once. Erase it "
            "first if the file is what counts."
        ),
    )
    FILE_TOO_LARGE = (
        "file_too_large",
        _("The club is larger than this server accepts: see BELOTE_MAX_CONTESTS."),
    )

    # calls
    NO_SUCH_ENTRY = "no_such_entry", _("Nobody has this number.")
    NO_SUCH_TABLE = "no_such_table", _("There is no table %(number)d in this contest.")
    CALLED_ENOUGH = "called_enough", _("The referee knows: your calls are waiting in the list.")
    CALL_CLOSED = "call_closed", _("This call is already closed.")
    COUNTERED = "countered", _("It already did not count.")

    # contests
    ROUND_GOES_ON = "round_goes_on", _("A round is going on: close it, or discard its draw, first.")
    ENTRIES_DO_NOT_FIT = (
        "entries_do_not_fit",
        _("Entries were added in the meantime that do not fit."),
    )
    CLUB_TEAMS_NEED_PHASES = (
        "club_teams_need_phases",
        _(
            "Club teams meet in pools and brackets: keep the phases that were chosen, or let each "
            "team play for itself first."
        ),
    )

    # entries
    NAMELESS = "nameless", _("A name has at least one letter.")
    SEATED = (
        "seated",
        _("This team already has a table: it needs two names. If it leaves, withdraw it."),
    )
    DRAWN_ALREADY = (
        "drawn_already",
        _("Number %(number)d was already drawn: withdraw it instead, its games are kept."),
    )
    CANNOT_JOIN = "cannot_join", _("One of them already has a partner, or has left.")
    PLAYED_ALREADY = "played_already", _("It has finished its game of round %(number)d.")
    WRONG_MOMENT = (
        "wrong_moment",
        _("That round has no such hand, or the place was taken by somebody else later."),
    )
    NOBODY_SITS_IN = "nobody_sits_in", _("There is no substitute there.")

    # entry_requests
    ENTERING_CLOSED = (
        "entering_closed",
        _("No more entries on this page: ask the organiser."),
    )
    TOO_LATE = "too_late", _("It is too late to do that here: ask the organiser.")
    ASKED_TOO_OFTEN = (
        "asked_too_often",
        _("Many requests came from your connection. Wait two minutes, then send it again."),
    )
    TOO_MANY_REQUESTS = (
        "too_many_requests",
        _("Too many requests are waiting for the organiser: ask by phone, or come back later."),
    )
    SETTLED_IN_PERSON = (
        "settled_in_person",
        _("You have paid, or are already here: ask the organiser."),
    )

    # historical_results
    PERSON_TWICE = (
        "person_twice",
        _("%(name)s would be in %(contest)s twice: check the answers."),
    )
    KEPT_ALREADY = "kept_already", _("%(contest)s is already saved: somebody was faster.")

    # interclub
    TWO_OF_ONE_CLUB = (
        "two_of_one_club",
        _("Two players of %(club)s would then be one person: that club must first say who is who."),
    )
    TWO_PEOPLE_SAID = (
        "two_people_said",
        _("One of the clubs says that these are two people: ask its organiser."),
    )

    # members
    TOO_MANY_PHONES = (
        "too_many_phones",
        _(
            "Too many phones are waiting for the organiser at the moment. Ask again once some "
            "have been answered."
        ),
    )
    PLAYER_CHANGED = (
        "player_changed",
        _("This player has just been changed. Go back and look at the list again."),
    )

    # phases
    NO_ROUNDS_FOR_CLUB_TEAMS = (
        "no_rounds_for_club_teams",
        _("Club teams meet in pools and brackets: leave the first rounds out."),
    )
    NOT_LEVEL = (
        "not_level",
        _("The totals of this table are not equal: they say who goes on."),
    )
    GONE_ON = "gone_on", _("The next round is published: who goes on is settled.")
    OTHER_QUESTION = "other_question", _("Who goes on has changed in the meantime: look again.")

    # prizes
    HANDED_OVER = "handed_over", _("This prize was handed over: undo that first.")
    PRIZE_DRAWN = (
        "prize_drawn",
        _("This prize was drawn as it is written. Remove it, and add another one instead."),
    )
    NOT_FINISHED = (
        "not_finished",
        _("Finish the contest first: until then its ranking may still change."),
    )
    PRIZES_CHANGED = (
        "prizes_changed",
        _("Not saved: the list has changed. Check whose prize it is now."),
    )

    # public_site
    ADDRESS_TAKEN = (
        "address_taken",
        _("Another club has this address: choose another one."),
    )
    TOO_MANY_WEBHOOKS = (
        "too_many_webhooks",
        _("Five addresses at most: remove one of the others first."),
    )

    # rounds
    TOO_FEW_PLAYERS = "too_few_players", _("A draw needs at least four players.")
    TOO_FEW_PAIRS = "too_few_pairs", _("A draw needs at least two teams of two players each.")
    CONTEST_MOVED = (
        "contest_moved",
        _("The contest changed several times during the draw. Draw again in a moment."),
    )
    NO_SECRETS = (
        "no_secrets",
        _("This contest has no secret for a called number yet: draw without a number."),
    )
    NUMBER_USED = (
        "number_used",
        _("Something was drawn in the meantime: look at it. Another draw needs another number."),
    )
    DRAW_CHANGED = "draw_changed", _("The draw has changed in the meantime: look at it again.")
    DRAW_STALE = (
        "draw_stale",
        _("Some entries in this draw can no longer play: %(numbers)s. Draw again."),
    )
    FRAME_STALE = "frame_stale", _("Results have changed who plays here. Draw again.")

    # seasons
    LEAGUE_NAME_TAKEN = "league_name_taken", _("The club already has a league of that name.")
    SEASON_NAME_TAKEN = "season_name_taken", _("The league already has a season of that name.")
    NO_FINALISTS = "no_finalists", _("Nobody goes to the final yet.")
    TEAM_NAME_TAKEN = "team_name_taken", _("Another team has that name.")
    NOT_A_TEAM = "not_a_team", _("A team has at least two different players.")
    PLAYS_ELSEWHERE = "plays_elsewhere", _("%(player)s plays for %(team)s.")
    HAS_PLAYED = "has_played", _("%(player)s has played for the team and stays in it.")
    NO_TEAM_JOINS = "no_team_joins", _("The calendar is made: no team can be added any more.")
    NO_TEAM_LEAVES = "no_team_leaves", _("The calendar is made: no team can be removed any more.")
    TOO_FEW_TEAMS = "too_few_teams", _("A calendar needs at least two teams.")
    CALENDAR_MADE = (
        "calendar_made",
        _("There is already a calendar, or a meeting has its result."),
    )
    MEETING_SETTLED = (
        "meeting_settled",
        _("This meeting, or that game, was settled in the meantime: look again."),
    )

    # tables
    LATER_ROUND = (
        "later_round",
        _(
            "A later round is published, so this one stays closed. Each of its results can still "
            "be corrected."
        ),
    )
    NO_GAME = "no_game", _("There is no game at this table.")
    NO_GAME_NOW = "no_game_now", _("There is no longer a game at this table.")
    NO_SLIP = "no_slip", _("No slip is written for table %(table)d.")
    NOTHING_ODD = "nothing_odd", _("There is nothing to check at table %(table)d.")

    # till
    NOTHING_PAID = "nothing_paid", _("Nothing was paid that could be refunded.")
    NOTHING_OWED = "nothing_owed", _("Nothing is owed any more.")
    PAID_LESS = "paid_less", _("Only %(most)s were paid.")
    OWED_LESS = "owed_less", _("Only %(most)s are owed.")
