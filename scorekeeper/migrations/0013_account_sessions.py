"""Where people are signed in is listed; who is signed in already is so from the start."""

from datetime import timedelta

import django.db.models.deletion
from django.apps.registry import Apps
from django.conf import settings
from django.contrib.sessions.backends.db import SessionStore
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.utils import timezone
from django.utils.crypto import constant_time_compare, salted_hmac

HASHED_BY = "django.contrib.auth.models.AbstractBaseUser.get_session_auth_hash"
YEAR = timedelta(days=365)


def list_sessions(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Note the sessions that hold; what they run on is seen at their next visit."""
    alias, now = schema_editor.connection.alias, timezone.now()
    people = dict(apps.get_model("auth", "User").objects.using(alias).values_list("pk", "password"))
    sessions = apps.get_model("sessions", "Session").objects.using(alias)
    account_session = apps.get_model("scorekeeper", "AccountSession")
    for session in sessions.filter(expire_date__gt=now).iterator():
        said = SessionStore().decode(session.session_data)
        user = str(said.get("_auth_user_id", ""))
        password = people.get(int(user)) if user.isdecimal() else None
        if password is None:
            continue
        # One of before the password was changed lets nobody in.
        own = salted_hmac(HASHED_BY, password, algorithm="sha256").hexdigest()
        if constant_time_compare(said.get("_auth_user_hash", ""), own):
            # It ends a year after it was stored last.
            seen = min(session.expire_date - YEAR, now)
            account_session.objects.using(alias).create(
                session_id=session.pk, user_id=int(user), begun_at=seen, seen_at=seen
            )


class Migration(migrations.Migration):
    dependencies = [
        ("scorekeeper", "0012_people_of_clubs"),
        ("sessions", "0001_initial"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="AccountSession",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
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
        migrations.RunPython(list_sessions, migrations.RunPython.noop),
    ]
