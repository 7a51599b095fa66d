"""Three hundred headings and layouts as clubs write them: read right at once, or asked about."""

from typing import Final

import pytest

from tournaments.entries.text_import import read_entries
from tournaments.files.reading.faults import UnreadableListError

Teams = list[tuple[str, ...]]
Layout = tuple[str, Teams | None]
"""A list, and the teams in it; None where somebody must be asked first."""

TEAMS: Final[Teams] = [
    ("Anne Dupont", "Paul Le Goff"),
    ("Rose Petit", "Ali Benali"),
    ("Zoé Martin", "Jean-Paul Bihan"),
]
SOLO: Final[Teams] = [*TEAMS[:2], ("Zoé Martin",)]


def lines(heading: str, *rows: str) -> str:
    return "\n".join([heading, *rows])


# One column a player.
TWO_COLUMNS = """
Joueur 1;Joueur 2
Joueur A;Joueur B
Joueur1;Joueur2
JOUEUR 1;JOUEUR 2
J1;J2
J 1;J 2
J.1;J.2
Nom 1;Nom 2
Nom1;Nom2
Noms;Partenaires
Nom;Partenaire
Nom;Coéquipier
Nom;Nom
Nom joueur 1;Nom joueur 2
Nom du joueur 1;Nom du joueur 2
Nom du premier joueur;Nom du deuxième joueur
Nom et prénom;Nom et prénom
Nom et prénom 1;Nom et prénom 2
Nom Prénom J1;Nom Prénom J2
NOM PRENOM J1;NOM PRENOM J2
NOM PRÉNOM JOUEUR 1;NOM PRÉNOM JOUEUR 2
Prénom Nom joueur 1;Prénom Nom joueur 2
Nom & prénom joueur 1;Nom & prénom joueur 2
Nom/Prénom 1;Nom/Prénom 2
Nom - Prénom (1);Nom - Prénom (2)
Joueur 1 (nom et prénom);Joueur 2 (nom et prénom)
1er joueur;2ème joueur
1er Joueur;2e Joueur
1ER JOUEUR;2EME JOUEUR
1re joueuse;2e joueuse
1er nom;2e nom
Premier joueur;Deuxième joueur
Premier joueur;Second joueur
Premier;Second
Première;Deuxième
Capitaine;Coéquipier
Capitaine;Équipier
Capitaine;Partenaire
Capitaine;Second
CAPITAINE;CO-EQUIPIER
Nom du capitaine;Nom du coéquipier
Capitaine (nom prénom);Coéquipier (nom prénom)
Joueur;Partenaire
Joueur;Coéquipier
Joueur;Coéquipière
Joueur;Binôme
Joueur;Son partenaire ou sa partenaire
Joueuse;Partenaire
Participant 1;Participant 2
Participant;Partenaire
Concurrent 1;Concurrent 2
Inscrit 1;Inscrit 2
Équipier 1;Équipier 2
Équipier A;Équipier B
Adhérent;Partenaire
Licencié 1;Licencié 2
Licencié;Coéquipier
Membre 1;Membre 2
Personne 1;Personne 2
Identité 1;Identité 2
Monsieur;Madame
M.;Mme
Mr;Mme
H;F
F;H
Homme;Femme
Lui;Elle
Mari;Épouse
Époux;Épouse
Player 1;Player 2
Name;Partner
First player;Second player
Captain;Partner
Associé 1;Associé 2
""".strip().splitlines()

