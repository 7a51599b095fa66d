"""The addresses of contests."""

from django.urls import path

from tournaments.views import (
    boards,
    codes,
    desk,
    draws,
    entries,
    exports,
    logs,
    phones,
    prints,
    public,
    rankings,
    referee,
    rounds,
    tournaments,
)

app_name = "tournaments"

CONTEST = "contests/<int:pk>/"
ENTRY = CONTEST + "entries/<int:number>/"
ROUND = CONTEST + "rounds/<int:number>/"
TABLE = ROUND + "tables/<int:table>/"

urlpatterns = [
    # Contests.
    path("contests/", tournaments.tournament_list, name="tournament-list"),
    path("contests/new/", tournaments.tournament_new, name="tournament-new"),
    path(CONTEST, tournaments.tournament_detail, name="tournament-detail"),
    path(CONTEST + "edit/", tournaments.tournament_edit, name="tournament-edit"),
    path(CONTEST + "rules/", tournaments.tournament_rules, name="tournament-rules"),
    path(CONTEST + "finish/", tournaments.tournament_finish, name="tournament-finish"),
    path(CONTEST + "resume/", tournaments.tournament_resume, name="tournament-resume"),
    path(CONTEST + "log/", logs.tournament_log, name="tournament-log"),
    # Entries.
    path(CONTEST + "entries/", entries.entry_list, name="entry-list"),
    path(CONTEST + "entries/new/", entries.entry_new, name="entry-new"),
    path(CONTEST + "entries/paste/", entries.entry_paste, name="entry-paste"),
    path(CONTEST + "entries/join/", entries.entry_join, name="entry-join"),
    path(CONTEST + "entries/cards/", entries.entry_cards, name="entry-cards"),
    path(CONTEST + "checkin/", entries.entry_checkin, name="entry-checkin"),
    path(ENTRY + "edit/", entries.entry_edit, name="entry-edit"),
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
    # Rankings and what leaves the program.
    path(CONTEST + "ranking/", rankings.ranking, name="ranking"),
    path(CONTEST + "prizes/", rankings.prizes, name="prizes"),
    path(CONTEST + "lot/", rankings.lot_new, name="lot-new"),
    path(CONTEST + "exports/", exports.export_list, name="export-list"),
    path(CONTEST + "exports/<slug:what>.<slug:kind>", exports.export_file, name="export-file"),
    path(ROUND + "sheets/", prints.table_sheets, name="table-sheets"),
    path(ROUND + "seats/", prints.seat_list, name="seat-list"),
    # For everybody in the hall.
    path("b/<slug:token>/", boards.board, name="board"),
    path("p/<slug:token>/", public.contest, name="public"),
    path("p/<slug:token>/teams/<int:number>/", public.entry, name="public-entry"),
    path("p/<slug:token>/receipt/", public.receipt, name="public-receipt"),
]
