"""What a notice says, for mails and webhooks. Pages and service workers say the same (web/src/notices/texts.*.json)."""

from recif.games.core.contract import Language, Text

HOUR_MS = 60 * 60 * 1000
SOMEBODY = Text("Quelqu’un", "Somebody")
HOURS = {1: Text("{n} heure", "{n} hour"), 2: Text("{n} heures", "{n} hours")}
SAID = {
    "turn": Text("{who} a joué. À vous !", "{who} has played. Your turn!"),
    "revealed": Text("Le tour est dévoilé. À vous de choisir !", "The round is revealed. Choose again!"),
    "time": Text("Plus que {left} pour jouer.", "Only {left} left to play."),
    "challenge": Text("{who} vous défie !", "{who} challenges you to a match."),
    "challenge.declined": Text("{who} préfère ne pas jouer cette fois.", "{who} would rather not play this time."),
    "sat": Text("{who} a rejoint votre table.", "{who} has joined your table."),
    "sat.begun": Text("{who} est là : la partie commence !", "{who} is here: the match begins!"),
    "offer.abort": Text("{who} propose d’arrêter la partie.", "{who} asks to cancel the match."),
    "offer.draw": Text("{who} propose l’égalité.", "{who} offers a draw."),
    "offer.pause": Text("{who} demande une pause.", "{who} asks for a pause."),
    "offer.resume": Text("{who} reprend la partie.", "{who} resumes the match."),
    "offer.vanished": Text("{who} n’a plus de temps. À vous de décider.", "{who} has run out of time. You decide."),
    "offer.rematch": Text("{who} veut rejouer.", "{who} wants to play again."),
    "offer.swap": Text("{who} propose d’échanger vos places.", "{who} asks to swap seats."),
    "offer.undo": Text("{who} demande à annuler un coup.", "{who} asks to undo a move."),
    "over": Text("La partie est finie. Cette fois, vous avez perdu.", "The match is over. You lost this one."),
    "over.drawn": Text("La partie est finie. Égalité !", "The match is over. It is a draw."),
    "over.won": Text("La partie est finie. Vous avez gagné !", "The match is over. You won!"),
    "club.accepted": Text("Bienvenue au club {name} !", "Welcome to the club {name}!"),
    "club.invited": Text("{who} vous invite au club {name}.", "{who} invites you to the club {name}."),
    "club.asks": Text("{who} demande à entrer au club {name}.", "{who} asks to join the club {name}."),
    "club.news": Text("Des nouvelles du club {name}.", "There is news from the club {name}."),
    "club.overtaken": Text(
        "Défi resté sans réponse : {who} a pris votre place à l’échelle.",
        "The challenge went unanswered: {who} has taken your place on the ladder.",
    ),
    "ready": Text("Votre table du tournoi est prête. À vous !", "Your table in the event is ready. Come and play!"),
    "soon.appointment": Text("{name} : vous jouez contre {who} dans {left}.", "{name}: you play {who} in {left}."),
    "soon": Text("{name} commence dans dix minutes.", "{name} begins in ten minutes."),
    "test": Text("Voilà à quoi ressemble une nouvelle.", "This is what a notice looks like."),
}


def hours(left: int, language: Language) -> str:
    """Milliseconds as people say them: one hour at least."""
    n = max(1, left // HOUR_MS)
    return HOURS[min(n, 2)].say(language).format(n=n)


def say(says: str, who: str, left: int, language: Language, name: str = "") -> str:
    """The sentence of that name. `name`: of what it is about, where that is no table."""
    return SAID[says].say(language).format(who=who or SOMEBODY.say(language), left=hours(left, language), name=name)
