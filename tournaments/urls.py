"""The URLs of contests, seasons and people."""

from django.urls import include, path

from scorekeeper.extensions import extensions
from tournaments.audit_log import views as audit_log
from tournaments.contests import views as contests
from tournaments.entries import views as entries
from tournaments.hall import views as hall
from tournaments.leaderboards import views as leaderboards
from tournaments.meetings import views as meetings
from tournaments.members import views as members
from tournaments.people import views as people
from tournaments.phases import views as course
from tournaments.rankings import views as rankings
from tournaments.rounds import views as draws
from tournaments.seasons.views import fixtures, leagues, seasons
from tournaments.tables.views import desk, phones, rounds
from tournaments.wishes import views as wishes

app_name = "tournaments"

CONTEST = "contests/<int:pk>/"
ENTRY = CONTEST + "entries/<int:number>/"
ROUND = CONTEST + "rounds/<int:number>/"
TABLE = ROUND + "tables/<int:table>/"
SEASON = "seasons/<int:pk>/"
CLUB = "clubs/<int:pk>/"

urlpatterns = [
    # Contests.
    path("contests/", contests.tournament_list, name="tournament-list"),
    path("contests/new/", contests.tournament_new, name="tournament-new"),
    path("contests/import/", audit_log.contest_import, name="contest-import"),
    path(CONTEST, contests.tournament_detail, name="tournament-detail"),
    path(CONTEST + "edit/", contests.tournament_edit, name="tournament-edit"),
    path(CONTEST + "delete/", contests.tournament_delete, name="tournament-delete"),
    path(CONTEST + "rules/", contests.tournament_rules, name="tournament-rules"),
    path(CONTEST + "finish/", contests.tournament_finish, name="tournament-finish"),
    path(CONTEST + "resume/", contests.tournament_resume, name="tournament-resume"),
    path(CONTEST + "log/", audit_log.tournament_log, name="tournament-log"),
    # Entries.
    path(CONTEST + "entries/", entries.entry_list, name="entry-list"),
    path(CONTEST + "entries/new/", entries.entry_new, name="entry-new"),
    path(CONTEST + "entries/paste/", entries.entry_paste, name="entry-paste"),
    path(CONTEST + "entries/join/", entries.entry_join, name="entry-join"),
    path(CONTEST + "entries/cards/", entries.entry_cards, name="entry-cards"),
    path(CONTEST + "wishes/", wishes.wishes, name="wishes"),
    path(CONTEST + "wishes/apart/", wishes.wish_apart, name="wish-apart"),
    path(CONTEST + "wishes/seat/", wishes.wish_seat, name="wish-seat"),
    path(CONTEST + "wishes/tables/", wishes.wish_halls, name="wish-halls"),
    path(CONTEST + "wishes/remove/", wishes.wish_remove, name="wish-remove"),
    path(CONTEST + "checkin/", entries.entry_checkin, name="entry-checkin"),
    path(ENTRY + "edit/", entries.entry_edit, name="entry-edit"),
    path(CONTEST + "substitutes/", entries.substitutes, name="substitute-list"),
    path(ENTRY + "substitute/", entries.entry_substitute, name="entry-substitute"),
    path(ENTRY + "substitute/back/", entries.substitute_back, name="substitute-back"),
    path(ENTRY + "withdraw/", entries.entry_withdraw, name="entry-withdraw"),
    path(ENTRY + "return/", entries.entry_return, name="entry-return"),
    path(ENTRY + "remove/", entries.entry_remove, name="entry-remove"),
    # Draws.
    path(CONTEST + "draw/", draws.draw_new, name="draw-new"),
    path(ROUND + "draw/", draws.draw_detail, name="draw-detail"),
    path(ROUND + "swap/", draws.draw_swap, name="draw-swap"),
    path(ROUND + "discard/", draws.draw_discard, name="draw-discard"),
    path(ROUND + "publish/", draws.draw_publish, name="draw-publish"),
    path(ROUND + "take-back/", draws.draw_take_back, name="draw-take-back"),
    path(ROUND + "reseat/", draws.draw_reseat, name="draw-reseat"),
    path(ROUND + "certificate.json", draws.draw_certificate, name="draw-certificate"),
    # Phases.
    path(CONTEST + "phases/", course.phases, name="phases"),
    path(CONTEST + "bracket/", course.bracket, name="bracket"),
    path(CONTEST + "bracket/settle/", course.bracket_settle, name="bracket-settle"),
    path(TABLE + "goes-on/", course.level_decide, name="level-decide"),
    path("p/<slug:token>/bracket/", course.public_bracket, name="public-bracket"),
    # Meetings of club teams.
    path(CONTEST + "squads/", meetings.squads, name="squads"),
    path(CONTEST + "squads/off/", meetings.squads_off, name="squads-off"),
    path(CONTEST + "squads/<int:squad>/order/", meetings.line_up, name="line-up"),
    path(CONTEST + "meetings/", meetings.meeting_list, name="meeting-list"),
    path(CONTEST + "meetings/ranking.<slug:kind>", meetings.squads_export, name="squads-export"),
    path(ROUND + "meetings/sheets/", meetings.meeting_sheets, name="meeting-sheets"),
    path(ROUND + "meetings/<int:squad>/", meetings.meeting_detail, name="meeting-detail"),
    path("p/<slug:token>/meetings/", meetings.public_meetings, name="public-meetings"),
    path(
        "p/<slug:token>/meetings/<int:number>/<int:squad>/",
        meetings.public_meeting,
        name="public-meeting",
    ),
    # Play.
    path(ROUND, rounds.round_detail, name="round-detail"),
    path(ROUND + "close/", rounds.round_close, name="round-close"),
    path(ROUND + "reopen/", rounds.round_reopen, name="round-reopen"),
    path(ROUND + "timer/", rounds.round_timer, name="round-timer"),
    path(ROUND + "catch-up/", rounds.catch_up_new, name="catch-up-new"),
    path(ROUND + "late/", rounds.late_entry, name="late-entry"),
    path(ROUND + "slips/", desk.slip_desk, name="slip-desk"),
    path(TABLE + "slip/", desk.slip_edit, name="slip-edit"),
    path(TABLE + "slip/withdraw/", desk.slip_withdraw, name="slip-withdraw"),
    path(TABLE + "check/", desk.slip_check, name="slip-check"),
    path(TABLE + "sign/", desk.sheet_sign, name="sheet-sign"),
    path(TABLE + "ruling/", desk.sheet_ruling, name="sheet-ruling"),
    path(TABLE + "cancel/", rounds.table_cancel, name="table-cancel"),
    # Phones at the tables.
    path(CONTEST + "codes/", phones.code_list, name="code-list"),
    path(CONTEST + "codes/<int:number>/replace/", phones.code_replace, name="code-replace"),
    path("c/<slug:token>/", phones.table_open, name="table-open"),
    path("c/<slug:token>/accept/", phones.sheet_accept, name="sheet-accept"),
    path("c/<slug:token>/dispute/", phones.sheet_dispute, name="sheet-dispute"),
    # Rankings and downloads.
    path(CONTEST + "ranking/", rankings.ranking, name="ranking"),
    path(CONTEST + "cross-table/", rankings.cross_table_page, name="cross-table"),
    path("p/<slug:token>/cross-table/", rankings.public_cross_table, name="public-cross-table"),
    path(CONTEST + "lot/", rankings.lot_new, name="lot-new"),
    path(CONTEST + "exports/", rankings.export_list, name="export-list"),
    path(CONTEST + "exports/contest.json", audit_log.contest_document, name="contest-document"),
    path(CONTEST + "exports/<slug:what>.<slug:kind>", rankings.export_file, name="export-file"),
    path(ROUND + "sheets/", hall.table_sheets, name="table-sheets"),
    path(ROUND + "seats/", hall.seat_list, name="seat-list"),
    # Public pages.
    path("b/<slug:token>/", hall.board, name="board"),
    path("evenings/<int:pk>/board/", hall.evening_board, name="evening-board"),
    path("p/<slug:token>/", hall.contest, name="public"),
    path("p/<slug:token>/contest.ics", hall.calendar, name="public-calendar"),
    path("p/<slug:token>/picture.png", hall.picture, name="public-picture"),
    path("p/<slug:token>/teams/<int:number>/", hall.entry, name="public-entry"),
    path("p/<slug:token>/receipt/", hall.receipt, name="public-receipt"),
    path("p/<slug:token>/contest.json", audit_log.document, name="public-document"),
    path("p/<slug:token>/draws/", audit_log.draws, name="public-draws"),
    path(
        "p/<slug:token>/draws/<int:number>/again/", audit_log.draw_check, name="public-draw-check"
    ),
    path(
        "p/<slug:token>/draws/<int:number>.json", audit_log.certificate, name="public-certificate"
    ),
    # Leagues and seasons.
    path("leagues/", leagues.league_list, name="league-list"),
    path("leagues/new/", leagues.league_new, name="league-new"),
    path("leagues/<int:pk>/edit/", leagues.league_edit, name="league-edit"),
    path("leagues/<int:pk>/seasons/new/", seasons.season_new, name="season-new"),
    path(SEASON, seasons.season_detail, name="season-detail"),
    path(SEASON + "edit/", seasons.season_edit, name="season-edit"),
    path(SEASON + "delete/", seasons.season_delete, name="season-delete"),
    path(SEASON + "final/", seasons.season_final, name="season-final"),
    path(SEASON + "events/", seasons.season_events, name="season-events"),
    path(SEASON + "corrections/", seasons.season_corrections, name="season-corrections"),
    path(SEASON + "freeze/", seasons.season_freeze, name="season-freeze"),
    path(SEASON + "unfreeze/", seasons.season_unfreeze, name="season-unfreeze"),
    path(SEASON + "penalties/", seasons.season_penalties, name="season-penalties"),
    path(SEASON + "table.<slug:kind>", seasons.season_export, name="season-export"),
    path("s/<slug:token>/", seasons.season_public, name="season-public"),
    path("s/<slug:token>/calendar.ics", seasons.season_calendar, name="season-calendar"),
    path("s/<slug:token>/players/<int:player>/", members.season_player, name="season-player"),
    # Public pages of a club, and players' phones.
    path(CLUB, members.club_detail, name="club-detail"),
    path(CLUB + "tonight/", members.club_tonight, name="club-tonight"),
    path(CLUB + "season/", members.club_season, name="club-season"),
    path(CLUB + "seasons/<int:season>/", members.club_season_detail, name="club-season-detail"),
    path(CLUB + "leaderboard/", members.club_leaderboard, name="club-leaderboard"),
    path(CLUB + "players/<int:player>/", members.club_player, name="club-player"),
    path(CLUB + "players/<int:player>/me/", members.player_ask, name="player-ask"),
    path(CLUB + "me/", members.club_me, name="club-me"),
    path(CLUB + "me/end/", members.club_me_end, name="club-me-end"),
    path("leaderboards/sharing/", members.club_sharing, name="club-sharing"),
    path("people/phones/", members.phone_list, name="phone-list"),
    path("people/phones/<int:pk>/answer/", members.phone_answer, name="phone-answer"),
    # Fixed teams.
    path(SEASON + "teams/", fixtures.team_list, name="fixture-teams"),
    path(SEASON + "calendar/", fixtures.fixture_list, name="fixture-list"),
    path("fixtures/<int:pk>/", fixtures.fixture_detail, name="fixture-detail"),
    # Leaderboards, ratings, people.
    path("leaderboards/", leaderboards.leaderboard, name="leaderboard"),
    path(
        "leaderboards/export.<slug:kind>",
        leaderboards.leaderboard_export,
        name="leaderboard-export",
    ),
    path("people/compare/", people.head_to_head, name="head-to-head"),
    path("people/import/", people.player_import, name="player-import"),
    path("people/players.<slug:kind>", people.player_export, name="player-export"),
    path("people/<int:pk>/", people.player_detail, name="player-detail"),
    path("people/<int:pk>/privacy/", people.player_privacy, name="player-privacy"),
    path("people/<int:pk>/merge/", people.player_merge, name="player-merge"),
    path("merges/<int:pk>/undo/", people.merge_undo, name="merge-undo"),
    *(path("", include(one.urls)) for one in extensions() if one.urls),
]
