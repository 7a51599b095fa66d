"""Lists as clubs keep them: a title, merged cells, an empty row, columns of their own, a total."""

import io

import xlsxwriter

from tests.tournaments.files.workbooks import ods, ods_row

TITLE = "Concours de belote du 22 novembre 2026"
CLUB = "Amicale des Boulistes & Amis"


def entries_book() -> bytes:
    """Return a workbook of entries: the names of a team under one merged heading, money counted."""
    out = io.BytesIO()
    with xlsxwriter.Workbook(out) as book:
        sheet = book.add_worksheet("Inscriptions")
        bold = book.add_format({"bold": True, "align": "center"})
        sheet.merge_range("A1:G1", TITLE, bold)
        sheet.merge_range("A2:G2", CLUB)
        sheet.merge_range("B4:C4", "Joueur 1", bold)
        sheet.merge_range("D4:E4", "Joueur 2", bold)
        for place, heading in ((0, "N°"), (5, "Téléphone"), (6, "Payé")):
            sheet.merge_range(3, place, 4, place, heading, bold)
        rows: list[list[object]] = [
            ["", "NOM", "Prénom", "NOM", "Prénom", "", ""],
            [1, "DUPONT", "Anne", "LE GOFF", "Paul", "06 12 34 56 78", "oui"],
            [2, "PETIT", "Rose", "D'ALMEIDA", "Ali", "0321 45 67 89", "10 €"],
            [3, "MARTIN", "Zoé", "", "", "", ""],
            [4, "", "", "", "", "", "non"],
            ["", "Total", "3 équipes", "", "", "", "20 €"],
        ]
        for number, row in enumerate(rows, start=4):
            for place, cell in enumerate(row):
                if cell != "":
                    sheet.write(number, place, cell)
    return out.getvalue()


def plain_entries_book() -> bytes:
    """Return the workbook that most clubs have: one column a player."""
    out = io.BytesIO()
    with xlsxwriter.Workbook(out) as book:
        sheet = book.add_worksheet("Feuil1")
        rows: list[list[object]] = [
            [TITLE],
            [CLUB],
            [],
            ["N°", "Équipe", "Joueur 1", "Joueur 2", "Téléphone", "Payé"],
            [1, "Les As", "Anne Dupont", "Paul Le Goff", "06 12 34 56 78", "oui"],
            [2, "Les Rois", "Rose Petit", "Ali Benali", "", "non"],
            [3, "", "Zoé Martin", "", "06 98 76 54 32", "x"],
        ]
        for number, row in enumerate(rows):
            sheet.write_row(number, 0, row)
    return out.getvalue()


def results_book() -> bytes:
    """Return results of a contest: its day stands in the title alone."""
    empty: list[str] = [""]
    return ods(
        ods_row("Résultats du concours de Noël - samedi 21 décembre 2024")
        + ods_row(*empty)
        + ods_row("Place", "Équipe", "Partie 1", "Partie 2", "Total")
        + ods_row("1er", "Anne Dupont / Paul Le Goff", "2 050", "2 200", "4 250")
        + ods_row("2ème", "Rose Petit / Ali Benali", "2 100", "2 000", "4 100")
        + ods_row(times=1_000, empty=5)
    )


PLAYERS_LIST = (
    "Liste des adhérents 2026;;;\r\n"
    ";;;\r\n"
    "NOM;Prénom;Adresse;Téléphone\r\n"
    "DUPONT;Anne;3, rue des Tilleuls;06 12 34 56 78\r\n"
    "BENALI;Ali;;\r\n"
    "MARTIN-DURAND;Zoé;12 place du Marché;0321 45 67 89\r\n"
).encode("cp1252")
