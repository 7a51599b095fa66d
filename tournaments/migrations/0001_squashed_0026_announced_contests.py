"""A new database gets what the steps up to here made of it, in one: what they did to rows finds none."""

import uuid

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

import scorekeeper.models.codes
from scorekeeper.models.new_tables import CreateModels


class Migration(migrations.Migration):
    replaces = [
        ("tournaments", "0001_initial"),
        ("tournaments", "0002_seasons"),
        ("tournaments", "0003_sent_verdicts"),
        ("tournaments", "0004_log_by_kind"),
        ("tournaments", "0005_columns_of_lists"),
        ("tournaments", "0006_phones_of_players"),
        ("tournaments", "0007_end_of_the_log"),
        ("tournaments", "0008_linked_computers"),
        ("tournaments", "0009_club_windows"),
        ("tournaments", "0010_webhooks"),
        ("tournaments", "0011_clubs_together"),
        ("tournaments", "0012_ratings_of_a_game_of_cards"),
        ("tournaments", "0013_wishes_for_draws"),
        ("tournaments", "0014_people_by_round"),
        ("tournaments", "0015_team_names"),
        ("tournaments", "0016_troubles_of_sending"),
        ("tournaments", "0017_evenings_of_a_hall"),
        ("tournaments", "0018_phases_of_contests"),
        ("tournaments", "0019_substitutes_in_national_ratings"),
        ("tournaments", "0020_second_entries"),
        ("tournaments", "0021_brackets_that_stay"),
        ("tournaments", "0022_meetings_of_club_teams"),
        ("tournaments", "0023_cash_books"),
        ("tournaments", "0024_prizes_as_things"),
        ("tournaments", "0025_calls_and_sanctions"),
        ("tournaments", "0026_announced_contests"),
    ]

    initial = True

    dependencies = [
        ("scorekeeper", "0021_second_computers"),
        ("sessions", "0001_initial"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        CreateModels(
            [
                migrations.CreateModel(
                    name="Tournament",
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
                        (
                            "mode",
                            models.CharField(
                                choices=[
                                    ("teams", "Teams formed in advance"),
                                    ("melee", "Mêlée: new partners each round"),
                                ],
                                default="teams",
                                max_length=8,
                            ),
                        ),
                        ("ruleset_key", models.CharField(max_length=40)),
                        ("ruleset_name", models.CharField(max_length=80)),
                        ("ruleset_based_on", models.CharField(max_length=40)),
                        ("ruleset_values", models.JSONField()),
                        ("ruleset_practice", models.JSONField(default=dict)),
                        ("round_hands", models.JSONField()),
                        (
                            "next_draw",
                            models.CharField(
                                choices=[
                                    ("ranking", "By ranking: first against second, and so on"),
                                    ("lot", "By a new lot"),
                                    ("movement", "Odd teams stay, even teams move on"),
                                ],
                                default="ranking",
                                max_length=8,
                            ),
                        ),
                        ("criteria", models.JSONField()),
                        (
                            "ties",
                            models.CharField(
                                choices=[
                                    ("lot", "A lot decides"),
                                    ("shared", "They share the place"),
                                ],
                                default="lot",
                                max_length=8,
                            ),
                        ),
                        ("lot_seed", models.PositiveBigIntegerField()),
                        ("drawn_lots", models.JSONField(default=list)),
                        (
                            "exempt",
                            models.CharField(
                                choices=[
                                    ("half_game", "Half of a game"),
                                    ("round_average", "The average of that round"),
                                    ("fixed", "A fixed number of points"),
                                ],
                                default="half_game",
                                max_length=16,
                            ),
                        ),
                        ("exempt_points", models.PositiveIntegerField(default=0)),
                        ("forfeit_points", models.PositiveIntegerField(default=1100)),
                        ("round_minutes", models.PositiveSmallIntegerField(blank=True, null=True)),
                        ("fee_cents", models.PositiveIntegerField(default=0)),
                        ("tags", models.JSONField(default=list)),
                        ("prizes", models.JSONField(default=list)),
                        ("prize_for_last", models.CharField(blank=True, max_length=80)),
                        (
                            "token",
                            models.CharField(
                                default=scorekeeper.models.codes.new_token,
                                max_length=32,
                                unique=True,
                            ),
                        ),
                        ("version", models.PositiveIntegerField(default=0)),
                        ("results_version", models.PositiveIntegerField(default=0)),
                        ("created_at", models.DateTimeField()),
                        ("finished_at", models.DateTimeField(blank=True, null=True)),
                        (
                            "club",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="tournaments",
                                to="scorekeeper.club",
                            ),
                        ),
                        ("log_hash", models.CharField(blank=True, default="", max_length=64)),
                        ("is_mirror", models.BooleanField(default=False)),
                        ("halls", models.JSONField(default=dict)),
                        ("wishes", models.JSONField(default=dict)),
                        ("phases", models.JSONField(default=list)),
                        ("second_entries", models.BooleanField(default=False)),
                        ("meetings", models.JSONField(default=dict)),
                        ("till", models.JSONField(default=dict)),
                        ("prize_plan", models.JSONField(default=dict)),
                        ("prize_lots", models.JSONField(default=list)),
                        ("handed_over", models.JSONField(default=list)),
                        ("sanction_list", models.JSONField(default=list)),
                        ("sanctions", models.JSONField(default=list)),
                        ("table_news", models.JSONField(default=dict)),
                        ("announcement", models.JSONField(default=dict)),
                        ("sponsors", models.JSONField(default=list)),
                    ],
                    options={
                        "indexes": [
                            models.Index(fields=["club", "-date"], name="contests_of_a_club")
                        ]
                    },
                ),
                migrations.CreateModel(
                    name="Round",
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
                        (
                            "status",
                            models.CharField(
                                choices=[
                                    ("drawn", "drawn, not yet published"),
                                    ("playing", "being played"),
                                    ("closed", "closed"),
                                ],
                                default="drawn",
                                max_length=8,
                            ),
                        ),
                        ("request", models.JSONField()),
                        ("certificate", models.JSONField()),
                        ("swaps", models.JSONField(default=list)),
                        ("timer_left", models.PositiveIntegerField(blank=True, null=True)),
                        ("timer_ends_at", models.DateTimeField(blank=True, null=True)),
                        ("drawn_at", models.DateTimeField()),
                        ("published_at", models.DateTimeField(blank=True, null=True)),
                        ("closed_at", models.DateTimeField(blank=True, null=True)),
                        (
                            "tournament",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="rounds",
                                to="tournaments.tournament",
                            ),
                        ),
                        ("groups", models.JSONField(default=list)),
                        ("moved", models.JSONField(default=list)),
                    ],
                    options={
                        "constraints": [
                            models.UniqueConstraint(
                                fields=("tournament", "number"),
                                name="a_contest_has_each_round_once",
                            )
                        ]
                    },
                ),
                migrations.CreateModel(
                    name="Match",
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
                                    ("game", "game"),
                                    ("catch_up", "catch-up game"),
                                    ("exempt", "exempt"),
                                    ("forfeit", "forfeit"),
                                ],
                                default="game",
                                max_length=8,
                            ),
                        ),
                        ("table_number", models.PositiveSmallIntegerField(blank=True, null=True)),
                        ("needs_check", models.BooleanField(default=False)),
                        ("check_note", models.CharField(blank=True, max_length=200)),
                        ("is_signed", models.BooleanField(default=False)),
                        ("receipt", models.CharField(blank=True, max_length=16)),
                        ("penalties", models.PositiveSmallIntegerField(default=0)),
                        (
                            "game",
                            models.OneToOneField(
                                blank=True,
                                null=True,
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="match",
                                to="scorekeeper.game",
                            ),
                        ),
                        (
                            "round",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="matches",
                                to="tournaments.round",
                            ),
                        ),
                        ("decided_for", models.PositiveSmallIntegerField(blank=True, null=True)),
                        (
                            "decided_by",
                            models.CharField(
                                blank=True,
                                choices=[
                                    ("hand", "one more hand"),
                                    ("lot", "a lot"),
                                    ("ruling", "the organiser"),
                                ],
                                max_length=8,
                            ),
                        ),
                    ],
                    options={
                        "constraints": [
                            models.UniqueConstraint(
                                fields=("round", "table_number"),
                                name="a_table_has_one_match_a_round",
                            ),
                            models.CheckConstraint(
                                condition=models.Q(
                                    models.Q(
                                        ("game", None), ("kind", "exempt"), ("table_number", None)
                                    ),
                                    models.Q(
                                        ("game__isnull", False),
                                        ("kind__in", ["game", "catch_up"]),
                                        ("table_number__gte", 1),
                                    ),
                                    models.Q(("kind", "forfeit"), ("table_number__gte", 1)),
                                    _connector="OR",
                                ),
                                name="a_game_has_a_table_and_an_exempt_entry_has_none",
                            ),
                        ]
                    },
                ),
                migrations.CreateModel(
                    name="SheetVerdict",
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
                        ("side", models.CharField(max_length=1)),
                        ("agrees", models.BooleanField()),
                        ("receipt", models.CharField(max_length=16)),
                        ("total_a", models.PositiveIntegerField(blank=True, null=True)),
                        ("total_b", models.PositiveIntegerField(blank=True, null=True)),
                        ("note", models.CharField(blank=True, max_length=200)),
                        ("author_name", models.CharField(max_length=80)),
                        ("at", models.DateTimeField()),
                        (
                            "match",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="verdicts",
                                to="tournaments.match",
                            ),
                        ),
                    ],
                    options={
                        "constraints": [
                            models.UniqueConstraint(
                                fields=("match", "side"), name="a_side_says_one_thing_of_a_sheet"
                            ),
                            models.CheckConstraint(
                                condition=models.Q(("side__in", ["A", "B"])),
                                name="a_verdict_is_of_a_side",
                            ),
                        ]
                    },
                ),
                migrations.CreateModel(
                    name="TableCode",
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
                        (
                            "token",
                            models.CharField(
                                default=scorekeeper.models.codes.new_token,
                                max_length=32,
                                unique=True,
                            ),
                        ),
                        (
                            "tournament",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="codes",
                                to="tournaments.tournament",
                            ),
                        ),
                    ],
                    options={
                        "constraints": [
                            models.UniqueConstraint(
                                fields=("tournament", "number"), name="a_table_has_one_code"
                            )
                        ]
                    },
                ),
                migrations.CreateModel(
                    name="LogEntry",
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
                        ("number", models.PositiveIntegerField()),
                        (
                            "kind",
                            models.CharField(
                                choices=[
                                    ("created", "Contest created"),
                                    ("changed", "Contest changed"),
                                    ("entry_added", "Entry"),
                                    ("entry_changed", "Entry changed"),
                                    ("entry_removed", "Entry removed"),
                                    ("checked_in", "Check-in"),
                                    ("paid", "Fee"),
                                    ("withdrawn", "Withdrawal"),
                                    ("returned", "Withdrawal taken back"),
                                    ("substituted", "Somebody sits in"),
                                    ("drawn", "Round drawn"),
                                    ("swapped", "Exchanged by hand before publishing"),
                                    ("discarded", "Draw discarded"),
                                    ("published", "Draw published"),
                                    ("reseated", "Tables changed after publishing"),
                                    ("unpublished", "Draw taken back"),
                                    ("timer", "Clock"),
                                    ("game", "At the table"),
                                    ("slip", "Slip typed at the desk"),
                                    ("checked", "Slip checked"),
                                    ("accepted", "Sheet accepted"),
                                    ("disputed", "Sheet not accepted"),
                                    ("ruled", "Ruling"),
                                    ("signed", "Signed on paper"),
                                    ("closed", "Round closed"),
                                    ("reopened", "Round reopened"),
                                    ("lot", "Lot drawn"),
                                    ("code", "New code for a table"),
                                    ("finished", "Contest finished"),
                                    ("resumed", "Contest opened again"),
                                    ("redacted", "Name taken out"),
                                    ("halls", "Tables and halls"),
                                    ("wished", "Wishes for the draw"),
                                    ("decided", "Who goes on"),
                                    ("kept", "The brackets stay as they were drawn"),
                                    ("meetings", "Club teams"),
                                    ("money", "Cash book"),
                                    ("charged", "What is owed"),
                                    ("prices", "Prices"),
                                    ("counted", "Till counted"),
                                    ("prizes", "Prizes"),
                                    ("prize_lot", "Lot for a prize"),
                                    ("handed_over", "Prize handed over"),
                                    ("handed_back", "Prize taken back"),
                                    ("sanction", "Warning or penalty"),
                                    ("call", "Ruling on a call"),
                                ],
                                max_length=16,
                            ),
                        ),
                        ("round_number", models.PositiveSmallIntegerField(blank=True, null=True)),
                        ("table_number", models.PositiveSmallIntegerField(blank=True, null=True)),
                        ("data", models.JSONField()),
                        ("author_name", models.CharField(max_length=80)),
                        ("at", models.DateTimeField()),
                        ("previous_hash", models.CharField(blank=True, max_length=64)),
                        ("hash", models.CharField(max_length=64)),
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
                            "tournament",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="log",
                                to="tournaments.tournament",
                            ),
                        ),
                    ],
                    options={
                        "constraints": [
                            models.UniqueConstraint(
                                fields=("tournament", "number"),
                                name="a_log_entry_has_its_own_number",
                            )
                        ],
                        "indexes": [
                            models.Index(
                                fields=["tournament", "round_number", "table_number"],
                                name="log_of_a_table",
                            ),
                            models.Index(fields=["tournament", "kind"], name="log_by_kind"),
                        ],
                    },
                ),
                migrations.CreateModel(
                    name="Entry",
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
                        ("tags", models.JSONField(default=list)),
                        ("checked_in_at", models.DateTimeField(blank=True, null=True)),
                        ("has_paid", models.BooleanField(default=False)),
                        ("withdrawn_from", models.PositiveSmallIntegerField(blank=True, null=True)),
                        ("created_at", models.DateTimeField()),
                        (
                            "tournament",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="entries",
                                to="tournaments.tournament",
                            ),
                        ),
                        ("team_name", models.CharField(blank=True, default="", max_length=80)),
                        ("purse", models.JSONField(default=dict)),
                    ],
                    options={
                        "constraints": [
                            models.UniqueConstraint(
                                fields=("tournament", "number"), name="an_entry_has_its_own_number"
                            ),
                            models.CheckConstraint(
                                condition=models.Q(("number__gte", 1)),
                                name="an_entry_number_is_at_least_one",
                            ),
                        ]
                    },
                ),
                migrations.CreateModel(
                    name="EntryPlayer",
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
                        ("position", models.PositiveSmallIntegerField()),
                        ("name", models.CharField(max_length=80)),
                        (
                            "entry",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="players",
                                to="tournaments.entry",
                            ),
                        ),
                        (
                            "player",
                            models.ForeignKey(
                                blank=True,
                                null=True,
                                on_delete=django.db.models.deletion.SET_NULL,
                                related_name="entries",
                                to="scorekeeper.player",
                            ),
                        ),
                    ],
                    options={
                        "constraints": [
                            models.UniqueConstraint(
                                fields=("entry", "position"),
                                name="a_place_in_a_team_holds_one_person",
                            ),
                            models.UniqueConstraint(
                                fields=("entry", "player"), name="a_player_is_in_a_team_once"
                            ),
                            models.CheckConstraint(
                                condition=models.Q(("position__in", [1, 2])),
                                name="a_team_has_two_places",
                            ),
                        ]
                    },
                ),
                migrations.CreateModel(
                    name="MatchSeat",
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
                        ("side", models.CharField(max_length=1)),
                        ("position", models.PositiveSmallIntegerField(default=1)),
                        ("counts", models.BooleanField(default=True)),
                        (
                            "kind",
                            models.CharField(
                                choices=[
                                    ("played", "played"),
                                    ("catch_up", "catch-up game"),
                                    ("exempt", "exempt"),
                                    ("forfeit", "the opponents left"),
                                    ("absent", "left"),
                                ],
                                default="played",
                                max_length=8,
                            ),
                        ),
                        ("has_result", models.BooleanField(default=False)),
                        ("points", models.IntegerField(default=0)),
                        (
                            "outcome",
                            models.CharField(
                                blank=True,
                                choices=[
                                    ("", "–"),
                                    ("won", "won"),
                                    ("tied", "a draw"),
                                    ("lost", "lost"),
                                ],
                                default="",
                                max_length=4,
                            ),
                        ),
                        ("capots", models.PositiveSmallIntegerField(default=0)),
                        ("failed", models.PositiveSmallIntegerField(default=0)),
                        ("hands", models.PositiveSmallIntegerField(default=0)),
                        (
                            "entry",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="seats",
                                to="tournaments.entry",
                            ),
                        ),
                        (
                            "match",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="seats",
                                to="tournaments.match",
                            ),
                        ),
                        (
                            "round",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="seats",
                                to="tournaments.round",
                            ),
                        ),
                    ],
                    options={
                        "constraints": [
                            models.UniqueConstraint(
                                condition=models.Q(("counts", True)),
                                fields=("round", "entry"),
                                name="an_entry_counts_once_in_a_round",
                            ),
                            models.UniqueConstraint(
                                fields=("match", "side", "position"),
                                name="a_place_at_a_table_holds_one_entry",
                            ),
                            models.CheckConstraint(
                                condition=models.Q(("side__in", ["A", "B"])),
                                name="a_match_has_two_sides",
                            ),
                        ]
                    },
                ),
                migrations.CreateModel(
                    name="League",
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
                        (
                            "kind",
                            models.CharField(
                                choices=[
                                    ("players", "Players: partners may change"),
                                    ("teams", "Teams of two"),
                                    ("fixtures", "Fixed teams that all meet each other"),
                                ],
                                default="players",
                                max_length=8,
                            ),
                        ),
                        ("created_at", models.DateTimeField()),
                        (
                            "club",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="leagues",
                                to="scorekeeper.club",
                            ),
                        ),
                    ],
                    options={
                        "constraints": [
                            models.UniqueConstraint(
                                fields=("club", "name"), name="a_club_names_each_league_once"
                            )
                        ]
                    },
                ),
                migrations.CreateModel(
                    name="PastContest",
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
                        ("name", models.CharField(max_length=80)),
                        ("date", models.DateField()),
                        ("created_at", models.DateTimeField()),
                        (
                            "club",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="past_contests",
                                to="scorekeeper.club",
                            ),
                        ),
                    ],
                    options={
                        "constraints": [
                            models.UniqueConstraint(
                                fields=("club", "name", "date"), name="a_past_contest_is_kept_once"
                            )
                        ]
                    },
                ),
                migrations.CreateModel(
                    name="PastResult",
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
                        ("place", models.PositiveSmallIntegerField()),
                        ("total", models.IntegerField()),
                        ("names", models.CharField(max_length=163)),
                        (
                            "contest",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="results",
                                to="tournaments.pastcontest",
                            ),
                        ),
                        (
                            "players",
                            models.ManyToManyField(
                                related_name="past_results", to="scorekeeper.player"
                            ),
                        ),
                    ],
                ),
                migrations.CreateModel(
                    name="Rating",
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
                        ("mu", models.FloatField()),
                        ("sigma", models.FloatField()),
                        ("games", models.PositiveIntegerField()),
                        (
                            "player",
                            models.OneToOneField(
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="rating",
                                to="scorekeeper.player",
                            ),
                        ),
                    ],
                ),
                migrations.CreateModel(
                    name="RatingStep",
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
                        ("mu", models.FloatField()),
                        ("sigma", models.FloatField()),
                        ("version", models.PositiveIntegerField()),
                        ("at", models.DateTimeField()),
                        (
                            "game",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="rating_steps",
                                to="scorekeeper.game",
                            ),
                        ),
                        (
                            "player",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="rating_steps",
                                to="scorekeeper.player",
                            ),
                        ),
                    ],
                    options={
                        "constraints": [
                            models.UniqueConstraint(
                                fields=("player", "game"), name="a_game_moves_a_rating_once"
                            )
                        ]
                    },
                ),
                migrations.CreateModel(
                    name="Season",
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
                        ("starts_on", models.DateField()),
                        ("ends_on", models.DateField()),
                        (
                            "collects",
                            models.CharField(
                                choices=[
                                    ("chosen", "Those that are chosen"),
                                    ("contests", "Every contest between the dates"),
                                    ("evenings", "Every club evening between the dates"),
                                    (
                                        "all",
                                        "Every contest and every club evening between the dates",
                                    ),
                                ],
                                default="all",
                                max_length=8,
                            ),
                        ),
                        (
                            "worth",
                            models.CharField(
                                choices=[
                                    ("points", "Its points"),
                                    ("match_points", "Points for games won, tied and lost"),
                                    ("place_points", "Points for the place"),
                                ],
                                default="points",
                                max_length=12,
                            ),
                        ),
                        ("win_points", models.SmallIntegerField(default=3)),
                        ("tie_points", models.SmallIntegerField(default=1)),
                        ("loss_points", models.SmallIntegerField(default=0)),
                        ("bye_points", models.SmallIntegerField(default=1)),
                        ("place_points", models.JSONField(default=list)),
                        ("points_beyond", models.SmallIntegerField(default=0)),
                        ("splits_places", models.BooleanField(default=False)),
                        (
                            "combines",
                            models.CharField(
                                choices=[
                                    ("sum", "All evenings are added"),
                                    ("average", "The average of the evenings attended"),
                                    ("best", "The best evenings are added"),
                                ],
                                default="sum",
                                max_length=8,
                            ),
                        ),
                        ("best_count", models.PositiveSmallIntegerField(default=1)),
                        (
                            "planned_evenings",
                            models.PositiveSmallIntegerField(blank=True, null=True),
                        ),
                        ("least_evenings", models.PositiveSmallIntegerField(default=0)),
                        (
                            "short",
                            models.CharField(
                                choices=[
                                    ("ranked_after", "They stand after the others"),
                                    ("not_ranked", "They are not ranked"),
                                ],
                                default="ranked_after",
                                max_length=12,
                            ),
                        ),
                        ("bonus_points", models.PositiveSmallIntegerField(default=0)),
                        ("bonus_least", models.PositiveSmallIntegerField(default=1)),
                        (
                            "bonus_kind",
                            models.CharField(
                                choices=[("each_evening", "For each evening"), ("once", "Once")],
                                default="each_evening",
                                max_length=12,
                            ),
                        ),
                        (
                            "ties",
                            models.CharField(
                                choices=[
                                    ("lot", "A lot decides"),
                                    ("shared", "They share the place"),
                                ],
                                default="shared",
                                max_length=8,
                            ),
                        ),
                        ("lot_seed", models.PositiveBigIntegerField()),
                        ("finalists", models.PositiveSmallIntegerField(default=0)),
                        ("tags", models.JSONField(default=list)),
                        (
                            "token",
                            models.CharField(
                                default=scorekeeper.models.codes.new_token,
                                max_length=32,
                                unique=True,
                            ),
                        ),
                        ("frozen_at", models.DateTimeField(blank=True, null=True)),
                        ("frozen_table", models.JSONField(blank=True, null=True)),
                        ("created_at", models.DateTimeField()),
                        (
                            "league",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="seasons",
                                to="tournaments.league",
                            ),
                        ),
                    ],
                    options={
                        "constraints": [
                            models.UniqueConstraint(
                                fields=("league", "name"), name="a_league_names_each_season_once"
                            ),
                            models.CheckConstraint(
                                condition=models.Q(("starts_on__lte", models.F("ends_on"))),
                                name="a_season_begins_before_it_ends",
                            ),
                            models.CheckConstraint(
                                condition=models.Q(("best_count__gte", 1)),
                                name="a_season_counts_at_least_one_evening",
                            ),
                        ]
                    },
                ),
                migrations.CreateModel(
                    name="LeagueTeam",
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
                        ("name", models.CharField(max_length=80)),
                        (
                            "players",
                            models.ManyToManyField(
                                related_name="league_teams", to="scorekeeper.player"
                            ),
                        ),
                        (
                            "season",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="teams",
                                to="tournaments.season",
                            ),
                        ),
                    ],
                    options={
                        "constraints": [
                            models.UniqueConstraint(
                                fields=("season", "name"), name="a_season_names_a_team_once"
                            ),
                            models.UniqueConstraint(
                                fields=("season", "number"), name="a_season_numbers_a_team_once"
                            ),
                        ]
                    },
                ),
                migrations.CreateModel(
                    name="Fixture",
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
                        ("day", models.PositiveSmallIntegerField()),
                        ("planned_on", models.DateField(blank=True, null=True)),
                        (
                            "forfeited",
                            models.CharField(
                                blank=True,
                                choices=[
                                    ("", "played"),
                                    ("home", "the first team did not come"),
                                    ("away", "the second team did not come"),
                                    ("both", "neither came"),
                                ],
                                default="",
                                max_length=4,
                            ),
                        ),
                        (
                            "game",
                            models.OneToOneField(
                                blank=True,
                                null=True,
                                on_delete=django.db.models.deletion.SET_NULL,
                                related_name="fixture",
                                to="scorekeeper.game",
                            ),
                        ),
                        (
                            "away",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="away_fixtures",
                                to="tournaments.leagueteam",
                            ),
                        ),
                        (
                            "home",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="home_fixtures",
                                to="tournaments.leagueteam",
                            ),
                        ),
                        (
                            "season",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="fixtures",
                                to="tournaments.season",
                            ),
                        ),
                    ],
                    options={
                        "constraints": [
                            models.CheckConstraint(
                                condition=models.Q(("home", models.F("away")), _negated=True),
                                name="a_team_does_not_play_itself",
                            ),
                            models.UniqueConstraint(
                                fields=("season", "day", "home"),
                                name="a_team_is_at_home_once_a_day",
                            ),
                            models.UniqueConstraint(
                                fields=("season", "day", "away"), name="a_team_is_away_once_a_day"
                            ),
                        ]
                    },
                ),
                migrations.CreateModel(
                    name="SeasonEvent",
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
                        ("counts", models.BooleanField(default=True)),
                        (
                            "evening",
                            models.ForeignKey(
                                blank=True,
                                null=True,
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="season_events",
                                to="scorekeeper.evening",
                            ),
                        ),
                        (
                            "past",
                            models.ForeignKey(
                                blank=True,
                                null=True,
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="season_events",
                                to="tournaments.pastcontest",
                            ),
                        ),
                        (
                            "season",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="events",
                                to="tournaments.season",
                            ),
                        ),
                        (
                            "tournament",
                            models.ForeignKey(
                                blank=True,
                                null=True,
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="season_events",
                                to="tournaments.tournament",
                            ),
                        ),
                    ],
                    options={
                        "constraints": [
                            models.CheckConstraint(
                                condition=models.Q(
                                    models.Q(
                                        ("evening", None),
                                        ("past", None),
                                        ("tournament__isnull", False),
                                    ),
                                    models.Q(
                                        ("evening__isnull", False),
                                        ("past", None),
                                        ("tournament", None),
                                    ),
                                    models.Q(
                                        ("evening", None),
                                        ("past__isnull", False),
                                        ("tournament", None),
                                    ),
                                    _connector="OR",
                                ),
                                name="a_season_event_is_one_thing",
                            ),
                            models.UniqueConstraint(
                                fields=("season", "tournament"),
                                name="a_contest_is_in_a_season_once",
                            ),
                            models.UniqueConstraint(
                                fields=("season", "evening"), name="an_evening_is_in_a_season_once"
                            ),
                            models.UniqueConstraint(
                                fields=("season", "past"), name="a_past_contest_is_in_a_season_once"
                            ),
                        ]
                    },
                ),
                migrations.CreateModel(
                    name="SeasonPenalty",
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
                        ("points", models.PositiveIntegerField()),
                        ("reason", models.CharField(max_length=200)),
                        ("author_name", models.CharField(max_length=80)),
                        ("at", models.DateTimeField()),
                        (
                            "player",
                            models.ForeignKey(
                                blank=True,
                                null=True,
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="season_penalties",
                                to="scorekeeper.player",
                            ),
                        ),
                        (
                            "season",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="penalties",
                                to="tournaments.season",
                            ),
                        ),
                        (
                            "team",
                            models.ForeignKey(
                                blank=True,
                                null=True,
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="penalties",
                                to="tournaments.leagueteam",
                            ),
                        ),
                    ],
                    options={
                        "constraints": [
                            models.CheckConstraint(
                                condition=models.Q(
                                    ("points__gte", 1), models.Q(("reason", ""), _negated=True)
                                ),
                                name="a_penalty_takes_points_for_a_reason",
                            ),
                            models.CheckConstraint(
                                condition=models.Q(
                                    models.Q(("player__isnull", False), ("team", None)),
                                    models.Q(("player", None), ("team__isnull", False)),
                                    _connector="OR",
                                ),
                                name="a_penalty_is_of_a_player_or_a_team",
                            ),
                        ]
                    },
                ),
                migrations.CreateModel(
                    name="SentVerdict",
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
                        (
                            "match",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="sent_verdicts",
                                to="tournaments.match",
                            ),
                        ),
                    ],
                    options={
                        "constraints": [
                            models.UniqueConstraint(
                                fields=("match", "key"), name="a_key_speaks_once_of_a_sheet"
                            )
                        ]
                    },
                ),
                migrations.CreateModel(
                    name="ListColumns",
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
                        ("kind", models.CharField(max_length=20)),
                        ("heading", models.CharField(max_length=16)),
                        ("parts", models.JSONField(default=list)),
                        ("used_at", models.DateTimeField()),
                        (
                            "club",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="list_columns",
                                to="scorekeeper.club",
                            ),
                        ),
                    ],
                    options={
                        "constraints": [
                            models.UniqueConstraint(
                                fields=("club", "kind", "heading"),
                                name="columns_of_a_heading_are_kept_once",
                            )
                        ]
                    },
                ),
                migrations.CreateModel(
                    name="PlayerPhone",
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
                        ("key_hash", models.CharField(max_length=64)),
                        ("signed", models.CharField(blank=True, max_length=80)),
                        ("device", models.CharField(blank=True, max_length=80)),
                        ("asked_at", models.DateTimeField()),
                        ("confirmed_at", models.DateTimeField(blank=True, null=True)),
                        ("confirmed_by", models.CharField(blank=True, max_length=80)),
                        (
                            "club",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="phones",
                                to="scorekeeper.club",
                            ),
                        ),
                        (
                            "player",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="phones",
                                to="scorekeeper.player",
                            ),
                        ),
                    ],
                    options={
                        "constraints": [
                            models.UniqueConstraint(
                                fields=("club", "key_hash"), name="a_phone_is_one_player_in_a_club"
                            )
                        ]
                    },
                ),
                migrations.CreateModel(
                    name="HallComputer",
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
                        ("name", models.CharField(max_length=80)),
                        ("key_hash", models.CharField(max_length=64, unique=True)),
                        ("created_at", models.DateTimeField()),
                        ("heard_at", models.DateTimeField(blank=True, null=True)),
                        ("ended_at", models.DateTimeField(blank=True, null=True)),
                        (
                            "club",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="hall_computers",
                                to="scorekeeper.club",
                            ),
                        ),
                        ("is_apart", models.BooleanField(default=False)),
                    ],
                ),
                migrations.CreateModel(
                    name="ServerLink",
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
                        ("address", models.CharField(max_length=200)),
                        ("key", models.CharField(max_length=64)),
                        ("club_name", models.CharField(max_length=80)),
                        ("created_at", models.DateTimeField()),
                        ("heard_at", models.DateTimeField(blank=True, null=True)),
                        ("trouble", models.CharField(blank=True, max_length=20)),
                        ("troubled_at", models.DateTimeField(blank=True, null=True)),
                        (
                            "club",
                            models.OneToOneField(
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="server_link",
                                to="scorekeeper.club",
                            ),
                        ),
                    ],
                ),
                migrations.CreateModel(
                    name="SentContest",
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
                        ("version", models.PositiveIntegerField(default=0)),
                        ("asked", models.PositiveIntegerField(default=0)),
                        ("sent_at", models.DateTimeField(blank=True, null=True)),
                        ("refused", models.CharField(blank=True, max_length=20)),
                        (
                            "tournament",
                            models.OneToOneField(
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="sent",
                                to="tournaments.tournament",
                            ),
                        ),
                        (
                            "link",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="contests",
                                to="tournaments.serverlink",
                            ),
                        ),
                        ("next_at", models.DateTimeField(blank=True, null=True)),
                        ("tries", models.PositiveSmallIntegerField(default=0)),
                        ("trouble", models.CharField(blank=True, max_length=20)),
                        ("troubled_at", models.DateTimeField(blank=True, null=True)),
                    ],
                ),
                migrations.CreateModel(
                    name="ArrivedName",
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
                        ("name", models.CharField(max_length=80)),
                        (
                            "player",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="arrived_names",
                                to="scorekeeper.player",
                            ),
                        ),
                        (
                            "computer",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="names",
                                to="tournaments.hallcomputer",
                            ),
                        ),
                    ],
                    options={
                        "constraints": [
                            models.UniqueConstraint(
                                fields=("computer", "name"), name="a_computer_names_somebody_once"
                            )
                        ]
                    },
                ),
                migrations.CreateModel(
                    name="ArrivedContest",
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
                        ("first_hash", models.CharField(max_length=64)),
                        ("name", models.CharField(max_length=80)),
                        ("arrived_at", models.DateTimeField(blank=True, null=True)),
                        ("refused", models.CharField(blank=True, max_length=20)),
                        ("refused_at", models.DateTimeField(blank=True, null=True)),
                        (
                            "tournament",
                            models.OneToOneField(
                                blank=True,
                                null=True,
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="arrived",
                                to="tournaments.tournament",
                            ),
                        ),
                        (
                            "computer",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="contests",
                                to="tournaments.hallcomputer",
                            ),
                        ),
                        ("taken", models.PositiveIntegerField(blank=True, null=True)),
                    ],
                    options={
                        "constraints": [
                            models.UniqueConstraint(
                                fields=("computer", "first_hash"),
                                name="a_computer_sends_a_contest_once",
                            )
                        ]
                    },
                ),
                migrations.CreateModel(
                    name="OpenedSeason",
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
                        ("author_name", models.CharField(max_length=80)),
                        ("at", models.DateTimeField()),
                        (
                            "season",
                            models.OneToOneField(
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="opened",
                                to="tournaments.season",
                            ),
                        ),
                    ],
                ),
                migrations.CreateModel(
                    name="ClubWindow",
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
                        ("address", models.SlugField(unique=True)),
                        ("plays", models.CharField(blank=True, max_length=300)),
                        ("sites", models.JSONField(default=list)),
                        ("is_listed", models.BooleanField(default=False)),
                        ("created_at", models.DateTimeField()),
                        (
                            "club",
                            models.OneToOneField(
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="window",
                                to="scorekeeper.club",
                            ),
                        ),
                    ],
                    options={
                        "constraints": [
                            models.CheckConstraint(
                                condition=models.Q(("address", ""), _negated=True),
                                name="a_window_has_an_address",
                            )
                        ]
                    },
                ),
                migrations.CreateModel(
                    name="Webhook",
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
                        ("address", models.CharField(max_length=300)),
                        ("secret", models.CharField(max_length=64)),
                        ("seen", models.JSONField(default=dict)),
                        ("created_at", models.DateTimeField()),
                        (
                            "club",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="webhooks",
                                to="scorekeeper.club",
                            ),
                        ),
                    ],
                ),
                migrations.CreateModel(
                    name="WebhookDelivery",
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
                        ("key", models.UUIDField(unique=True)),
                        ("event", models.CharField(max_length=32)),
                        ("body", models.TextField()),
                        ("created_at", models.DateTimeField()),
                        ("due_at", models.DateTimeField(blank=True, db_index=True, null=True)),
                        ("tries", models.PositiveSmallIntegerField(default=0)),
                        ("tried_at", models.DateTimeField(blank=True, null=True)),
                        ("status", models.PositiveSmallIntegerField(blank=True, null=True)),
                        ("answer", models.CharField(blank=True, max_length=200)),
                        (
                            "webhook",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="deliveries",
                                to="tournaments.webhook",
                            ),
                        ),
                    ],
                ),
                migrations.CreateModel(
                    name="NationalTable",
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
                        ("basis", models.CharField(max_length=64)),
                        ("begun_at", models.DateTimeField()),
                        ("finished_at", models.DateTimeField(blank=True, null=True)),
                        ("seconds", models.FloatField(default=0)),
                        ("games", models.PositiveIntegerField(default=0)),
                        ("categories", models.JSONField(default=list)),
                        ("circles", models.JSONField(default=list)),
                    ],
                ),
                migrations.CreateModel(
                    name="ContestSummary",
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
                        ("version", models.PositiveIntegerField()),
                        ("results_version", models.PositiveIntegerField()),
                        ("first_hash", models.CharField(max_length=64)),
                        ("games", models.JSONField()),
                        ("firsts", models.JSONField()),
                        (
                            "tournament",
                            models.OneToOneField(
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="summary",
                                to="tournaments.tournament",
                            ),
                        ),
                    ],
                ),
                migrations.CreateModel(
                    name="NationalLine",
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
                        ("place", models.PositiveIntegerField()),
                        ("players", models.JSONField()),
                        ("sort_name", models.CharField(max_length=160)),
                        ("sought", models.TextField()),
                        ("categories", models.TextField(blank=True)),
                        ("mu", models.FloatField()),
                        ("sigma", models.FloatField()),
                        ("games", models.PositiveIntegerField()),
                        ("won", models.PositiveIntegerField()),
                        ("won_share", models.FloatField()),
                        ("contests", models.PositiveIntegerField()),
                        ("contests_won", models.PositiveIntegerField()),
                        ("has_one_partner", models.BooleanField(default=False)),
                        (
                            "table",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="lines",
                                to="tournaments.nationaltable",
                            ),
                        ),
                    ],
                    options={
                        "indexes": [
                            models.Index(
                                fields=["table", "place"], name="places_of_a_national_table"
                            )
                        ]
                    },
                ),
                migrations.CreateModel(
                    name="SamePerson",
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
                        ("asked_name", models.CharField(blank=True, max_length=80)),
                        ("asked_at", models.DateTimeField()),
                        ("answered_name", models.CharField(blank=True, max_length=80)),
                        ("answered_at", models.DateTimeField(blank=True, null=True)),
                        ("is_refused", models.BooleanField(default=False)),
                        (
                            "asked_by",
                            models.ForeignKey(
                                blank=True,
                                null=True,
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="+",
                                to="scorekeeper.club",
                            ),
                        ),
                        (
                            "one",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="+",
                                to="scorekeeper.player",
                            ),
                        ),
                        (
                            "other",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="+",
                                to="scorekeeper.player",
                            ),
                        ),
                    ],
                    options={
                        "constraints": [
                            models.UniqueConstraint(
                                fields=("one", "other"), name="two_players_are_asked_of_once"
                            ),
                            models.CheckConstraint(
                                condition=models.Q(("one__lt", models.F("other"))),
                                name="the_lower_key_comes_first",
                            ),
                        ]
                    },
                ),
                migrations.CreateModel(
                    name="FormerPlayer",
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
                        ("position", models.PositiveSmallIntegerField()),
                        ("until_round", models.PositiveSmallIntegerField()),
                        ("until_hand", models.PositiveSmallIntegerField(default=1)),
                        ("name", models.CharField(max_length=80)),
                        (
                            "entry",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="former",
                                to="tournaments.entry",
                            ),
                        ),
                        (
                            "player",
                            models.ForeignKey(
                                blank=True,
                                null=True,
                                on_delete=django.db.models.deletion.SET_NULL,
                                related_name="former_entries",
                                to="scorekeeper.player",
                            ),
                        ),
                    ],
                    options={
                        "constraints": [
                            models.UniqueConstraint(
                                fields=("entry", "position", "until_round", "until_hand"),
                                name="a_place_is_left_once_at_a_time",
                            ),
                            models.CheckConstraint(
                                condition=models.Q(
                                    ("position__in", [1, 2]),
                                    ("until_hand__gte", 1),
                                    ("until_round__gte", 1),
                                ),
                                name="a_place_is_left_from_a_hand_of_a_round_on",
                            ),
                        ]
                    },
                ),
                migrations.CreateModel(
                    name="SentEvening",
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
                        ("version", models.PositiveIntegerField(default=0)),
                        ("asked", models.PositiveIntegerField(default=0)),
                        ("sent_at", models.DateTimeField(blank=True, null=True)),
                        ("refused", models.CharField(blank=True, max_length=20)),
                        ("trouble", models.CharField(blank=True, max_length=20)),
                        ("troubled_at", models.DateTimeField(blank=True, null=True)),
                        ("tries", models.PositiveSmallIntegerField(default=0)),
                        ("next_at", models.DateTimeField(blank=True, null=True)),
                        (
                            "evening",
                            models.OneToOneField(
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="sent",
                                to="scorekeeper.evening",
                            ),
                        ),
                        (
                            "link",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="evenings",
                                to="tournaments.serverlink",
                            ),
                        ),
                    ],
                ),
                migrations.CreateModel(
                    name="ArrivedEvening",
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
                        ("name", models.CharField(max_length=80)),
                        ("taken", models.PositiveIntegerField(blank=True, null=True)),
                        ("arrived_at", models.DateTimeField(blank=True, null=True)),
                        ("refused", models.CharField(blank=True, max_length=20)),
                        ("refused_at", models.DateTimeField(blank=True, null=True)),
                        ("key", models.UUIDField()),
                        (
                            "computer",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="evenings",
                                to="tournaments.hallcomputer",
                            ),
                        ),
                        (
                            "evening",
                            models.OneToOneField(
                                blank=True,
                                null=True,
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="arrived",
                                to="scorekeeper.evening",
                            ),
                        ),
                    ],
                    options={
                        "constraints": [
                            models.UniqueConstraint(
                                fields=("computer", "key"), name="a_computer_sends_an_evening_once"
                            )
                        ]
                    },
                ),
                migrations.CreateModel(
                    name="TableMessage",
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
                        ("tables", models.JSONField(default=list)),
                        ("text", models.CharField(max_length=200)),
                        ("is_on_board", models.BooleanField(default=False)),
                        ("author_name", models.CharField(max_length=80)),
                        ("sent_at", models.DateTimeField()),
                        ("ended_at", models.DateTimeField(blank=True, null=True)),
                        (
                            "tournament",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="messages",
                                to="tournaments.tournament",
                            ),
                        ),
                    ],
                ),
                migrations.CreateModel(
                    name="Call",
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
                        ("key", models.UUIDField(default=uuid.uuid4)),
                        ("table_number", models.PositiveSmallIntegerField()),
                        ("round_number", models.PositiveSmallIntegerField(blank=True, null=True)),
                        (
                            "about",
                            models.CharField(
                                choices=[
                                    ("score", "A mistake in the score"),
                                    ("rules", "A dispute on the rules"),
                                    ("renounce", "A renounce"),
                                    ("missing", "Somebody is missing"),
                                    ("other", "Something else"),
                                ],
                                max_length=16,
                            ),
                        ),
                        ("words", models.CharField(blank=True, max_length=200)),
                        ("by_name", models.CharField(max_length=80)),
                        ("called_at", models.DateTimeField()),
                        ("taken_by", models.CharField(blank=True, max_length=80)),
                        ("taken_at", models.DateTimeField(blank=True, null=True)),
                        ("ruling", models.CharField(blank=True, max_length=200)),
                        ("rule", models.CharField(blank=True, max_length=80)),
                        ("closed_by", models.CharField(blank=True, max_length=80)),
                        ("closed_at", models.DateTimeField(blank=True, null=True)),
                        (
                            "tournament",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="calls",
                                to="tournaments.tournament",
                            ),
                        ),
                    ],
                    options={
                        "constraints": [
                            models.UniqueConstraint(
                                fields=("tournament", "key"), name="a_key_calls_once"
                            )
                        ]
                    },
                ),
                migrations.CreateModel(
                    name="TablePhone",
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
                        ("name", models.CharField(blank=True, max_length=80)),
                        ("device", models.CharField(blank=True, max_length=80)),
                        ("joined_at", models.DateTimeField()),
                        ("seen_message", models.PositiveBigIntegerField(default=0)),
                        (
                            "code",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="phones",
                                to="tournaments.tablecode",
                            ),
                        ),
                        (
                            "session",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="+",
                                to="sessions.session",
                            ),
                        ),
                    ],
                    options={
                        "constraints": [
                            models.UniqueConstraint(
                                fields=("code", "session"), name="a_phone_joins_a_table_once"
                            )
                        ]
                    },
                ),
                migrations.CreateModel(
                    name="ContestOpening",
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
                            "token",
                            models.CharField(
                                default=scorekeeper.models.codes.new_token,
                                max_length=32,
                                unique=True,
                            ),
                        ),
                        ("takes_requests", models.BooleanField(default=True)),
                        ("shows_names", models.BooleanField(default=False)),
                        ("author_name", models.CharField(max_length=80)),
                        ("at", models.DateTimeField()),
                        (
                            "tournament",
                            models.OneToOneField(
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="opened",
                                to="tournaments.tournament",
                            ),
                        ),
                    ],
                ),
                migrations.CreateModel(
                    name="EntryRequest",
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
                        (
                            "token",
                            models.CharField(
                                default=scorekeeper.models.codes.new_token,
                                max_length=32,
                                unique=True,
                            ),
                        ),
                        ("names", models.JSONField(default=list)),
                        ("tags", models.JSONField(default=list)),
                        ("phone", models.CharField(blank=True, max_length=120)),
                        ("mail", models.EmailField(blank=True, max_length=120)),
                        ("language", models.CharField(max_length=8)),
                        (
                            "state",
                            models.CharField(
                                choices=[
                                    ("asked", "To be confirmed"),
                                    ("waiting", "On the waiting list"),
                                    ("entered", "Entered"),
                                    ("refused", "Refused"),
                                    ("withdrawn", "Withdrawn"),
                                ],
                                default="asked",
                                max_length=9,
                            ),
                        ),
                        ("asked_at", models.DateTimeField()),
                        ("accepted_at", models.DateTimeField(blank=True, null=True)),
                        ("settled_at", models.DateTimeField(blank=True, null=True)),
                        (
                            "entry",
                            models.ForeignKey(
                                blank=True,
                                null=True,
                                on_delete=django.db.models.deletion.SET_NULL,
                                related_name="requests",
                                to="tournaments.entry",
                            ),
                        ),
                        (
                            "tournament",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="requests",
                                to="tournaments.tournament",
                            ),
                        ),
                    ],
                    options={
                        "constraints": [
                            models.UniqueConstraint(
                                fields=("tournament", "number"), name="a_request_has_its_own_number"
                            )
                        ]
                    },
                ),
            ]
        )
    ]
