"""The addresses of contests."""

from django.urls import path

from tournaments.afterwards.views import own as told_afterwards
from tournaments.afterwards.views import public as afterwards
from tournaments.announced.views import own as announcing
from tournaments.announced.views import public as announced
from tournaments.audit.views import logs, proofs
from tournaments.calls.views import desk as referee_desk
from tournaments.calls.views import phones as table_calls
from tournaments.calls.views import sanctions
from tournaments.drawing import views as draws
from tournaments.entries.views import door as checkins
from tournaments.entries.views import entries, substitutes
from tournaments.fixtures import views as fixtures
from tournaments.hall.views import boards, prints, public
from tournaments.leaderboards import views as leaderboards
from tournaments.linked import views as linked
from tournaments.meetings import views as meetings
from tournaments.members.views import clubs
from tournaments.members.views import phones as own_phones
from tournaments.past import views as past
from tournaments.people import views as people
from tournaments.phases import views as course
from tournaments.prizes import views as prizes
from tournaments.rankings.views import exports, rankings
from tournaments.ratings import views as ratings
from tournaments.seasons.views import leagues, seasons
from tournaments.setup.views import finished, tournaments
from tournaments.story import views as stories
from tournaments.tables.views import codes, desk, phones, referee, rounds
from tournaments.till import views as till
from tournaments.together.views import national
from tournaments.together.views import people as together
from tournaments.transfer import views as transfers
from tournaments.whole_club import views as whole_club
from tournaments.window.views import own as own_window
from tournaments.window.views import public as window
from tournaments.window.views import webhooks
from tournaments.wishes import views as wishes

app_name = "tournaments"

CONTEST = "contests/<int:pk>/"
ENTRY = CONTEST + "entries/<int:number>/"
ROUND = CONTEST + "rounds/<int:number>/"
TABLE = ROUND + "tables/<int:table>/"
SEASON = "seasons/<int:pk>/"
CLUB = "clubs/<int:pk>/"
WINDOW = "club/<slug:address>/"
SHOWN_SEASON = WINDOW + "seasons/<int:season>/"

