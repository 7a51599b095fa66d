"""Comments for translators on ambiguous words that stand alone on a page.

Each comment is copied to the catalogue of every language, to the entry of its word.
"""

from typing import Final

from django.utils.translation import gettext_noop as _

WORDS: Final = (
    # Translators: verb, on a button: show the list as it was chosen beside it.
    _("Show"),
    # Translators: verb, on a button.
    _("Search"),
    # Translators: verb, on a button: see whether it is right.
    _("Check"),
    # Translators: verb, on a button: close a window, not a round.
    _("Close"),
    # Translators: noun, head of a column: by how much a rating went up or down.
    _("Change"),
    # Translators: verb, on a button: put two side by side.
    _("Compare"),
    # Translators: verb, on a button: mend a hand that was written down.
    _("Correct"),
    # Translators: verb, on a button: two entries change tables in a draw.
    _("Swap"),
    # Translators: verb, on a button: the referee says what counts.
    _("Decide"),
    # Translators: verb, on a button: hide a player who comes no more.
    _("Archive"),
    # Translators: verb, on a button: an entry leaves the contest.
    _("Withdraw"),
    # Translators: verb, on a button.
    _("Remove"),
    # Translators: verb, on a button.
    _("Edit"),
    # Translators: verb, on a button: take the last act back.
    _("Undo"),
    # Translators: verb, on a button: keep what was typed.
    _("Save"),
    # Translators: verb, on a button.
    _("Print"),
    # Translators: verb, on a button: make a copy of the database.
    _("Copy now"),
    # Translators: on a link: to the page before.
    _("Back"),
    # Translators: verb, on a button: show a notice no longer.
    _("Dismiss"),
    # Translators: verb, on a button: a phone takes part in an evening.
    _("Join"),
    # Translators: noun: in which order a list stands.
    _("Order"),
    # Translators: noun: how a round is drawn.
    _("Method"),
    # Translators: noun: how far apart in the ranking those stand who meet.
    _("Distance"),
    # Translators: noun, plural: pairings that were played before.
    _("Repeats"),
    # Translators: no repeats in a draw; no entry; feminine in French.
    _("none"),
    # Translators: noun: who plays whom, by lot or ranking; never equal scores.
    _("Draw"),
    # Translators: a draw was made, with its time behind.
    _("Drawn"),
    # Translators: of a draw: another one was made instead.
    _("replaced"),
    # Translators: of a draw: everybody may see it.
    _("published"),
    # Translators: of a draw: everybody may see it, with its time behind.
    _("Published"),
    # Translators: noun: one round of a contest, in which each entry plays one game.
    _("Round"),
    # Translators: noun: where four people sit, not a list.
    _("Table"),
    # Translators: noun, before a number: where four people sit, not a list.
    _("table"),
    # Translators: noun: where four people sit each, not lists.
    _("Tables"),
    # Translators: noun: the lists to choose from, rankings and tables.
    _("Lists"),
    # Translators: between two numbers: cards from 1 to 8.
    _("to"),
    # Translators: before the partner’s name or number.
    _("with"),
    # Translators: before the names of the opponents.
    _("against"),
    # Translators: of an entry: has come; head of a column and of a figure.
    _("Here"),
    # Translators: of an entry: has come.
    _("here"),
    # Translators: of an entry: its fee is paid; head of a column and of a figure.
    _("Paid"),
    # Translators: of an entry: its fee is paid.
    _("paid"),
    # Translators: noun, plural, of entries: those who have left the contest.
    _("Withdrawals"),
    # Translators: of an entry or a team: has left the contest.
    _("withdrawn"),
    # Translators: noun, heading: what happens when somebody leaves the contest.
    _("Leaving"),
    # Translators: of an entry: has left the contest.
    _("withdrawn"),
    # Translators: of an entry: does not play in this round; not a forfeit.
    _("exempt"),
    # Translators: of an entry: does not play in this round; not a forfeit.
    _("Exempt"),
    # Translators: noun: a game lost because nobody came.
    _("forfeit"),
    # Translators: noun or verb, of one game, in a list of games.
    _("won"),
    # Translators: noun or verb, of one game, in a list of games.
    _("lost"),
    # Translators: of games: how many were won, head of a column.
    _("Won"),
    # Translators: of games: how many were lost, head of a column.
    _("Lost"),
    # Translators: of games with equal scores: how many, head of a column.
    _("Tied"),
    # Translators: of games: how many were played, head of a column.
    _("Played"),
    # Translators: of a meeting of two teams.
    _("played"),
    # Translators: of a team or a player: takes part in the final.
    _("final"),
    # Translators: of games: the one with most points, head of a column.
    _("Best"),
    # Translators: noun: how well somebody has played of late; not a sheet to fill in.
    _("Form"),
    # Translators: noun: share of the contracts that were made.
    _("Success"),
    # Translators: of hands: how often somebody was the taker, head of a column.
    _("Taken"),
    # Translators: of a contract: the takers won it.
    _("Made"),
    # Translators: of a contract: the takers lost it; “dedans”.
    _("Failed"),
    # Translators: noun: who deals this hand, head of a column on paper.
    _("Deals"),
    # Translators: noun: what was bid in contrée.
    _("Bid"),
    # Translators: of a bid: “contré”.
    _("Doubled"),
    # Translators: noun: one deal and its play; “donne”, not the cards that somebody holds.
    _("Hand"),
    # Translators: noun: one deal and its play; “donne”, not the cards that somebody holds.
    _("hand"),
    # Translators: noun: deals and their play; “donnes”, not cards that somebody holds.
    _("hands"),
    # Translators: noun: deals and their play; “donnes”, not cards that somebody holds.
    _("Hands"),
    # Translators: noun: of two teams, until a target or a number of hands; “partie”.
    _("Game"),
    # Translators: noun: of two teams, until a target or a number of hands; “partie”.
    _("game"),
    # Translators: noun: paper with the totals of a game, handed in at the desk.
    _("Slip"),
    # Translators: noun: paper with the totals of a game, handed in at the desk.
    _("slip"),
    # Translators: noun: who did what in a contest, and when.
    _("Log"),
    # Translators: noun: the page for the projector.
    _("Board"),
    # Translators: noun: the last contest of a season.
    _("Final"),
    # Translators: of evenings: those that do not count for the season’s score.
    _("Dropped"),
    # Translators: of an evening: does not count for the season’s score.
    _("dropped"),
    # Translators: of a season: its table stays as it is.
    _("frozen"),
    # Translators: of an evening: counts because somebody said so.
    _("chosen"),
    # Translators: of an evening: goes on; feminine in French.
    _("open"),
    # Translators: of games: finished or not; feminine in French.
    _("All"),
    # Translators: of games; feminine in French.
    _("Finished"),
    # Translators: of a game or a contest: nothing more is played.
    _("finished"),
    # Translators: of a round: nothing more is played in it.
    _("closed"),
    # Translators: of a game: ended before its length; feminine in French.
    _("stopped"),
    # Translators: of a sheet: both sides accepted it, or the referee decided.
    _("settled"),
    # Translators: of a team: it accepts the sheet.
    _("accepts"),
    # Translators: of the round’s clock: its minutes were changed.
    _("set"),
    # Translators: of the round’s clock.
    _("started"),
    # Translators: of the round’s clock.
    _("paused"),
    # Translators: noun: of a game: played, forfeit, exempt …; head of a column.
    _("Kind"),
    # Translators: noun: won, lost or equal; head of a column.
    _("Result"),
    # Translators: noun: of a hand: made, failed, capot …; head of a column.
    _("Outcome"),
    # Translators: noun: why a penalty was given.
    _("Reason"),
    # Translators: noun: what the referee decided about a sheet.
    _("Ruling"),
    # Translators: noun: of a game: being played, finished ….
    _("State"),
    # Translators: noun: of an entry.
    _("Number"),
    # Translators: before a field: another value than those above.
    _("Another"),
    # Translators: noun: points that end a game.
    _("Target"),
    # Translators: verb, of a side: it wins this hand.
    _("wins"),
    # Translators: noun, of a filter: which players.
    _("Who"),
    # Translators: noun, of a filter: which months or season.
    _("When"),
    # Translators: how often all teams meet each other.
    _("Once"),
    # Translators: noun: what a season’s table is ordered by, or the points of a side.
    _("Score"),
    # Translators: noun: points an evening, head of a column.
    _("Average"),
    # Translators: heading: figures of a contest’s story.
    _("Counted"),
    # Translators: noun: who led the ranking after a round.
    _("Leader"),
    # Translators: of entries: how many there are.
    _("Entered"),
    # Translators: noun: of the database, to put back.
    _("Copies"),
    # Translators: noun: the computer’s sleep.
    _("Sleep"),
    # Translators: noun: a number that says how strong somebody plays.
    _("Rating"),
    # Translators: the program reads this column as it thinks right.
    _("Automatic"),
    # Translators: of players: those who come no more.
    _("Archived"),
)
