"""A new database gets what the steps up to here made of it, in one: what they did to rows finds none."""

import uuid

import django.db.models.deletion
import django.db.models.functions.text
from django.conf import settings
from django.db import migrations, models

import scorekeeper.models.codes
from scorekeeper.models.new_tables import CreateModels


class Migration(migrations.Migration):
    replaces = [
        ("scorekeeper", "0001_initial"),
        ("scorekeeper", "0002_games_of_contests"),
        ("scorekeeper", "0003_statistics_of_players"),
        ("scorekeeper", "0004_count_finished_games"),
        ("scorekeeper", "0005_privacy_and_merges"),
        ("scorekeeper", "0006_sent_hands"),
        ("scorekeeper", "0007_new_and_trial_clubs"),
        ("scorekeeper", "0008_open_rankings_and_own_pages"),
        ("scorekeeper", "0009_belotes_at_all_trump"),
        ("scorekeeper", "0010_hands_know_what_was_sent"),
        ("scorekeeper", "0011_roles_of_members"),
        ("scorekeeper", "0012_people_of_clubs"),
        ("scorekeeper", "0013_account_sessions"),
        ("scorekeeper", "0014_passkeys"),
        ("scorekeeper", "0015_licences_of_players"),
        ("scorekeeper", "0016_clubs_together"),
        ("scorekeeper", "0017_seats_from_hand_to_hand"),
        ("scorekeeper", "0018_evenings_of_other_computers"),
        ("scorekeeper", "0019_an_evening_has_a_key"),
        ("scorekeeper", "0020_how_long_names_are_kept"),
        ("scorekeeper", "0021_second_computers"),
    ]

    initial = True

    dependencies = [
        ("sessions", "0001_initial"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        CreateModels(
            [
                migrations.CreateModel(
                    name="Club",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True,
                                primary_key=True,
                                serialize=False,
                                verbose_name="ID",
                            ),
                        ),
                        ("name", models.CharField(max_length=80, verbose_name="name")),
                        ("created_at", models.DateTimeField()),
                        ("shows_ratings", models.BooleanField(default=False)),
                        (
                            "stage",
                            models.CharField(
                                choices=[
                                    ("new", "not begun yet"),
                                    ("trial", "a trial"),
                                    ("begun", "begun"),
                                ],
                                default="begun",
                                max_length=5,
                            ),
                        ),
                        ("opens_rankings", models.BooleanField(default=False)),
                        ("together_from", models.DateField(blank=True, null=True)),
                        ("keep_years", models.PositiveSmallIntegerField(blank=True, null=True)),
                    ],
                ),
                migrations.CreateModel(
                    name="Evening",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True,
                                primary_key=True,
                                serialize=False,
                                verbose_name="ID",
                            ),
                        ),
                        ("name", models.CharField(max_length=80, verbose_name="name")),
                        ("date", models.DateField(verbose_name="date")),
                        ("ruleset_key", models.CharField(default="classic", max_length=40)),
                        (
                            "token",
                            models.CharField(
                                default=scorekeeper.models.codes.new_token,
                                max_length=32,
                                unique=True,
                            ),
                        ),
                        ("created_at", models.DateTimeField()),
                        ("closed_at", models.DateTimeField(blank=True, null=True)),
                        (
                            "club",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="evenings",
                                to="scorekeeper.club",
                            ),
                        ),
                        ("acts", models.JSONField(default=list, editable=False)),
                        ("is_mirror", models.BooleanField(default=False, editable=False)),
                        ("key", models.UUIDField(default=uuid.uuid4, editable=False)),
                        ("version", models.PositiveIntegerField(default=0, editable=False)),
                    ],
                    options={
                        "constraints": [
                            models.UniqueConstraint(
                                fields=("club", "key"), name="a_club_has_an_evening_once"
                            )
                        ]
                    },
                ),
                migrations.CreateModel(
                    name="Game",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True,
                                primary_key=True,
                                serialize=False,
                                verbose_name="ID",
                            ),
                        ),
                        ("table_number", models.PositiveSmallIntegerField(blank=True, null=True)),
                        (
                            "kind",
                            models.CharField(
                                choices=[("hands", "hand by hand"), ("slip", "slip with totals")],
                                default="hands",
                                max_length=8,
                            ),
                        ),
                        (
                            "status",
                            models.CharField(
                                choices=[("playing", "being played"), ("finished", "finished")],
                                default="playing",
                                max_length=8,
                            ),
                        ),
                        ("ruleset_key", models.CharField(max_length=40)),
                        ("ruleset_name", models.CharField(max_length=80)),
                        ("ruleset_based_on", models.CharField(max_length=40)),
                        ("ruleset_values", models.JSONField()),
                        ("ruleset_practice", models.JSONField(default=dict)),
                        ("target", models.PositiveIntegerField(blank=True, null=True)),
                        ("hands_per_game", models.PositiveSmallIntegerField(blank=True, null=True)),
                        ("game_count", models.PositiveSmallIntegerField(default=1)),
                        ("first_dealer", models.CharField(default="A1", max_length=2)),
                        ("passed_deals", models.PositiveSmallIntegerField(default=0)),
                        ("hand_count", models.PositiveSmallIntegerField(default=0)),
                        ("total_a", models.IntegerField(default=0)),
                        ("total_b", models.IntegerField(default=0)),
                        ("held", models.IntegerField(default=0)),
                        ("winner", models.CharField(blank=True, max_length=1)),
                        ("stop_reason", models.CharField(blank=True, max_length=200)),
                        ("version", models.PositiveIntegerField(default=0)),
                        (
                            "token",
                            models.CharField(
                                default=scorekeeper.models.codes.new_token,
                                max_length=32,
                                unique=True,
                            ),
                        ),
                        ("created_at", models.DateTimeField()),
                        ("finished_at", models.DateTimeField(blank=True, null=True)),
                        (
                            "club",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="games",
                                to="scorekeeper.club",
                            ),
                        ),
                        (
                            "evening",
                            models.ForeignKey(
                                blank=True,
                                null=True,
                                on_delete=django.db.models.deletion.SET_NULL,
                                related_name="games",
                                to="scorekeeper.evening",
                            ),
                        ),
                        ("is_contest", models.BooleanField(default=False)),
                        ("has_substitutes", models.BooleanField(default=False)),
                        ("is_mirror", models.BooleanField(default=False)),
                    ],
                    options={
                        "constraints": [
                            models.CheckConstraint(
                                condition=models.Q(
                                    models.Q(("hands_per_game__gt", 0), ("target", None)),
                                    models.Q(("hands_per_game", None), ("target__gt", 0)),
                                    _connector="OR",
                                ),
                                name="a_game_ends_at_a_target_or_after_hands",
                            ),
                            models.CheckConstraint(
                                condition=models.Q(("winner__in", ["", "A", "B"])),
                                name="a_winner_is_a_side",
                            ),
                            models.CheckConstraint(
                                condition=models.Q(("first_dealer__in", ["A1", "B1", "A2", "B2"])),
                                name="a_dealer_sits_at_the_table",
                            ),
                        ],
                        "indexes": [
                            models.Index(fields=["club", "-created_at"], name="games_of_a_club")
                        ],
                    },
                ),
                migrations.CreateModel(
                    name="GameEvent",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True,
                                primary_key=True,
                                serialize=False,
                                verbose_name="ID",
                            ),
                        ),
                        (
                            "kind",
                            models.CharField(
                                choices=[
                                    ("started", "Game started"),
                                    ("hand_recorded", "Hand entered"),
                                    ("hand_corrected", "Hand corrected"),
                                    ("hand_withdrawn", "Hand withdrawn"),
                                    ("deal_passed", "Nobody took"),
                                    ("deal_restored", "“Nobody took” undone"),
                                    ("edited", "Game changed"),
                                    ("stopped", "Game stopped early"),
                                    ("finished", "Game closed"),
                                    ("reopened", "Game reopened"),
                                    ("slip_recorded", "Slip entered"),
                                    ("slip_corrected", "Slip corrected"),
                                    ("slip_withdrawn", "Slip taken back"),
                                ],
                                max_length=16,
                            ),
                        ),
                        ("hand_number", models.PositiveSmallIntegerField(blank=True, null=True)),
                        ("before", models.JSONField(blank=True, null=True)),
                        ("after", models.JSONField(blank=True, null=True)),
                        ("author_name", models.CharField(max_length=80)),
                        ("at", models.DateTimeField()),
                        (
                            "author",
                            models.ForeignKey(
                                blank=True,
                                null=True,
                                on_delete=django.db.models.deletion.SET_NULL,
                                related_name="+",
                                to=settings.AUTH_USER_MODEL,
                            ),
                        ),
                        (
                            "game",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="events",
                                to="scorekeeper.game",
                            ),
                        ),
                    ],
                ),
                migrations.CreateModel(
                    name="Hand",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True,
                                primary_key=True,
                                serialize=False,
                                verbose_name="ID",
                            ),
                        ),
                        ("number", models.PositiveSmallIntegerField()),
                        ("taker", models.CharField(blank=True, max_length=2)),
                        ("card_points", models.PositiveSmallIntegerField(blank=True, null=True)),
                        ("belote", models.CharField(blank=True, max_length=1)),
                        ("belote_seat", models.CharField(blank=True, max_length=2)),
                        ("capot", models.CharField(blank=True, max_length=1)),
                        ("penalty", models.CharField(blank=True, max_length=1)),
                        ("penalty_reason", models.CharField(blank=True, max_length=200)),
                        (
                            "defenders_count",
                            models.PositiveSmallIntegerField(blank=True, null=True),
                        ),
                        ("tricks", models.PositiveSmallIntegerField(blank=True, null=True)),
                        ("last_trick", models.CharField(blank=True, max_length=1)),
                        ("trump", models.CharField(blank=True, max_length=10)),
                        ("bid", models.PositiveSmallIntegerField(blank=True, null=True)),
                        ("multiplier", models.PositiveSmallIntegerField(default=0)),
                        ("taker_alone", models.BooleanField(default=False)),
                        ("declarations", models.JSONField(blank=True, default=list)),
                        ("best_declaration", models.CharField(blank=True, max_length=1)),
                        ("passed_deals", models.PositiveSmallIntegerField(default=0)),
                        ("outcome", models.CharField(max_length=8)),
                        ("winner", models.CharField(blank=True, max_length=1)),
                        ("score_a", models.IntegerField(default=0)),
                        ("score_b", models.IntegerField(default=0)),
                        ("counted", models.BooleanField(default=True)),
                        ("submission_key", models.UUIDField()),
                        ("recorded_name", models.CharField(max_length=80)),
                        ("recorded_at", models.DateTimeField()),
                        ("changed_at", models.DateTimeField(blank=True, null=True)),
                        (
                            "game",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="hands",
                                to="scorekeeper.game",
                            ),
                        ),
                        ("further_belotes", models.JSONField(blank=True, default=list)),
                        ("sent_digest", models.CharField(blank=True, default="", max_length=64)),
                    ],
                    options={
                        "constraints": [
                            models.UniqueConstraint(
                                fields=("game", "number"), name="a_hand_has_its_own_number"
                            ),
                            models.UniqueConstraint(
                                fields=("game", "submission_key"), name="a_hand_is_submitted_once"
                            ),
                            models.CheckConstraint(
                                condition=models.Q(
                                    models.Q(
                                        ("card_points__isnull", False),
                                        ("penalty", ""),
                                        models.Q(("taker", ""), _negated=True),
                                    ),
                                    models.Q(
                                        ("card_points", None),
                                        ("penalty__in", ["A", "B"]),
                                        ("taker", ""),
                                    ),
                                    _connector="OR",
                                ),
                                name="a_hand_is_taken_or_a_penalty",
                            ),
                            models.CheckConstraint(
                                condition=models.Q(
                                    ("card_points", None),
                                    ("card_points__lte", 258),
                                    _connector="OR",
                                ),
                                name="card_points_are_at_most_all_trumps",
                            ),
                            models.CheckConstraint(
                                condition=models.Q(
                                    ("belote__in", ["", "A", "B"]), ("capot__in", ["", "A", "B"])
                                ),
                                name="belote_and_capot_belong_to_a_side",
                            ),
                        ]
                    },
                ),
                migrations.CreateModel(
                    name="Membership",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True,
                                primary_key=True,
                                serialize=False,
                                verbose_name="ID",
                            ),
                        ),
                        ("created_at", models.DateTimeField()),
                        (
                            "club",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="memberships",
                                to="scorekeeper.club",
                            ),
                        ),
                        (
                            "user",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="memberships",
                                to=settings.AUTH_USER_MODEL,
                            ),
                        ),
                        (
                            "role",
                            models.CharField(
                                choices=[
                                    ("reader", "reader"),
                                    ("desk", "desk"),
                                    ("referee", "referee"),
                                    ("organiser", "organiser"),
                                    ("owner", "owner"),
                                ],
                                default="reader",
                                max_length=9,
                            ),
                        ),
                        ("link_told_at", models.DateTimeField(blank=True, null=True)),
                    ],
                    options={
                        "constraints": [
                            models.UniqueConstraint(
                                fields=("club", "user"), name="a_person_is_a_member_of_a_club_once"
                            ),
                            models.CheckConstraint(
                                condition=models.Q(
                                    (
                                        "role__in",
                                        ["reader", "desk", "referee", "organiser", "owner"],
                                    )
                                ),
                                name="a_member_has_a_role_that_there_is",
                            ),
                        ]
                    },
                ),
                migrations.CreateModel(
                    name="Player",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True,
                                primary_key=True,
                                serialize=False,
                                verbose_name="ID",
                            ),
                        ),
                        ("name", models.CharField(max_length=80, verbose_name="name")),
                        ("created_at", models.DateTimeField()),
                        ("archived_at", models.DateTimeField(blank=True, null=True)),
                        (
                            "club",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="players",
                                to="scorekeeper.club",
                            ),
                        ),
                        (
                            "shown",
                            models.CharField(
                                choices=[
                                    ("full", "the whole name"),
                                    ("initials", "initials on public pages"),
                                    ("anonymous", "anonymous, for ever"),
                                ],
                                default="full",
                                max_length=9,
                            ),
                        ),
                        ("has_page", models.BooleanField(default=True)),
                        ("categories", models.JSONField(blank=True, default=list)),
                        ("licence", models.CharField(blank=True, default="", max_length=20)),
                        (
                            "merged_into",
                            models.ForeignKey(
                                blank=True,
                                null=True,
                                on_delete=django.db.models.deletion.SET_NULL,
                                related_name="merged",
                                to="scorekeeper.player",
                            ),
                        ),
                    ],
                    options={
                        "constraints": [
                            models.UniqueConstraint(
                                models.F("club"),
                                django.db.models.functions.text.Lower("name"),
                                name="a_club_names_each_player_once",
                            ),
                            models.CheckConstraint(
                                condition=models.Q(("name", ""), _negated=True),
                                name="a_player_has_a_name",
                            ),
                            models.UniqueConstraint(
                                condition=models.Q(("licence", ""), _negated=True),
                                fields=("club", "licence"),
                                name="a_licence_number_is_one_player_of_a_club",
                            ),
                        ]
                    },
                ),
                migrations.CreateModel(
                    name="GameSeat",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True,
                                primary_key=True,
                                serialize=False,
                                verbose_name="ID",
                            ),
                        ),
                        ("seat", models.CharField(max_length=2)),
                        ("name", models.CharField(max_length=80)),
                        (
                            "game",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="seats",
                                to="scorekeeper.game",
                            ),
                        ),
                        (
                            "player",
                            models.ForeignKey(
                                blank=True,
                                null=True,
                                on_delete=django.db.models.deletion.SET_NULL,
                                related_name="seats",
                                to="scorekeeper.player",
                            ),
                        ),
                        ("against", models.IntegerField(default=0)),
                        ("belotes", models.PositiveSmallIntegerField(default=0)),
                        ("capots", models.PositiveSmallIntegerField(default=0)),
                        ("failed", models.PositiveSmallIntegerField(default=0)),
                        ("hands", models.PositiveSmallIntegerField(default=0)),
                        ("is_counted", models.BooleanField(default=False)),
                        ("is_tied", models.BooleanField(default=False)),
                        ("is_won", models.BooleanField(default=False)),
                        ("made", models.PositiveSmallIntegerField(default=0)),
                        ("points", models.IntegerField(default=0)),
                        ("taken", models.PositiveSmallIntegerField(default=0)),
                        ("first_hand", models.PositiveSmallIntegerField(default=1)),
                        ("last_hand", models.PositiveSmallIntegerField(blank=True, null=True)),
                    ],
                    options={
                        "constraints": [
                            models.UniqueConstraint(
                                fields=("game", "player"), name="a_player_has_one_seat_in_a_game"
                            ),
                            models.CheckConstraint(
                                condition=models.Q(("seat__in", ["A1", "B1", "A2", "B2"])),
                                name="a_seat_is_one_of_four",
                            ),
                            models.UniqueConstraint(
                                condition=models.Q(("last_hand", None)),
                                fields=("game", "seat"),
                                name="a_seat_holds_one_person",
                            ),
                        ]
                    },
                ),
                migrations.CreateModel(
                    name="Attendance",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True,
                                primary_key=True,
                                serialize=False,
                                verbose_name="ID",
                            ),
                        ),
                        (
                            "evening",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="attendances",
                                to="scorekeeper.evening",
                            ),
                        ),
                        (
                            "player",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="attendances",
                                to="scorekeeper.player",
                            ),
                        ),
                        ("name", models.CharField(blank=True, default="", max_length=80)),
                    ],
                    options={
                        "constraints": [
                            models.UniqueConstraint(
                                fields=("evening", "player"),
                                name="a_player_attends_an_evening_once",
                            )
                        ]
                    },
                ),
                migrations.CreateModel(
                    name="SignInLink",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True,
                                primary_key=True,
                                serialize=False,
                                verbose_name="ID",
                            ),
                        ),
                        ("token_hash", models.CharField(max_length=64, unique=True)),
                        ("created_at", models.DateTimeField()),
                        ("expires_at", models.DateTimeField()),
                        ("used_at", models.DateTimeField(blank=True, null=True)),
                        (
                            "user",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="sign_in_links",
                                to=settings.AUTH_USER_MODEL,
                            ),
                        ),
                    ],
                ),
                migrations.CreateModel(
                    name="SlipTotals",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True,
                                primary_key=True,
                                serialize=False,
                                verbose_name="ID",
                            ),
                        ),
                        ("number", models.PositiveSmallIntegerField()),
                        ("hands", models.PositiveSmallIntegerField()),
                        ("total_a", models.PositiveIntegerField()),
                        ("total_b", models.PositiveIntegerField()),
                        (
                            "game",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="slips",
                                to="scorekeeper.game",
                            ),
                        ),
                    ],
                    options={
                        "constraints": [
                            models.UniqueConstraint(
                                fields=("game", "number"), name="a_game_has_one_slip_each"
                            )
                        ]
                    },
                ),
                migrations.CreateModel(
                    name="ClubRuleSet",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True,
                                primary_key=True,
                                serialize=False,
                                verbose_name="ID",
                            ),
                        ),
                        ("name", models.CharField(max_length=80, verbose_name="name")),
                        ("based_on", models.CharField(max_length=40)),
                        ("values", models.JSONField()),
                        ("practice", models.JSONField(default=dict)),
                        ("created_at", models.DateTimeField()),
                        ("changed_at", models.DateTimeField()),
                        (
                            "club",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="rulesets",
                                to="scorekeeper.club",
                            ),
                        ),
                    ],
                    options={
                        "constraints": [
                            models.UniqueConstraint(
                                fields=("club", "name"), name="a_club_names_each_rule_set_once"
                            )
                        ]
                    },
                ),
                migrations.CreateModel(
                    name="PlayerMerge",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True,
                                primary_key=True,
                                serialize=False,
                                verbose_name="ID",
                            ),
                        ),
                        ("moved", models.JSONField()),
                        ("author_name", models.CharField(max_length=80)),
                        ("at", models.DateTimeField()),
                        (
                            "gone",
                            models.OneToOneField(
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="merge",
                                to="scorekeeper.player",
                            ),
                        ),
                        (
                            "kept",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="merges",
                                to="scorekeeper.player",
                            ),
                        ),
                    ],
                ),
                migrations.CreateModel(
                    name="SentHand",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True,
                                primary_key=True,
                                serialize=False,
                                verbose_name="ID",
                            ),
                        ),
                        ("key", models.UUIDField()),
                        ("digest", models.CharField(max_length=64)),
                        (
                            "game",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="sent_hands",
                                to="scorekeeper.game",
                            ),
                        ),
                        (
                            "hand",
                            models.ForeignKey(
                                blank=True,
                                null=True,
                                on_delete=django.db.models.deletion.SET_NULL,
                                related_name="sent",
                                to="scorekeeper.hand",
                            ),
                        ),
                        (
                            "withdrawal",
                            models.ForeignKey(
                                blank=True,
                                null=True,
                                on_delete=django.db.models.deletion.SET_NULL,
                                related_name="+",
                                to="scorekeeper.gameevent",
                            ),
                        ),
                    ],
                    options={
                        "constraints": [
                            models.UniqueConstraint(
                                fields=("game", "key"), name="a_key_is_sent_once_in_a_game"
                            )
                        ]
                    },
                ),
                migrations.CreateModel(
                    name="FoundingInvitation",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True,
                                primary_key=True,
                                serialize=False,
                                verbose_name="ID",
                            ),
                        ),
                        ("token_hash", models.CharField(max_length=64, unique=True)),
                        ("created_at", models.DateTimeField()),
                        ("expires_at", models.DateTimeField()),
                        ("used_at", models.DateTimeField(blank=True, null=True)),
                    ],
                ),
                migrations.CreateModel(
                    name="MemberEvent",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True,
                                primary_key=True,
                                serialize=False,
                                verbose_name="ID",
                            ),
                        ),
                        (
                            "kind",
                            models.CharField(
                                choices=[
                                    ("founded", "founded the club"),
                                    ("invited", "invited"),
                                    ("link", "new sign-in link"),
                                    ("role", "other role"),
                                    ("removed", "removed"),
                                    ("left", "left the club"),
                                ],
                                max_length=7,
                            ),
                        ),
                        ("person_name", models.CharField(max_length=80)),
                        ("author_name", models.CharField(max_length=80)),
                        (
                            "role",
                            models.CharField(
                                blank=True,
                                choices=[
                                    ("reader", "reader"),
                                    ("desk", "desk"),
                                    ("referee", "referee"),
                                    ("organiser", "organiser"),
                                    ("owner", "owner"),
                                ],
                                max_length=9,
                            ),
                        ),
                        ("at", models.DateTimeField()),
                        (
                            "author",
                            models.ForeignKey(
                                null=True,
                                on_delete=django.db.models.deletion.SET_NULL,
                                related_name="+",
                                to=settings.AUTH_USER_MODEL,
                            ),
                        ),
                        (
                            "club",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="member_events",
                                to="scorekeeper.club",
                            ),
                        ),
                        (
                            "person",
                            models.ForeignKey(
                                null=True,
                                on_delete=django.db.models.deletion.SET_NULL,
                                related_name="+",
                                to=settings.AUTH_USER_MODEL,
                            ),
                        ),
                    ],
                ),
                migrations.CreateModel(
                    name="AccountSession",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True,
                                primary_key=True,
                                serialize=False,
                                verbose_name="ID",
                            ),
                        ),
                        (
                            "device",
                            models.CharField(
                                choices=[
                                    ("iphone", "iPhone"),
                                    ("ipad", "iPad"),
                                    ("phone", "Android phone"),
                                    ("tablet", "Android tablet"),
                                    ("windows", "Windows computer"),
                                    ("mac", "Mac"),
                                    ("chrome", "Chromebook"),
                                    ("linux", "Linux computer"),
                                    ("other", "Another device"),
                                ],
                                default="other",
                                max_length=7,
                            ),
                        ),
                        ("browser", models.CharField(blank=True, default="", max_length=20)),
                        ("begun_at", models.DateTimeField()),
                        ("seen_at", models.DateTimeField()),
                        (
                            "session",
                            models.OneToOneField(
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="account_session",
                                to="sessions.session",
                            ),
                        ),
                        (
                            "user",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="account_sessions",
                                to=settings.AUTH_USER_MODEL,
                            ),
                        ),
                    ],
                ),
                migrations.CreateModel(
                    name="Passkey",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True,
                                primary_key=True,
                                serialize=False,
                                verbose_name="ID",
                            ),
                        ),
                        ("name", models.CharField(max_length=40, verbose_name="name")),
                        ("host", models.CharField(max_length=253)),
                        ("credential", models.CharField(max_length=1364, unique=True)),
                        ("public_half", models.BinaryField()),
                        ("uses", models.PositiveBigIntegerField(default=0)),
                        ("created_at", models.DateTimeField()),
                        ("used_at", models.DateTimeField(blank=True, null=True)),
                        (
                            "user",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="passkeys",
                                to=settings.AUTH_USER_MODEL,
                            ),
                        ),
                    ],
                ),
                migrations.CreateModel(
                    name="TakeOver",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True,
                                primary_key=True,
                                serialize=False,
                                verbose_name="ID",
                            ),
                        ),
                        ("number", models.PositiveIntegerField(unique=True)),
                        ("at", models.DateTimeField()),
                        ("complete_until", models.DateTimeField(null=True)),
                    ],
                ),
                migrations.CreateModel(
                    name="PairedComputer",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True,
                                primary_key=True,
                                serialize=False,
                                verbose_name="ID",
                            ),
                        ),
                        ("code", models.CharField(max_length=20, unique=True)),
                        ("created_at", models.DateTimeField()),
                        (
                            "made_by",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="paired_computers",
                                to=settings.AUTH_USER_MODEL,
                            ),
                        ),
                    ],
                ),
            ]
        )
    ]
