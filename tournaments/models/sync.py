"""Sync of a club's data from the hall's computer, which writes it, to a server, which shows it."""

from django.db import models

from scorekeeper.models import Club, Evening, Player
from scorekeeper.models.clubs import NAME_LENGTH
from tournaments.models.tournaments import Tournament

ADDRESS_LENGTH = 200
HASH_LENGTH = 64
TROUBLE_LENGTH = 20


class HallComputer(models.Model):
    """Server side: a computer that may send the club's contests; only a hash of its key is stored.

    `is_apart` is set once somebody confirmed that it is a new computer, not one of those connected
    before. `refused` is the reason why the last unknown document was rejected, and `refused_key`
    identifies that document. A computer can invent any number of documents, so only the last is
    reported. Both are empty if there was none or it has been accepted since.
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
    """Server side: a document that the hall's computer sends.

    `taken` is the length of the log that was imported last; None before the first import, and once
    the contest is continued on the server. `refused` is a code that says why the last document was
    rejected; empty if it was accepted.
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
    """Server side: a contest sent by the hall's computer, identified by its first log entry.

    `tournament` is None if the club has the contest from somewhere else.
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
    """Server side: an evening sent by the hall's computer, identified by its key.

    `evening` is None if the club has the evening from somewhere else.
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
    """Server side: the player that a name in the sent documents stands for, once resolved."""

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
    """Hall side: the server that the club's contests are sent to, with the key it issued.

    `club_name` is the club's name on the server. `trouble` is the code of the last connection
    error, which began at `troubled_at`; empty if the last attempt succeeded.
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
    """Hall side: how much of a document the server has, as `version` says.

    `asked` is the version sent last, whether it was accepted or `refused`. `trouble` is the code of
    the error since `troubled_at`, after `tries` attempts; the next attempt is not before `next_at`.
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
    """Hall side: how much of a contest the server has, in entries of its log."""

    link = models.ForeignKey(ServerLink, on_delete=models.CASCADE, related_name="contests")
    tournament = models.OneToOneField(Tournament, on_delete=models.CASCADE, related_name="sent")

    def __str__(self) -> str:
        return f"{self.tournament} ({self.version})"


class SentEvening(SentDocument):
    """Hall side: how much of an evening the server has."""

    link = models.ForeignKey(ServerLink, on_delete=models.CASCADE, related_name="evenings")
    evening = models.OneToOneField(Evening, on_delete=models.CASCADE, related_name="sent")

    def __str__(self) -> str:
        return f"{self.evening} ({self.version})"
