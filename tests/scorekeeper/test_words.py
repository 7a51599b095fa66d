"""One word for one thing, as `.docs/glossary.md` has it; what must not come back, and why not."""

import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final

import polib
import pytest

ROOT = Path(__file__).parents[2]
CATALOGUE = ROOT / "scorekeeper" / "locale" / "fr" / "LC_MESSAGES" / "django.po"

NOT_FRENCH: Final = {
    r"\bsur place\b": "là, pointer",
    r"tableau (d’affichage|de la salle|pour le projecteur)|\bau tableau\b(?! principal)": "écran",
    r"tableau (d’une|de la) saison|\btableau entier": "classement",
    r"\bnoms? de connexion\b": "nom d’utilisateur",
    r"\bhorloges?\b": "chronomètre",
    r"\borganiser un concours\b": "créer un concours",
    r"\blistes? des places\b": "Qui joue où",
    r"\bdeux joueurs comparés\b": "face à face",
    r"\b(pour les|aux) prix\b": "lots",
    r"\bbulletins?\b": "fiche",
    r"\bcontrats passés|\bprises, passées|^passé$": "réussi",
    r"\bl’équipe et ses rôles\b": "personnes et rôles",
    r"\b(mentions?|étiquettes?)\b": "catégorie",
    r"\b(clore|clos|close)\b": "clôturer",
    r"\bnº": "n°",
    r"\bmeilleures? soirées?\b|\btrop peu de soirées|\bsoirées prévues|\bchaque soirée": "épreuve",
    r"(?<!e-)\bmails?\b(?!\))": "e-mail",
    r"\bqui manque, téléphones": "absents et téléphones",
    r"^en (échanger|réunir|faire changer) deux\b": "faire un échange, réunir deux joueurs",
    r"\bce dont on prend\b": "les parts se calculent sur",
    r"\bsuivants de poule\b": "suivantes, toutes poules confondues",
    r"^la rouvrir$": "rouvrir",
    r"\b(taper|remplir) (plutôt )?(une|sa) fiche|\bfiches? tapées?\b": "saisir",
    r"\b(sa|leur|une|la) marque (figure|du tirage|de la ligne)|\bavec sa marque\b": "empreinte",
    r"\bremercie ses partenaires|\bpartenaires, un par ligne": "sponsors",
    r"\btrancher les litiges": "contestations",
    r"\bpalmarès\b": "lots",
    r"\bpour le journal\b": "pour la presse",
    r"\btournois?\b(?!$)": "concours",
    r"\bgrille américaine|\btableau croisé": "qui a rencontré qui",
    r"\bsouhaits? (du|pour le) tirage": "séparations et tables",
    r"\bempreinte du secret": "preuve du tirage",
    r"^meilleure$": "meilleure partie",
    r"\bcamps?\b": "équipe",
    r"\bqr code|\bcodes? carrés?\b": "code QR",
    r"\b(sa|la) carte d’une table|\bsur sa carte\b|\bcompare[^.]* la carte\b": "code imprimé",
    r"\bjeter (cette|la|une) fiche": "supprimer",
    r"^(une équipe|un joueur) s’en va$": "déclarer l’abandon",
}
"""What no French sentence says, small letters or capitals, and what it says instead."""

NOT_ENGLISH: Final = {
    r"\btwo players compared\b": "head to head",
    r"\bsign-in name": "username",
    r"\brun a contest\b": "create a contest",
    r"\bwho is missing, phones\b": "missing entries and phones",
    r"(?<!e)\bmail address": "email address",
    r"\b(bring|brings|brought) in\b": "import",
    r"(?<!\()\btags?\b(?!\))": "category",
    r"\b(its|printed|line and) marks?\b": "fingerprint",
    r"\bseat list\b": "who sits where",
    r"\bprize lists?\b": "prizes",
    r"\bone a line\b": "one per line",
    r"\bsquare code": "QR code",
    r"^a (team|player) leaves$": "withdraw a team",
    r"\bmillion dots": "megapixels",
}
"""The same of English."""

BARE_CAPITALS: Final = re.compile(
    r"\b(Etats?|Etapes?|Equipes?|Ecrans?|Ecriv\w+|Elimin\w+|Epreuves?|Egalité|Echang\w+|Evit\w+)\b"
    r"|\bA (l[ae’]|payer|venir|gagner|vérifier|voir|noter|imprimer|partir|qui|égalité)\b"
)
LOOSE: Final = re.compile(r"\d (\d{3}\b|[€%])|\S {2,}\S")
"""Spaces that tear a number or stand twice."""

COUNTED: Final = (
    r"(soirées|épreuves|donnes|parties|joueurs|équipes|inscriptions|fiches|jours|tours|lots|lignes|tables"
    r"|minutes|secondes|capots|belotes|téléphones|personnes|appareils|copies|demandes|rencontres)"
)
SEVERAL: Final = re.compile(rf"%\((?!most|least|old|every|columns)\w+\)[ds][ \u00a0]{COUNTED}\b")
LIMIT: Final = re.compile(r"\b(plus|moins) (de )?%|\bde \S+ à %", re.IGNORECASE)
NEVER_ONE: Final = (
    "circles that never met",
    "rounds of %(hands)",
    "tables are needed and there are",
    "belotes are not possible",
    "deals that nobody took",
    "took all %(value)d hands",
    "belotes in a row",
    "games are added",
    # The page's script says another sentence for one.
    "hands kept on this phone",
)
"""Sentences with a number that is never one, so that they need no second form."""


@pytest.fixture(scope="module")
def catalogue() -> polib.POFile:
    return polib.pofile(str(CATALOGUE))


def french(catalogue: polib.POFile) -> Iterator[str]:
    for entry in catalogue:
        yield from entry.msgstr_plural.values() if entry.msgid_plural else [entry.msgstr]


def said(texts: Iterable[str], pattern: str) -> list[str]:
    found = re.compile(pattern, re.IGNORECASE)
    return [text for text in texts if found.search(text)]


@pytest.mark.parametrize("pattern", NOT_FRENCH)
def test_french_has_one_word_for_one_thing(catalogue: polib.POFile, pattern: str) -> None:
    assert said(french(catalogue), pattern) == [], f"say: {NOT_FRENCH[pattern]}"


@pytest.mark.parametrize("pattern", NOT_ENGLISH)
def test_english_has_one_word_for_one_thing(catalogue: polib.POFile, pattern: str) -> None:
    texts = [text for entry in catalogue for text in (entry.msgid, entry.msgid_plural)]
    assert said(texts, pattern) == [], f"say: {NOT_ENGLISH[pattern]}"


def test_capitals_keep_their_accents(catalogue: polib.POFile) -> None:
    assert [text for text in french(catalogue) if BARE_CAPITALS.search(text)] == []


def test_no_space_tears_a_number_or_stands_twice(catalogue: polib.POFile) -> None:
    assert [text for text in french(catalogue) if LOOSE.search(text)] == []


def test_what_is_counted_has_a_form_for_one(catalogue: polib.POFile) -> None:
    wrong = [
        entry.msgid
        for entry in catalogue
        if not entry.msgid_plural
        and SEVERAL.search(LIMIT.sub("", entry.msgstr))
        and not any(words in entry.msgid for words in NEVER_ONE)
    ]
    assert wrong == [], "one of them would read as in “1 soirées”"
