"""The cast: who plays at each level, the same in all games. Nine sea creatures, from the gentlest to the Abyss.

Each has a few names, so that two of a kind at one table are told apart; the first is the usual one.
"""

from typing import NamedTuple

from recif.games.core.contract import Text


class Creature(NamedTuple):
    kind: Text
    names: tuple[Text, ...]
    temper: Text  # in one sentence


def _names(fr: str, en: str) -> tuple[Text, ...]:
    return tuple(Text(*both) for both in zip(fr.split(), en.split(), strict=True))


CAST = (
    Creature(
        Text("poisson-globe", "pufferfish"),
        _names("Bulle Plouf Glouglou Pompon Mousse", "Bubble Splash Gurgle Pompom Foam"),
        Text("Joue ce qui lui passe sous le nez.", "Plays whatever swims past."),
    ),
    Creature(
        Text("hippocampe", "seahorse"),
        _names("Pépin Pistache Praline Pimprenelle Papaye", "Pip Pistachio Praline Pimpernel Papaya"),
        Text("Hoche la tête, puis avance un peu au hasard.", "Nods wisely, then drifts a little."),
    ),
    Creature(
        Text("étoile de mer", "starfish"),
        _names("Mimosa Capucine Jonquille Pervenche Anémone", "Mimosa Poppy Jonquil Periwinkle Daisy"),
        Text("Patiente et aimable, parfois dans la lune.", "Patient and kind, at times daydreaming."),
    ),
    Creature(
        Text("bernard-l’ermite", "hermit crab"),
        _names("Barnabé Bastien Balthazar Berlingot Basile", "Barnaby Basil Balthazar Bramble Bertie"),
        Text("Prudent : rentre dans sa coquille au premier doute.", "Careful: back into the shell at the first doubt."),
    ),
    Creature(
        Text("seiche", "cuttlefish"),
        _names("Suzette Sépia Sidonie Sirocco Saphir", "Suzette Sepia Sidonie Sirocco Sapphire"),
        Text("Change de couleur, et souvent de plan.", "Changes colour, and often the plan."),
    ),
    Creature(
        Text("dauphin", "dolphin"),
        _names("Gaspard Gavroche Garance Galapiat Ganymède", "Jasper Jolly Juno Jinx Jupiter"),
        Text("Joueur et vif, rate rarement une belle occasion.", "Playful and quick, rarely misses a good chance."),
    ),
    Creature(
        Text("murène", "moray eel"),
        _names("Morgane Mélusine Médée Mordred Malo", "Morgana Melusine Medea Mordred Malo"),
        Text("Attend dans son trou, puis mord.", "Waits in the dark, then bites."),
    ),
    Creature(
        Text("tortue de mer", "sea turtle"),
        _names("Léonard Lucien Lazare Léopold Lysandre", "Leonard Lucian Lazarus Leopold Lysander"),
        Text(
            "A vu passer mille marées, et voit venir la prochaine.",
            "Has seen a thousand tides, and sees the next.",
        ),
    ),
    Creature(
        Text("baudroie", "anglerfish"),
        _names("Abysse Ténèbre Gouffre Minuit Ombre", "Abyss Gloom Chasm Midnight Shadow"),
        Text("Personne ne sait jusqu’où elle regarde.", "Nobody knows how far it looks."),
    ),
)


def creature(level: int) -> Creature:
    return CAST[level - 1]