# Family names and first names apart.
FOUR_COLUMNS = """
Nom;Prénom;Nom;Prénom
NOM;PRENOM;NOM;PRENOM
Nom 1;Prénom 1;Nom 2;Prénom 2
Nom1;Prénom1;Nom2;Prénom2
Nom J1;Prénom J1;Nom J2;Prénom J2
NOM J1;PRENOM J1;NOM J2;PRENOM J2
Nom A;Prénom A;Nom B;Prénom B
Nom joueur 1;Prénom joueur 1;Nom joueur 2;Prénom joueur 2
NOM JOUEUR 1;PRÉNOM JOUEUR 1;NOM JOUEUR 2;PRÉNOM JOUEUR 2
Nom du joueur 1;Prénom du joueur 1;Nom du joueur 2;Prénom du joueur 2
Nom du 1er joueur;Prénom du 1er joueur;Nom du 2e joueur;Prénom du 2e joueur
Nom 1er joueur;Prénom 1er joueur;Nom 2ème joueur;Prénom 2ème joueur
Joueur 1 Nom;Joueur 1 Prénom;Joueur 2 Nom;Joueur 2 Prénom
Joueur 1 : nom;Joueur 1 : prénom;Joueur 2 : nom;Joueur 2 : prénom
Joueur 1 - Nom;Joueur 1 - Prénom;Joueur 2 - Nom;Joueur 2 - Prénom
Nom capitaine;Prénom capitaine;Nom coéquipier;Prénom coéquipier
Nom du capitaine;Prénom du capitaine;Nom du partenaire;Prénom du partenaire
Nom;Prénom;Nom partenaire;Prénom partenaire
Nom;Prénom;Nom du partenaire;Prénom du partenaire
Nom;Prénom;Nom du coéquipier;Prénom du coéquipier
Nom de famille 1;Prénom 1;Nom de famille 2;Prénom 2
Nom de famille;Prénom;Nom de famille;Prénom
Nom participant 1;Prénom participant 1;Nom participant 2;Prénom participant 2
Nom équipier 1;Prénom équipier 1;Nom équipier 2;Prénom équipier 2
Last name;First name;Last name;First name
Surname 1;First name 1;Surname 2;First name 2
Patronyme 1;Prénom 1;Patronyme 2;Prénom 2
Nom Monsieur;Prénom Monsieur;Nom Madame;Prénom Madame
""".strip().splitlines()

# Both players in one cell.
ONE_COLUMN = """
Équipe
Équipes
EQUIPE
Équipes inscrites
Noms des équipes
Nom de l'équipe
Noms de l’équipe
Doublette
Doublettes
Paire
Paires
Binôme
Binômes
Duo
Couple
Tandem
Team
Joueurs
Noms
Noms des joueurs
Noms et prénoms
Nom des deux joueurs
Participants
Inscrits
""".strip().splitlines()
# Beside it, a column that is no name.
BESIDE = ["Tél", "Téléphone", "Payé", "Observations", "Ville", "Club", "N° licence", "Table"]

FOOTERS = """
Soit 3 équipes
Soit : 3 équipes
Nombre de doublettes : 3
Nombre d'équipes;3
NOMBRE DE DOUBLETTES;;3
Nb équipes : 3
Nbre d'inscrits : 6
Total : 3 équipes
Total;;30 €
TOTAL ÉQUIPES : 3
Sous-total;;30
3 équipes
3 doublettes inscrites
6 joueurs
6 participants
Équipes : 3
Doublettes inscrites : 3
Effectif : 6
Montant des mises : 30 €
Recette : 30 €
Reste 2 équipes
Somme;;30
Reste à payer : 30 €
Total général;;30
""".strip().splitlines()

REMARKS = """
Signature du responsable
Page 1
Liste d'attente
Buvette ouverte à 19 h
Complet
L'organisateur : M. Durand
""".strip().splitlines()

UNKNOWN = """
Tireur;Pointeur
Nord;Sud
Alpha;Oméga
Un;Deux
Chef;Adjoint
Rouge;Bleu
Joueur;Acolytes divers
Capitaine;Suppléant
Nom;Complice
""".strip().splitlines()


def layouts() -> dict[str, Layout]:
    whole = [";".join(team) for team in TEAMS]
    four = [
        "DUPONT;Anne;LE GOFF;Paul",
        "PETIT;Rose;BENALI;Ali",
        "MARTIN;Zoé;BIHAN;Jean-Paul",
    ]
    joined = [" & ".join(team) for team in TEAMS]
    found: dict[str, Layout] = {}
    for heading in TWO_COLUMNS:
        found[heading] = (lines(heading, *whole), TEAMS)
    for heading in FOUR_COLUMNS:
        found[heading] = (lines(heading, *four), TEAMS)
    for heading in ONE_COLUMN:
        found[heading] = (lines(heading, *joined), TEAMS)
    for beside in BESIDE:
        for heading in ("Doublette", "Paire"):
            rows = [f"{one};" for one in joined]
            found[f"{heading};{beside}"] = (lines(f"{heading};{beside}", *rows), TEAMS)
    for footer in FOOTERS:
        found[f"below: {footer}"] = (lines("Joueur 1;Joueur 2", *whole, footer), TEAMS)
    for footer in ("Soit 3 équipes", "Nombre de doublettes : 3", "Total : 3"):
        found[f"without headings, below: {footer}"] = (lines(*whole, footer), TEAMS)
    for remark in REMARKS:
        found[f"remark: {remark}"] = (lines("Joueur 1;Joueur 2", *whole, remark), None)
    for heading in UNKNOWN:
        found[f"unknown: {heading}"] = (lines(heading, *whole), None)
    return (
        found
        | two_lines()
        | pages()
        | others()
        | beside_names()
        | partners()
        | one_in_two_columns()
        | of_secretaries()
        | beyond_the_headings()
        | not_only_names()
    )