urlpatterns = [
    # Contests.
    path("contests/", tournaments.tournament_list, name="tournament-list"),
    path("contests/new/", tournaments.tournament_new, name="tournament-new"),
    path("contests/import/", transfers.contest_import, name="contest-import"),
    path(CONTEST, tournaments.tournament_detail, name="tournament-detail"),
    path(CONTEST + "edit/", tournaments.tournament_edit, name="tournament-edit"),
    path(CONTEST + "delete/", tournaments.tournament_delete, name="tournament-delete"),
    path(CONTEST + "rules/", tournaments.tournament_rules, name="tournament-rules"),
    path(CONTEST + "finish/", tournaments.tournament_finish, name="tournament-finish"),
    path(CONTEST + "resume/", finished.tournament_resume, name="tournament-resume"),
    path(CONTEST + "log/", logs.tournament_log, name="tournament-log"),
    # Before the day.
    path(CONTEST + "announcement/", announcing.announcement, name="announcement"),
    path(CONTEST + "announcement/open/", announcing.announcement_open, name="announcement-open"),
    path(CONTEST + "requests/", announcing.request_list, name="request-list"),
    path(CONTEST + "poster/", announcing.poster, name="poster"),
    path("a/<slug:token>/", announced.announced, name="announced"),
    path("a/<slug:token>/enter/", announced.request_new, name="request-new"),
    path("a/<slug:token>/contest.ics", announced.announced_calendar, name="announced-calendar"),
    path("r/<slug:token>/", announced.request_own, name="request-own"),
    path("r/<slug:token>/withdraw/", announced.request_withdraw, name="request-withdraw"),
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
    path(CONTEST + "till/", till.till, name="till"),
    path(CONTEST + "till/count/", till.till_count, name="till-count"),
    path(CONTEST + "till/prices/", till.till_prices, name="till-prices"),
    path(CONTEST + "till/book.<slug:kind>", till.till_file, name="till-file"),
    path(CONTEST + "till/new/<slug:what>/", till.till_line, name="till-line"),
    path(CONTEST + "till/lines/<int:number>/receipt/", till.till_receipt, name="till-receipt"),
    path(CONTEST + "till/lines/<int:number>/back/", till.till_counter, name="till-counter"),
    path(ENTRY + "till/", till.till_account, name="till-account"),
    path(CONTEST + "checkin/", checkins.entry_checkin, name="entry-checkin"),
    path(ENTRY + "edit/", entries.entry_edit, name="entry-edit"),
    path(CONTEST + "substitutes/", substitutes.substitutes, name="substitute-list"),
    path(ENTRY + "substitute/", substitutes.entry_substitute, name="entry-substitute"),
    path(ENTRY + "substitute/back/", substitutes.substitute_back, name="substitute-back"),
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
    path(TABLE + "sign/", referee.sheet_sign, name="sheet-sign"),
    path(TABLE + "ruling/", referee.sheet_ruling, name="sheet-ruling"),
    path(TABLE + "cancel/", rounds.table_cancel, name="table-cancel"),
    # Phones at the tables.
    path(CONTEST + "codes/", codes.code_list, name="code-list"),
    path(CONTEST + "codes/<int:number>/replace/", codes.code_replace, name="code-replace"),
    path("c/<slug:token>/", phones.table_open, name="table-open"),
    path("c/<slug:token>/accept/", phones.sheet_accept, name="sheet-accept"),
    path("c/<slug:token>/dispute/", phones.sheet_dispute, name="sheet-dispute"),
    path("c/<slug:token>/call/", table_calls.table_call, name="table-call"),
    path("c/<slug:token>/seen/", table_calls.messages_seen, name="messages-seen"),
    # Calls, warnings and penalties, messages, phones.
    path(CONTEST + "calls/", referee_desk.calls, name="call-list"),
    path(CONTEST + "calls/<int:call>/take/", referee_desk.call_take, name="call-take"),
    path(CONTEST + "calls/<int:call>/close/", referee_desk.call_close, name="call-close"),
    path(CONTEST + "messages/", referee_desk.message_list, name="message-list"),
    path(CONTEST + "messages/<int:message>/end/", referee_desk.message_end, name="message-end"),
    path(CONTEST + "phones/", referee_desk.device_list, name="device-list"),
    path(CONTEST + "phones/<int:phone>/end/", referee_desk.device_end, name="device-end"),
    path(CONTEST + "sanctions/", sanctions.sanctions, name="sanctions"),
    path(CONTEST + "sanctions/list/", sanctions.sanction_list, name="sanction-list"),
    path(CONTEST + "sanctions/<int:number>/", sanctions.sanction_counter, name="sanction-counter"),
    # Rankings and what leaves the program.
    path(CONTEST + "ranking/", rankings.ranking, name="ranking"),
    path(CONTEST + "prizes/", prizes.prizes, name="prizes"),
    path(CONTEST + "prizes/read/", prizes.prizes_read, name="prizes-read"),
    path(CONTEST + "prizes/edit/", prizes.prizes_edit, name="prizes-edit"),
    path(CONTEST + "prizes/new/", prizes.prize_edit, {"key": 0}, name="prize-new"),
    path(CONTEST + "prizes/terms/", prizes.prizes_terms, name="prizes-terms"),
    path(CONTEST + "prizes/<int:key>/edit/", prizes.prize_edit, name="prize-edit"),
    path(CONTEST + "prizes/<int:key>/remove/", prizes.prize_remove, name="prize-remove"),
    path(CONTEST + "prizes/<int:key>/up/", prizes.prize_up, name="prize-up"),
    path(CONTEST + "prizes/<int:key>/draw/", prizes.prize_draw, name="prize-draw"),
    path(CONTEST + "prizes/<int:key>/<int:place>/hand/", prizes.prize_hand, name="prize-hand"),
    path(CONTEST + "lot/", rankings.lot_new, name="lot-new"),
    path(CONTEST + "exports/", exports.export_list, name="export-list"),
    path(CONTEST + "exports/contest.json", transfers.contest_document, name="contest-document"),
    path(CONTEST + "exports/<slug:what>.<slug:kind>", exports.export_file, name="export-file"),
    path(ROUND + "sheets/", prints.table_sheets, name="table-sheets"),
    path(ROUND + "seats/", prints.seat_list, name="seat-list"),
    # For everybody in the hall.
    path("b/<slug:token>/", boards.board, name="board"),
    path("evenings/<int:pk>/board/", boards.evening_board, name="evening-board"),
    path("p/<slug:token>/", public.contest, name="public"),
    path("p/<slug:token>/contest.ics", public.calendar, name="public-calendar"),
    path("p/<slug:token>/picture.png", public.picture, name="public-picture"),
    # Afterwards.
    path("p/<slug:token>/results/", afterwards.results, name="results"),
    path(CONTEST + "newspaper/", told_afterwards.newspaper, name="newspaper"),
    path(CONTEST + "newspaper.txt", told_afterwards.newspaper_file, name="newspaper-file"),
    path(CONTEST + "results/poster/", told_afterwards.results_poster, name="results-poster"),
    path("p/<slug:token>/teams/<int:number>/", public.entry, name="public-entry"),
    path("p/<slug:token>/receipt/", public.receipt, name="public-receipt"),
    path("p/<slug:token>/contest.json", proofs.document, name="public-document"),
    path("p/<slug:token>/draws/", proofs.draws, name="public-draws"),
    path("p/<slug:token>/draws/<int:number>/again/", proofs.draw_check, name="public-draw-check"),
    path("p/<slug:token>/draws/<int:number>.json", proofs.certificate, name="public-certificate"),
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
    path("s/<slug:token>/players/<int:player>/", clubs.season_player, name="season-player"),
    # What a club shows without an account, and phones of players.
    path(CLUB, clubs.club_detail, name="club-detail"),
    path(CLUB + "tonight/", clubs.club_tonight, name="club-tonight"),
    path(CLUB + "season/", clubs.club_season, name="club-season"),
    path(CLUB + "seasons/<int:season>/", clubs.club_season_detail, name="club-season-detail"),
    path(CLUB + "leaderboard/", clubs.club_leaderboard, name="club-leaderboard"),
    path(CLUB + "players/<int:player>/", clubs.club_player, name="club-player"),
    path(CLUB + "players/<int:player>/me/", own_phones.player_ask, name="player-ask"),
    path(CLUB + "me/", own_phones.club_me, name="club-me"),
    path(CLUB + "me/end/", own_phones.club_me_end, name="club-me-end"),
    path("leaderboards/sharing/", clubs.club_sharing, name="club-sharing"),
    path("people/phones/", own_phones.phone_list, name="phone-list"),
    path("people/phones/<int:pk>/answer/", own_phones.phone_answer, name="phone-answer"),
    # What the clubs of a server have in common.
    path("together/", national.national_ratings, name="national-ratings"),
    path("leaderboards/together/", national.club_together, name="club-together"),
    path("people/elsewhere/", together.people_elsewhere, name="people-elsewhere"),
    path("people/elsewhere/<int:pk>/answer/", together.elsewhere_answer, name="elsewhere-answer"),
    path(CLUB + "me/elsewhere/", together.club_me_elsewhere, name="club-me-elsewhere"),
    # Fixed teams that all meet each other.
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
    path("ratings/", ratings.rating_help, name="rating-help"),
    path("people/compare/", people.head_to_head, name="head-to-head"),
    path("people/import/", people.player_import, name="player-import"),
    path("people/players.<slug:kind>", people.player_export, name="player-export"),
    path("people/<int:pk>/", people.player_detail, name="player-detail"),
    path("people/<int:pk>/privacy/", people.player_privacy, name="player-privacy"),
    path("people/<int:pk>/merge/", people.player_merge, name="player-merge"),
    path("merges/<int:pk>/undo/", people.merge_undo, name="merge-undo"),
    path(CONTEST + "story/", stories.story, name="story"),
    path("p/<slug:token>/story/", stories.public_story, name="public-story"),
    # A club on two installations: what a computer asks, and the pages of both.
    path("hall/", linked.hall, name="hall"),
    path("hall/contests/<slug:first_hash>/", linked.hall_contest, name="hall-contest"),
    path("hall/evenings/<uuid:key>/", linked.hall_evening, name="hall-evening"),
    path("hall/computers/", linked.hall_computers, name="hall-computers"),
    path("hall/computers/<int:pk>/end/", linked.hall_computer_end, name="hall-computer-end"),
    path("hall/computers/<int:pk>/same/", linked.hall_computer_same, name="hall-computer-same"),
    path("hall/arrived/<int:pk>/choose/", linked.arrived_choose, name="arrived-choose"),
    path(
        "hall/arrived/evenings/<int:pk>/choose/",
        linked.arrived_evening_choose,
        name="arrived-evening-choose",
    ),
    path("server/", linked.club_server, name="club-server"),
    path("server/send/", linked.club_server_send, name="club-server-send"),
    path("server/end/", linked.club_server_end, name="club-server-end"),
    # The club's window: what everybody sees, and where it is opened.
    path(WINDOW, window.club_window, name="window"),
    path(WINDOW + "picture.png", window.club_picture, name="window-picture"),
    path(SHOWN_SEASON, window.season, name="window-season"),
    path(SHOWN_SEASON + "leaderboard/", window.leaderboard, name="window-leaderboard"),
    path(SHOWN_SEASON + "calendar.ics", window.calendar, name="window-calendar"),
    path(SHOWN_SEASON + "picture.png", window.season_picture, name="window-season-picture"),
    path("embed/<slug:address>/", window.embedded, name="window-embed"),
    path("robots.txt", window.robots, name="robots"),
    path("window/", own_window.window_edit, name="window-edit"),
    path("window/seasons/<int:pk>/", own_window.window_season, name="window-opening"),
    path("window/seasons/<int:pk>/close/", own_window.window_close, name="window-close"),
    path("webhooks/", webhooks.webhook_list, name="webhook-list"),
    path("webhooks/<int:pk>/", webhooks.webhook_detail, name="webhook-detail"),
    path("webhooks/<int:pk>/test/", webhooks.webhook_test, name="webhook-test"),
    path("webhooks/<int:pk>/end/", webhooks.webhook_end, name="webhook-end"),
    path("webhooks/sent/<int:pk>/again/", webhooks.webhook_again, name="webhook-again"),
    # The club as a whole.
    path("club-data/", whole_club.club_data, name="club-data"),
    path("club-data/file/", whole_club.club_file, name="club-file"),
    path("club-data/keeping/", whole_club.club_keeping, name="club-keeping"),
    path("club-data/erase/", whole_club.club_erase, name="club-erase"),
    # Results of the past.
    path("past/", past.past_list, name="past-list"),
    path("past/import/", past.past_import, name="past-import"),
    path("past/<int:pk>/", past.past_detail, name="past-detail"),
    path("past/<int:pk>/delete/", past.past_delete, name="past-delete"),
]
