"""Invented names, as they are common in France. Pure."""

import random
from typing import Final

FIRST_NAMES: Final = (
    *("Adrien", "Agnès", "Alain", "Aline", "André", "Anne", "Antoine", "Arlette", "Bernard"),
    *("Brigitte", "Camille", "Cécile", "Chantal", "Christian", "Claire", "Claude", "Colette"),
    *("Daniel", "Danielle", "Denis", "Didier", "Éliane", "Élodie", "Émile", "Éric", "Fabienne"),
    *("Fernand", "Florence", "Françoise", "Gaston", "Geneviève", "Georges", "Gérard", "Gilles"),
    *("Ginette", "Guy", "Hélène", "Henri", "Inès", "Isabelle", "Jacqueline", "Jacques", "Jean"),
    *("Jeannine", "Joël", "Josiane", "Julien", "Karim", "Laurent", "Léa", "Lucie", "Lucien"),
    *("Marcel", "Marie", "Martine", "Maurice", "Michel", "Monique", "Nadia", "Nathalie", "Nicole"),
    *("Odette", "Olivier", "Pascal", "Patricia", "Patrick", "Paulette", "Philippe", "Pierre"),
    *("Raymond", "René", "Robert", "Roger", "Sandrine", "Serge", "Simone", "Solange", "Sylvie"),
    *("Thérèse", "Thierry", "Valérie", "Véronique", "Yves", "Yvette"),
)
SURNAMES: Final = (
    *("André", "Aubert", "Bailly", "Barbier", "Baron", "Benoît", "Bernard", "Bertin", "Blanc"),
    *("Bonnet", "Boucher", "Boyer", "Brun", "Carpentier", "Charpentier", "Chevalier", "Clément"),
    *("Collet", "Colin", "Cordier", "Da Silva", "David", "Delmas", "Deschamps", "Dubois", "Dufour"),
    *("Dumas", "Dupuis", "Durand", "Fabre", "Faure", "Ferrand", "Fontaine", "Fournier", "Gaillard"),
    *("Garnier", "Gauthier", "Germain", "Giraud", "Gros", "Guérin", "Guillot", "Haddad", "Hubert"),
    *("Jacquet", "Joly", "Lacroix", "Lambert", "Le Gall", "Leclerc", "Lemaire", "Lopez"),
    *("Maillard", "Marchand", "Martin", "Masson", "Mercier", "Meunier", "Michaud", "Moreau"),
    *("Morin", "Noël"),
    *("Olivier", "Perrin", "Picard", "Poirier", "Renaud", "Rivière", "Rolland", "Rousseau"),
    *("Roussel", "Roy", "Sabatier", "Simon", "Texier", "Tissot", "Vasseur", "Vidal", "Weber"),
)


def people(count: int, dice: random.Random) -> list[str]:
    """Return `count` different names, out of some thousands."""
    chosen = dice.sample(range(len(FIRST_NAMES) * len(SURNAMES)), count)
    return [
        f"{FIRST_NAMES[place % len(FIRST_NAMES)]} {SURNAMES[place // len(FIRST_NAMES)]}"
        for place in chosen
    ]