def two_lines() -> dict[str, Layout]:
    """Return layouts with a line for each player of a team."""
    merged = [f"{number};{a}\n;{b}" for number, (a, b) in enumerate(TEAMS, start=1)]
    repeated = [f"{number};{a}\n{number};{b}" for number, (a, b) in enumerate(TEAMS, start=1)]
    named = [f"Les {name};{a}\n;{b}" for name, (a, b) in zip("ABC", TEAMS, strict=True)]
    apart = ["1;DUPONT;Anne\n;LE GOFF;Paul", "2;PETIT;Rose\n;BENALI;Ali", "3;MARTIN;Zoé"]
    return {
        "merged: N°;Joueur": (lines("N°;Joueur", *merged), TEAMS),
        "merged: Équipe;Joueurs": (lines("N° équipe;Joueurs", *merged), TEAMS),
        "merged: N° doublette;Nom": (lines("N° doublette;Nom", *merged), TEAMS),
        "merged: no headings": (lines(*merged), TEAMS),
        "repeated: N°;Joueur": (lines("N°;Joueur", *repeated), TEAMS),
        "repeated: no headings": (lines(*repeated), TEAMS),
        "merged: Équipe;Joueur": (lines("Équipe;Joueur", *named), TEAMS),
        "merged: N°;Nom;Prénom, one alone": (lines("N°;Nom;Prénom", *apart), SOLO),
        "three of a number": (lines("N°;Joueur", *merged, ";Luc Morel"), None),
        "one number forgotten of three": (
            lines("N°;Nom", "1;Dupont Jean", "2;Martin Paul", ";Durand Luc"),
            None,
        ),
        "one number forgotten of four": (
            lines("N°;Nom", "1;Dupont Jean", "2;Martin Paul", ";Durand Luc", "4;Petit Rose"),
            None,
        ),
        "a number forgotten": (
            lines("N°;Joueur 1", "1;Anne Dupont", "2;Paul Le Goff", ";Rose Petit", "4;Ali Benali"),
            None,
        ),
    }


def beside_names() -> dict[str, Layout]:
    """Return layouts with a column of ticks or of titles that is called as people are."""
    people: Teams = [("Anne Dupont",), ("Rose Petit",), ("Paul Martin",)]
    ticked = ["DUPONT;Anne;oui", "PETIT;Rose;non", "MARTIN;Paul;"]
    crossed = ["DUPONT;Anne;x", "PETIT;Rose;", "MARTIN;Paul;x"]
    titled = ["Mme;DUPONT;Anne", "Mlle;PETIT;Rose", "M.;MARTIN;Paul"]
    found: dict[str, Layout] = {}
    for heading in ("Inscrit", "Premier", "J", "Membre", "Adhérent"):
        for rows in (ticked, crossed):
            found[f"Nom;Prénom;{heading}, {rows[0]}"] = (
                lines(f"Nom;Prénom;{heading}", *rows),
                people,
            )
    for heading in ("M", "M./Mme", "Mme/M.", "Madame"):
        found[f"{heading};Nom;Prénom"] = (lines(f"{heading};Nom;Prénom", *titled), people)
        found[f"{heading};Nom;Prénom, counted"] = (
            lines(f"{heading};Nom;Prénom", *titled, "Total : 3"),
            people,
        )
    return found | {
        "Nom;Prénom;Homme;Femme": (
            lines("Nom;Prénom;Homme;Femme", "DUPONT;Anne;;x", "PETIT;Rose;;x", "MARTIN;Paul;x;"),
            people,
        ),
        "Nom;Prénom;Inscrit, on two pages": (
            lines("Nom;Prénom;Inscrit", *ticked[:2], "Nom;Prénom;Inscrit", *ticked[2:]),
            people,
        ),
        "Nom;Prénom;Inscrit, not all ticks": (
            lines("Nom;Prénom;Inscrit", *ticked[:2], "MARTIN;Paul;peut-être"), None,
        ),
        "M. alone": (lines("J1;J2", "Anne Dupont;M.", "Rose Petit;Ali Benali"), None),
    }  # fmt: skip


