"""A club on two installations: the hall's computer writes contests, a server shows them."""

from django.db import models

from scorekeeper.models import Club, Evening, Player
from scorekeeper.models.clubs import NAME_LENGTH
from tournaments.models.tournaments import Tournament

ADDRESS_LENGTH = 200
HASH_LENGTH = 64
TROUBLE_LENGTH = 20


class HallComputer(models.Model):
    """On the server: a computer that may send contests of the club; only its key's hash is kept.

    `is_apart` is set once somebody said that it is none of those that were connected before.
    `refused` says why the last document was not taken of which nothing is here, and of which a
    computer can make up any number: only the last one is told, by its name and its address
    (`refused_key`); empty where there was none, or it was taken since.
    """

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="hall_computers")
    name = models.CharField(max_length=NAME_LENGTH)
    key_hash = models.CharField(max_length=HASH_LENGTH, unique=True)
    created_at = models.DateTimeField()
    heard_at = models.DateTimeField(null=True, blank=True)
    ended_at = models.DateTimeField(null=True, blank=True)
    is_apart = models.BooleanField(default=False)
    refused = models.CharField(max_length=TROUBLE_LENGTH, blank=True)
    refused_name = models.CharField(max_length=NAME_LENGTH, blank=True)
    refused_key = models.CharField(max_length=HASH_LENGTH, blank=True)
    refused_at = models.DateTimeField(null=True, blank=True)

    def __str__(self) -> str:
        return self.name


class ArrivedDocument(models.Model):
    """On the server: something of which a hall's computer sends the document.

    `taken` is how much of its log was there when it was taken last; None where nothing was yet, and
    once somebody decided that it goes on here. `refused` says why the last document was not taken,
    in a code; empty where it was.
    """

    name = models.CharField(max_length=NAME_LENGTH)
    taken = models.PositiveIntegerField(null=True, blank=True)
    arrived_at = models.DateTimeField(null=True, blank=True)
    refused = models.CharField(max_length=TROUBLE_LENGTH, blank=True)
    refused_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        abstract = True

    def __str__(self) -> str:
        return self.name


class ArrivedContest(ArrivedDocument):
    """On the server: a contest that a hall's computer sends, known by the first line of its log.

    `tournament` is None where the club has it, but not from this computer.
    """

    computer = models.ForeignKey(HallComputer, on_delete=models.CASCADE, related_name="contests")
    first_hash = models.CharField(max_length=HASH_LENGTH)
    tournament = models.OneToOneField(
        Tournament, on_delete=models.CASCADE, null=True, blank=True, related_name="arrived"
    )

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=["computer", "first_hash"], name="a_computer_sends_a_contest_once"
            ),
        )


class ArrivedEvening(ArrivedDocument):
    """On the server: an evening that a hall's computer sends, known by its key.

    `evening` is None where the club has it, but not from this computer.
    """

    computer = models.ForeignKey(HallComputer, on_delete=models.CASCADE, related_name="evenings")
    key = models.UUIDField()
    evening = models.OneToOneField(
        Evening, on_delete=models.CASCADE, null=True, blank=True, related_name="arrived"
    )

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=["computer", "key"], name="a_computer_sends_an_evening_once"
            ),
        )


class ArrivedName(models.Model):
    """On the server: who somebody is that a hall's computer names, found once and remembered."""

    computer = models.ForeignKey(HallComputer, on_delete=models.CASCADE, related_name="names")
    name = models.CharField(max_length=NAME_LENGTH)
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="arrived_names")

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=["computer", "name"], name="a_computer_names_somebody_once"
            ),
        )

    def __str__(self) -> str:
        return self.name


class ServerLink(models.Model):
    """In the hall: the server to which the club's contests are sent, with the key it gave.

    `club_name` is what the club is called there. `trouble` says in a code why it could not be
    reached the last time, since `troubled_at`; empty where it could.
    """

    club = models.OneToOneField(Club, on_delete=models.CASCADE, related_name="server_link")
    address = models.CharField(max_length=ADDRESS_LENGTH)
    key = models.CharField(max_length=HASH_LENGTH)
    club_name = models.CharField(max_length=NAME_LENGTH)
    created_at = models.DateTimeField()
    heard_at = models.DateTimeField(null=True, blank=True)
    trouble = models.CharField(max_length=TROUBLE_LENGTH, blank=True)
    troubled_at = models.DateTimeField(null=True, blank=True)

    def __str__(self) -> str:
        return self.address


class SentDocument(models.Model):
    """In the hall: how much of something the server has, as `version` says.

    `asked` is the version that was sent last, taken or `refused`. `trouble` says in a code why it
    did not get through since `troubled_at`, after that many `tries`; nothing is tried before
    `next_at`.
    """

    version = models.PositiveIntegerField(default=0)
    asked = models.PositiveIntegerField(default=0)
    sent_at = models.DateTimeField(null=True, blank=True)
    refused = models.CharField(max_length=TROUBLE_LENGTH, blank=True)
    trouble = models.CharField(max_length=TROUBLE_LENGTH, blank=True)
    troubled_at = models.DateTimeField(null=True, blank=True)
    tries = models.PositiveSmallIntegerField(default=0)
    next_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        abstract = True


class SentContest(SentDocument):
    """In the hall: how much of a contest the server has, in lines of its log."""

    link = models.ForeignKey(ServerLink, on_delete=models.CASCADE, related_name="contests")
    tournament = models.OneToOneField(Tournament, on_delete=models.CASCADE, related_name="sent")

    def __str__(self) -> str:
        return f"{self.tournament} ({self.version})"


class SentEvening(SentDocument):
    """In the hall: how much of an evening the server has."""

    link = models.ForeignKey(ServerLink, on_delete=models.CASCADE, related_name="evenings")
    evening = models.OneToOneField(Evening, on_delete=models.CASCADE, related_name="sent")

    def __str__(self) -> str:
        return f"{self.evening} ({self.version})"
