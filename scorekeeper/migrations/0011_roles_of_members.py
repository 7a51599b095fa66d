"""Each member has a role: the first one of a club owns it, the others organise as before."""

from django.apps.registry import Apps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

ROLES = ["reader", "desk", "referee", "organiser", "owner"]


def give_roles(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Let nobody lose anything: an administrator before all others, then who was there first.

    An account that is shut owns a club only where all of them are: nobody signs in with it.
    """
    alias = schema_editor.connection.alias
    memberships = apps.get_model("scorekeeper", "Membership").objects.using(alias)
    owners = {}
    order = ("club", "-user__is_active", "-user__is_superuser", "created_at", "pk")
    for pk, club in memberships.order_by(*order).values_list("pk", "club"):
        owners.setdefault(club, pk)
    # Each row once: PostgreSQL alters no table in which one was written twice by the same migration.
    memberships.exclude(pk__in=owners.values()).update(role="organiser")
    memberships.filter(pk__in=owners.values()).update(role="owner")


class Migration(migrations.Migration):
    dependencies = [("scorekeeper", "0010_hands_know_what_was_sent")]

    operations = [
        migrations.AddField(
            model_name="membership",
            name="role",
            field=models.CharField(
                choices=[(role, role) for role in ROLES], default="reader", max_length=9
            ),
        ),
        migrations.RunPython(give_roles, migrations.RunPython.noop),
        migrations.AddConstraint(
            model_name="membership",
            constraint=models.CheckConstraint(
                condition=models.Q(role__in=ROLES), name="a_member_has_a_role_that_there_is"
            ),
        ),
    ]