def partners() -> dict[str, Layout]:
    """Return layouts with the partner in a column whose heading may say something else."""
    apart = ["DUPONT;Anne;Paul Le Goff", "PETIT;Rose;Ali Benali", "MARTIN;Zoé;Jean-Paul Bihan"]
    whole = [";".join(team) for team in TEAMS]
    found: dict[str, Layout] = {
        "Nom;Prénom;Binôme": (lines("Nom;Prénom;Binôme", *apart), TEAMS),
                "Nom Prénom;Binôme": (lines("Nom Prénom;Binôme", *whole), TEAMS),
        "Nom;Prénom;Binôme, numbers": (
            lines("Nom;Prénom;Binôme", "DUPONT;Anne;1", "LE GOFF;Paul;1", "PETIT;Rose;2",
                  "BENALI;Ali;2"),
            TEAMS[:2],
        ),
        "Nom;Avec, small letters": (lines("Nom;Avec", "Dupont Jean;martin anne"), None),
    }  # fmt: skip
    for heading in ("Doublette", "Paire", "Duo", "Tandem"):
        found[f"Nom;Prénom;{heading}, one alone"] = (
            lines(f"Nom;Prénom;{heading}", apart[0], "ROUX;Luc;"),
            None,
        )
        found[f"Nom;Prénom;{heading}, a name in the last line"] = (
            lines(f"Nom;Prénom;{heading}", "ROUX;Luc;", "MOREL;Eve;", *apart),
            None,
        )
    for heading in ("Doublette", "Paire", "Duo", "Tandem", "2ème", "Et"):
        found[f"Nom;Prénom;{heading}"] = (lines(f"Nom;Prénom;{heading}", *apart), None)
        for name in ("Nom Prénom", "Joueur"):
            found[f"{name};{heading}"] = (lines(f"{name};{heading}", *whole), None)
    return found


def one_in_two_columns() -> dict[str, Layout]:
    """Return layouts without a heading whose two columns may be the two names of one player."""
    shouted = ["DUPONT;Jean", "LE GOFF;Marie Anne", "PETIT;Rose"]
    return {
        "surname;first name": (lines(*shouted), None),
        "first name;surname": (lines("Jean;DUPONT", "Rose;PETIT"), None),
        "surname;first name, numbered": (lines(*(f"{n};{r}" for n, r in enumerate(shouted))), None),
        "surname;first name, tabs": (lines(*shouted).replace(";", "\t"), None),
        "surname;first name, small": (lines("Dupont;Jean", "Le Goff;Anne", "Petit;Rose"), None),
        "surname;first name, one line": ("DUPONT;Jean", None),
        "surname;first name among teams": (
            lines(*(";".join(team) for team in TEAMS), "DUPONT;Jean"), None,
        ),
        "surname;first name below J1;J2": (lines("J1;J2", *shouted), None),
        "teams in capitals": (
            lines("DUPONT Anne;LE GOFF Paul", "PETIT Rose;BENALI Ali"),
            [("DUPONT Anne", "LE GOFF Paul"), ("PETIT Rose", "BENALI Ali")],
        ),
        "all in capitals": (
            lines("ANNE DUPONT;PAUL LE GOFF", "ROSE PETIT;ALI BENALI"),
            [("ANNE DUPONT", "PAUL LE GOFF"), ("ROSE PETIT", "ALI BENALI")],
        ),
        "a heading of letters": (lines("A;B", "Anne Dupont;Paul Le Goff"), None),
    }  # fmt: skip


