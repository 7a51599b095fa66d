"""The log of the people of clubs, what they are told of links, invitations to found a club."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("scorekeeper", "0011_roles_of_members"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="FoundingInvitation",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("token_hash", models.CharField(max_length=64, unique=True)),
                ("created_at", models.DateTimeField()),
                ("expires_at", models.DateTimeField()),
                ("used_at", models.DateTimeField(blank=True, null=True)),
            ],
        ),
        migrations.AddField(
            model_name="membership",
            name="link_told_at",
            field=models.DateTimeField(blank=True, null=True),
        ),
        migrations.CreateModel(
            name="MemberEvent",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
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
    ]
