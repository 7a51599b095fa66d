"""The URLs of the score keeper."""

from django.conf import settings
from django.urls import path

from scorekeeper.backups import views as backups
from scorekeeper.clubs.views import accounts, helpers, members, players
from scorekeeper.documents import views as documents
from scorekeeper.evenings import views as evenings
from scorekeeper.games.views import games, hands
from scorekeeper.home import views as pages
from scorekeeper.offline import views as offline
from scorekeeper.onboarding import views as onboarding
from scorekeeper.rules import views as rulesets
from scorekeeper.slips import views as slips
from scorekeeper.standby import views as standby
from scorekeeper.system import failures, health, metrics
from scorekeeper.system import views as system

app_name = "scorekeeper"

urlpatterns = [
    path("", pages.home, name="home"),
    path("code/", pages.code_enter, name="code-enter"),
    path("help/", pages.help_page, name="help"),
    path("theme/", pages.theme_set, name="theme-set"),
    path("begin/", onboarding.begin, name="begin"),
    path("trial/new/", onboarding.trial_new, name="trial-new"),
    path("trial/erase/", onboarding.trial_erase, name="trial-erase"),
    path("sw.js", offline.service_worker, name="service-worker"),
    path("offline/", offline.offline, name="offline"),
    path("manifest.webmanifest", offline.manifest, name="manifest"),
    path("computer/", system.computer, name="computer"),
    path("computer/moved/", system.moved, name="computer-moved"),
    path("computer/phones/", system.phones, name="computer-phones"),
    path("computer/stop/", system.stop, name="computer-stop"),
    # Standby.
    path("second/", standby.second, name="second"),
    path("second/<int:pk>/delete/", standby.second_end, name="second-end"),
    path("second/follow/", standby.second_follow, name="second-follow"),
    path("second/again/", standby.second_again, name="second-again"),
    path("second/resume/", standby.second_resume, name="second-resume"),
    path("second/here/", standby.here, name="second-here"),
    path("second/door/<str:token>/", standby.door, name="second-door"),
    path("second/proof/", standby.proof, name="second-proof"),
    path("second/stream/", standby.stream, name="second-stream"),
    # Monitoring.
    path("healthz", health.healthz, name="healthz"),
    path("metrics", metrics.metrics, name="metrics"),
    path("failures/", failures.failure_list, name="failure-list"),
    path("failures/seen/", failures.failures_seen, name="failures-seen"),
    # Games and their hands.
    path("games/", games.game_list, name="game-list"),
    path("games/new/", games.game_new, name="game-new"),
    path("games/<int:pk>/", games.game_detail, name="game-detail"),
    path("games/<int:pk>/edit/", games.game_edit, name="game-edit"),
    path("games/<int:pk>/sit-in/", games.game_sit_in, name="game-sit-in"),
    path("games/<int:pk>/sit-in/back/", games.game_sit_in_back, name="game-sit-in-back"),
    path("games/<int:pk>/stop/", games.game_stop, name="game-stop"),
    path("games/<int:pk>/finish/", games.game_finish, name="game-finish"),
    path("games/<int:pk>/reopen/", games.game_reopen, name="game-reopen"),
    path("games/<int:pk>/dealer/", games.game_dealer, name="game-dealer"),
    path("games/<int:pk>/history/", games.game_history, name="game-history"),
    path("games/<int:pk>/rules/", rulesets.game_rules, name="game-rules"),
    path("games/<int:pk>/pass/", hands.deal_pass, name="deal-pass"),
    path("games/<int:pk>/restore/", hands.deal_restore, name="deal-restore"),
    path("games/<int:pk>/hands/preview/", hands.hand_preview, name="hand-preview"),
    path("games/<int:pk>/hands/new/", hands.hand_new, name="hand-new"),
    path("games/<int:pk>/hands/<int:number>/edit/", hands.hand_edit, name="hand-edit"),
    path("games/<int:pk>/hands/<int:number>/delete/", hands.hand_delete, name="hand-delete"),
    path("games/<int:pk>/hands/<int:number>/undo/", hands.hand_undo, name="hand-undo"),
    path("games/slip/new/", slips.slip_new, name="slip-new"),
    path("games/<int:pk>/slip/edit/", slips.slip_edit, name="slip-edit"),
    path("t/<slug:token>/", games.game_join, name="game-join"),
    # Backups.
    path("copies/", backups.copy_list, name="copy-list"),
    path("copies/new/", backups.copy_new, name="copy-new"),
    path("copies/second/delete/", backups.second_place_forget, name="second-place-forget"),
    path("copies/<str:name>", backups.copy_file, name="copy-file"),
    # Evenings.
    path("evenings/", evenings.evening_list, name="evening-list"),
    path("evenings/new/", evenings.evening_new, name="evening-new"),
    path("evenings/<int:pk>/", evenings.evening_detail, name="evening-detail"),
    path("evenings/<int:pk>/edit/", evenings.evening_edit, name="evening-edit"),
    path("evenings/<int:pk>/attendance/", evenings.attendance_edit, name="attendance-edit"),
    path("evenings/<int:pk>/close/", evenings.evening_close, name="evening-close"),
    path("evenings/<int:pk>/reopen/", evenings.evening_reopen, name="evening-reopen"),
    path("evenings/<int:pk>/document.json", documents.evening_document, name="evening-document"),
    path("evenings/<int:pk>/code/", evenings.evening_code, name="evening-code"),
    path("e/<slug:token>/", evenings.evening_join, name="evening-join"),
    # Rule sets.
    path("rules/", rulesets.ruleset_list, name="ruleset-list"),
    path("rules/<slug:key>/", rulesets.ruleset_detail, name="ruleset-detail"),
    path("rules/<slug:key>/values/", rulesets.ruleset_values, name="ruleset-values"),
    path("rules/<slug:key>/copy/", rulesets.ruleset_copy, name="ruleset-copy"),
    path("rules/<slug:key>/edit/", rulesets.ruleset_edit, name="ruleset-edit"),
    path("rules/<slug:key>/delete/", rulesets.ruleset_delete, name="ruleset-delete"),
    path("rules/<slug:key>/examples/", rulesets.ruleset_examples, name="ruleset-examples"),
    # People.
    path("players/", players.player_list, name="player-list"),
    path("players/names/", players.player_names, name="player-names"),
    path("players/new/", players.player_new, name="player-new"),
    path("players/<int:pk>/edit/", players.player_edit, name="player-edit"),
    path("players/<int:pk>/archive/", players.player_archive, name="player-archive"),
    path("players/<int:pk>/restore/", players.player_restore, name="player-restore"),
    path("sign-in/<slug:token>/", accounts.sign_in, name="signin-link"),
    path("account/", accounts.account_edit, name="account-edit"),
    path("passkey/", accounts.passkey_use, name="passkey-use"),
    path("passkey/options/", accounts.passkey_ask, name="passkey-ask"),
    path("account/passkeys/new/", accounts.passkey_new, name="passkey-new"),
    path("account/passkeys/options/", accounts.passkey_make, name="passkey-make"),
    path("account/passkeys/<int:pk>/delete/", accounts.passkey_delete, name="passkey-delete"),
    path("password/forgotten/", accounts.password_forgotten, name="password-forgotten"),
    path("password/<int:pk>/<slug:token>/", accounts.password_new, name="password-new"),
    path("mail/<slug:token>/", accounts.mail_confirm, name="mail-confirm"),
    path("account/mail/", accounts.mail_change, name="mail-change"),
    path("account/keys/", accounts.keys_left, name="keys-left"),
    path("account/sessions/end/", accounts.session_end, name="session-end"),
    path("account/invite/", accounts.account_invite, name="account-invite"),
    path("account/helper/", helpers.helper_code, name="helper-code"),
    path("helper/<str:token>/", helpers.helper_join, name="helper-join"),
    path("account/club/", accounts.club_choose, name="club-choose"),
    path("found/", members.club_found, name="club-found"),
    path("found/<slug:token>/", members.club_found, name="club-found-invited"),
    # Members.
    path("roles/", members.member_list, name="member-list"),
    path("roles/leave/", members.member_leave, name="member-leave"),
    path("roles/links/seen/", members.links_seen, name="links-seen"),
    path("roles/<int:pk>/change/", members.member_role, name="member-role"),
    path("roles/<int:pk>/remove/", members.member_remove, name="member-remove"),
    path("roles/<int:pk>/hand-over/", members.member_hand_over, name="member-hand-over"),
    path("uses/", members.club_uses, name="club-uses"),
    path("uses/<slug:code>/", members.club_use_too, name="club-use-too"),
]

if settings.DEBUG:
    urlpatterns.append(path("styleguide/", pages.styleguide, name="styleguide"))