def of_secretaries() -> dict[str, Layout]:
    """Return layouts as secretaries and forms on the web make them, right at once."""
    whole = [";".join(team) for team in TEAMS]
    four = ["DUPONT;Anne;LE GOFF;Paul", "PETIT;Rose;BENALI;Ali", "MARTIN;Zoé;BIHAN;Jean-Paul"]
    found: dict[str, Layout] = {}
    for heading, before, behind in (
        ("NUM EQUIPE;JOUEUR 1;JOUEUR 2;TEL", "{n};", ";0612345678"),
        ("Équipe n°;J1;J2;Club", "{n};", ";Lens"),
        ("Equipe;Nom du joueur 1;Nom du joueur 2;Montant", "Les As {n};", ";20"),
        ("Nom de l'équipe;Joueur 1;Joueur 2;Réglé", "Les As;", ";oui"),
        ("Nom équipe;Nom 1;Nom 2", "Les As;", ""),
        ("Date d'inscription;Joueur 1;Joueur 2", "12/11/2026;", ""),
        (
            "Horodateur;Nom et prénom du joueur 1;Nom et prénom du joueur 2;Numéro de téléphone",
            "12/11/2026 10:00:00;", ";06 12 34 56 78",
        ),
        ("Vos nom et prénom;Nom et prénom de votre partenaire", "", ""),
        (";JOUEUR;PARTENAIRE", "{n};", ""),
        ("Table;Joueur 1;Joueur 2", "1;", ""),
        ("Joueur 1;Joueur 2;Obs", "", ";forfait"),
        ("Joueur 1;Joueur 2;Contact", "", ";Luc Petit"),
        ("Joueur 1;Joueur 2;E-mail;Mise;Payé", "", ";a@example.org;10 €;x"),
    ):  # fmt: skip
        rows = [before.format(n=n) + row + behind for n, row in enumerate(whole, start=1)]
        found[heading] = (lines(heading, *rows), TEAMS)
    for heading, places in (
        ("NOM;PRENOM;CLUB;NOM;PRENOM;CLUB", "{0};{1};Lens;{2};{3};Arras"),
        ("Nom J1;Nom J2;Prénom J1;Prénom J2", "{0};{2};{1};{3}"),
        ("Prénom;Nom;Prénom;Nom", "{1};{0};{3};{2}"),
        ("J1 Nom;J1 Prénom;J1 Tél;J2 Nom;J2 Prénom;J2 Tél;Payé", "{0};{1};06;{2};{3};07;20 €"),
        ("Civilité;Nom;Prénom;Civilité;Nom;Prénom", "Mme;{0};{1};M.;{2};{3}"),
        ("Horodateur;Votre nom;Votre prénom;Nom du partenaire;Prénom du partenaire;E-mail",
         "12/11/2026;{0};{1};{2};{3};a@example.org"),
    ):  # fmt: skip
        rows = [places.format(*row.split(";")) for row in four]
        found[heading] = (lines(heading, *rows), TEAMS)
    titled = [
        "Belote de Lens 2026", "Samedi 12 décembre", "", "N°;Joueur 1;Joueur 2;Tél", *(
            f"{n};{row};06" for n, row in enumerate(whole, start=1)), "4;;;", "", "Total;3",
    ]  # fmt: skip
    quoted = ['"' + row.replace(";", '";"') + '"' for row in whole]
    numbers = [f"{n}" for n in (1, 2, 3) for _ in "ab"]
    apart = [name for team in TEAMS for name in team]
    return found | {
        "title, numbers, empty lines, total": (lines(*titled), TEAMS),
        "BOM and CRLF": ("\ufeff" + "\r\n".join(["Nom 1;Nom 2", *whole]), TEAMS),
        "sep=;": (lines("sep=;", "Nom 1;Nom 2", *whole), TEAMS),
        "quoted": (lines('"Nom 1";"Nom 2"', *quoted), TEAMS),
        "tabs": (lines("Nom 1;Nom 2", *whole).replace(";", "\t"), TEAMS),
        "commas": (lines("Nom 1;Nom 2", *whole).replace(";", ","), TEAMS),
        "no headings, avec": (lines(*(" avec ".join(team) for team in TEAMS)), TEAMS),
        "no headings, backslash": (lines(*(" \\ ".join(team) for team in TEAMS)), TEAMS),
        "Joueurs;Équipe": (
            lines("Joueurs;Équipe", *map(";".join, zip(apart, numbers, strict=True))), TEAMS,
        ),
        "particles, initials, née": (
            lines("J1;J2", "DUPONT ép. MARTIN Anne;Le Van Paul", "de La Tour J.;Van Den Berg M."),
            [("DUPONT ép. MARTIN Anne", "Le Van Paul"), ("de La Tour J.", "Van Den Berg M.")],
        ),
    }  # fmt: skip


