"""The key by which lists of people are sorted and searched, stored with each player. Pure.

A change of `name_key`'s result needs a migration that updates `Player.sort_name`.
"""

import unicodedata
from typing import Final


def _all(words: str) -> frozenset[str]:
    return frozenset(words.split())


PARTICLES: Final = _all(
    "de du des la le les l d van von der den di da del della dos ben el al mac mc saint"
)
FIRST_NAMES: Final = _all(
    """
    adele agathe agnes alain albert alex alexandre alexis alice aline amandine andre andree angele
    anne annie anthony antoine antoinette arlette armand arnaud arthur audrey aurelie aurore
    beatrice benjamin bernadette bernard bertrand brigitte bruno camille carine carole caroline
    catherine cecile cedric celine chantal charles charlotte chloe christelle christian christiane
    christine christophe claire claude claudette claudine clement colette corinne cyril daniel
    daniele danielle david denis denise didier dominique edith eliane elisabeth elise emile emilie
    emma emmanuel eric estelle etienne eugene eva evelyne fabien fabienne fabrice fanny fernand
    florence florian francine francis franck francois francoise frederic gabriel gaston genevieve
    georges gerard germaine gilbert gilles ginette gisele gregory guillaume guy helene henri
    henriette herve hugo huguette ines irene isabelle jacqueline jacques janine jean jeanne jeannine
    jerome joel joelle jose joseph josette josiane julie julien juliette karine kevin laetitia laura
    laure laurence laurent lea leon leonie liliane lionel louis louise luc lucette lucie lucien
    lucienne lydie madeleine magali marc marcel marcelle margaux marguerite maria marie marine
    marion martine mathieu mathilde matthieu maurice max maxime melanie michel micheline michele
    mireille monique muriel mylene nadia nadine nathalie nicolas nicole noel noemie odette odile
    olivier pascal pascale patrice patricia patrick paul paule paulette pauline philippe pierre
    pierrette rachel raymond raymonde regine regis remi remy renaud rene renee richard robert roger
    roland romain rose sabine sabrina samuel sandra sandrine sarah sebastien serge severine simon
    simone solange sonia sophie stephane stephanie suzanne sylvain sylvie tatiana therese thibault
    thierry thomas valerie vanessa veronique victor vincent viviane william xavier yann yannick
    yves yvette yvonne
    """
)
"""Enough of them to distinguish "Charpentier Colette" from "Colette Charpentier"."""


def folded(text: str) -> str:
    """Return a text without accents and capitals, for sorting and searching.

    SQLite can lower-case ASCII letters only.
    """
    plain = unicodedata.normalize("NFKD", text)
    return "".join(mark for mark in plain if not unicodedata.combining(mark)).casefold()


def words_of(text: str) -> list[str]:
    return folded(text).split()


def first_and_family(name: str) -> tuple[str, str]:
    """Return the first names and the family name, in whatever order they were typed.

    "Colette Charpentier", "CHARPENTIER Colette", "Charpentier, Colette" and "Charpentier Colette"
    give the same result. A single word counts as a family name.
    """
    family, comma, first = name.partition(",")
    if comma:
        # "Team B, second player" is a seat that nobody has taken yet.
        is_name = first.strip()[:1].isupper()
        return (first.strip(), family.strip()) if is_name else ("", name.strip())
    words = name.split()
    if len(words) < 2:
        return "", name.strip()
    begin, end = _family(words)
    return " ".join(words[:begin] + words[end:]), " ".join(words[begin:end])


def _family(words: list[str]) -> tuple[int, int]:
    """Return the start and the end of the family name among the words of a name."""
    capitals = [len(word) > 2 and word.isupper() for word in words]
    if any(capitals) and not all(capitals):
        begin = capitals.index(True)
        end = len(words) - capitals[::-1].index(True)
        while begin and _is_particle(words[begin - 1]):
            begin -= 1
        return begin, end
    last = len(words) - 1
    if _is_first(words[last]) and not _is_first(words[0]):
        return 0, last
    if _is_particle(words[0]):
        return 0, len(words)
    begin = 1
    while begin < last and _is_first(words[begin]):
        begin += 1
    return begin, len(words)


def _is_particle(word: str) -> bool:
    return folded(word).rstrip("’'") in PARTICLES


def _is_first(word: str) -> bool:
    return word.endswith(".") or all(part in FIRST_NAMES for part in folded(word).split("-"))


def name_key(name: str) -> str:
    """Return the key by which people are sorted and searched: family name, then first names."""
    first, family = first_and_family(name)
    # A tab sorts before a space, and so before a longer family name.
    return "\t".join(" ".join(words_of(part)) for part in (family, first))