def beyond_the_headings() -> dict[str, Layout]:
    """Return layouts with people where no heading says so, and two lists beside each other."""
    two = ["Anne Dupont;Paul Roux", "Rose Petit;Ali Benali"]
    return {
        "Joueur 1;;Joueur 2;": (lines("Joueur 1;;Joueur 2;", "DUPONT;Jean;ROUX;Paul"), None),
        "four columns below two": (lines("Joueur 1;Joueur 2", "DUPONT;Jean;ROUX;Paul"), None),
        "two columns below Nom": (lines("Nom", "DUPONT;Jean", "PETIT;Rose"), None),
        "two columns below Équipes": (lines("Équipes", *two), None),
        "a comma below Joueurs": (lines("Joueurs", "Dupont Anne, Roux Paul"), None),
        "a third below two": (lines("Joueur 1;Joueur 2", f"{two[0]};Luc Petit"), None),
        "Joueur 3": (lines("Joueur 1;Joueur 2;Joueur 3", f"{two[0]};Luc Petit"), None),
        "three times Nom;Prénom": (
            lines("Nom;Prénom;Nom;Prénom;Nom;Prénom", "Un;Anne;Deux;Paul;Trois;Luc"), None,
        ),
        "N°;Équipe twice": (
            lines("N°;Équipe;N°;Équipe", "1;Anne & Paul;3;Rose & Ali", "2;Luc & Eve;;"), None,
        ),
        "N°;Nom twice": (lines("N°;Nom;N°;Nom", "1;Anne Dupont;3;Rose Petit"), None),
        "N°;J1;J2 twice": (
            lines("N°;J1;J2;;N°;J1;J2", f"1;{two[0]};;3;{two[1]}"), None,
        ),
        "EQUIPES above two columns": (lines("N°;EQUIPES;;PAYE", f"1;{two[0]};X"), None),
        "numbers apart": (lines("Équipe;Joueur", "1;Anne", "2;Rose", "1;Paul", "2;Ali"), None),
        "parted by empty lines": (
            lines("Anne Dupont", "Paul Roux", "", "Rose Petit", "Ali Benali"), None,
        ),
        "parted by empty lines, below Nom": (
            lines("Nom", "Anne Dupont", "Paul Roux", "", "Rose Petit", "Ali Benali"), None,
        ),
        "tables": (lines("Table;Équipe A;Équipe B", "1;Anne & Paul;Rose & Ali"), None),
        "a team a column": (lines("Équipe 1;Équipe 2", "Anne;Rose", "Paul;Ali"), None),
    }  # fmt: skip


def not_only_names() -> dict[str, Layout]:
    """Return layouts with something else in the cell of a name, or in place of one."""
    team = "Rose Petit;Ali Benali"
    found: dict[str, Layout] = {}
    for cell in ("?", "-", "X", "à définir", "aucun", "cherche partenaire", "Seul", "néant",
                 "idem", "son mari", "+1", "Forfait", "Désisté", "en attente", "Mme Dupont",
                 "a@example.org", "Paul Roux (Lens)", "Roux, Paul", "06 12 34 56 78"):  # fmt: skip
        quoted = f'"{cell}"' if "," in cell else cell
        found[f"the partner: {cell}"] = (lines("J1;J2", team, f"Anne Dupont;{quoted}", team), None)
    for line in ("Merci à tous", "Le président;J. Blanc", "www.example.org", "Contact : 06 12",
                 "---", "LISTE D'ATTENTE", "Début à 20 h"):  # fmt: skip
        found[f"a line: {line}"] = (lines("J1;J2", "Anne Dupont;Paul Roux", line), None)
    for title in ("Amicale laïque", "Club de Lens;Salle Jean Moulin", "Samedi 12 décembre à 20 h"):
        found[f"a title: {title}"] = (lines(title, "Anne Dupont;Paul Roux", team), None)
    for line in ("M. et Mme Dupont", "Mme Anne Dupont & Paul Roux", "- Anne Dupont & Paul Roux",
                 "Anne Dupont x Paul Roux", "Anne Dupont Paul Roux", "Anne Dupont_Paul Roux",
                 "Équipe 1 : Anne Dupont & Paul Roux"):  # fmt: skip
        found[f"without headings: {line}"] = (lines(line, "Rose Petit & Ali Benali"), None)
    return found


def pages() -> dict[str, Layout]:
    """Return layouts of several pages."""
    one, *more = [";".join(team) for team in TEAMS]
    title = "Concours de belote"
    return {
        "a heading again": (lines("J1;J2", one, "J1;J2", *more), TEAMS),
        "a heading again, in capitals": (
            lines("Joueur 1;Joueur 2", one, "JOUEUR 1;JOUEUR 2", *more),
            TEAMS,
        ),
        "a title and a heading again": (lines(title, "J1;J2", one, title, "J1;J2", *more), TEAMS),
        "a foot of a page": (lines("J1;J2", one, "Page 1", *more), None),
        "two lines of headings again": (
            lines("Joueur 1;;Joueur 2;", "Nom;Prénom;Nom;Prénom")
            + "\nDUPONT;Anne;LE GOFF;Paul\nJoueur 1;;Joueur 2;\nNom;Prénom;Nom;Prénom\n"
            "PETIT;Rose;BENALI;Ali\nMARTIN;Zoé;BIHAN;Jean-Paul",
            TEAMS,
        ),
    }


def others() -> dict[str, Layout]:
    numbered = [f"{number};{a};{b}" for number, (a, b) in enumerate(TEAMS, start=1)]
    paid = [f"{row};oui" for row in numbered]
    hyphens = ["Bihan-Le Goff", "Petit-Benali", "Morel-Durand"]
    return {
        "N°;J1;J2": (lines("N°;J1;J2", *numbered), TEAMS),
        "N°;J1;N° licencié;J2;N° licencié": (
            lines(
                "N°;J1;N° licencié;J2;N° licencié",
                *(f"{number};{a};0123{number};{b};0456{number}"
                  for number, (a, b) in enumerate(TEAMS, start=1)),
            ),
            TEAMS,
        ),
        "N° équipe;J1;J2": (lines("N° équipe;J1;J2", *numbered), TEAMS),
        "Num;Capitaine;Coéquipier;Payé": (lines("Num;Capitaine;Coéquipier;Payé", *paid), TEAMS),
        "Numéro;Monsieur;Madame;Réglé": (lines("Numéro;Monsieur;Madame;Réglé", *paid), TEAMS),
        "no headings": (lines(*(";".join(team) for team in TEAMS)), TEAMS),
        "no headings, numbered": (lines(*numbered), TEAMS),
        "no headings, &": (lines(*(" & ".join(team) for team in TEAMS)), TEAMS),
        "no headings, et": (lines(*(" et ".join(team) for team in TEAMS)), TEAMS),
        "no headings, /": (lines(*(" / ".join(team) for team in TEAMS)), TEAMS),
        "one alone": (lines("J1;J2", "Anne Dupont;Paul Le Goff", "Rose Petit;"),
                      [TEAMS[0], ("Rose Petit",)]),
        "a hyphen among teams": (lines("Équipe", "Anne & Paul", "Rose & Ali", hyphens[0]), None),
        "all with hyphens": (lines("Équipe", *hyphens), None),
        "Jean-Paul alone": (
            lines("J1;J2", "Anne Dupont;Paul Le Goff", "Jean-Paul Bihan;"),
            [TEAMS[0], ("Jean-Paul Bihan",)],
        ),
        "three names": (lines("Équipe", "Anne & Paul & Rose"), None),
        "Reste is a family name": (
            lines("J1;J2;Mise", "Paul Martin;Anne Petit;10", "Reste Paul;Martin Anne;10"), None,
        ),
        "Total is a family name": (
            lines("Équipe;Mise", "Paul Martin & Anne Petit;10", "Total Luc & Roux Eve;10"), None,
        ),
        "Soit is a family name": (
            lines("Anne Dupont;Paul Le Goff", "Soit Rose;Ali Benali;06 12 34"), None,
        ),
        "a number as a name": (lines("J1;J2", "Anne Dupont;06 12 34 56 78"), None),
    }  # fmt: skip


LAYOUTS: Final = layouts()


def test_there_are_three_hundred() -> None:
    assert len(LAYOUTS) >= 300


@pytest.mark.parametrize(("text", "teams"), LAYOUTS.values(), ids=LAYOUTS)
def test_read_right_at_once_or_asked_about(text: str, teams: Teams | None) -> None:
    try:
        read = read_entries(text, names_per_entry=2, tags={}).lines
    except UnreadableListError:
        assert teams is None
        return
    asked = [line for line in read if line.warnings or line.faults or line.left_out]
    if teams is None:
        assert asked
    else:
        assert [tuple(sorted(line.names)) for line in read] == [tuple(sorted(t)) for t in teams]
        assert not asked
