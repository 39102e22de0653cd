"""What the table refuses, and how it says so."""

from recif.games.core.contract import Refused, Text


def refuse(code: str) -> Refused:
    return Refused(code, SENTENCES[code])


SENTENCES = {
    "no-such-table": Text("Cette table n'existe pas.", "There is no such table."),
    "set-aside": Text(
        "Cette table ne se lit plus ; elle est mise de côté. Dites-le à la personne qui héberge le site.",
        "This table can no longer be read, and is set aside. Tell whoever hosts the site.",
    ),
    "no-such-game": Text("Ce jeu n'existe pas.", "There is no such game."),
    "no-such-seat": Text("Cette place n'existe pas.", "There is no such seat."),
    "not-your-seat": Text("Cette place n'est pas la vôtre.", "This seat is not yours."),
    "not-following": Text("Ouvrez d'abord cette table.", "Follow this table first."),
    "not-started": Text("La partie n'a pas encore commencé.", "The match has not begun yet."),
    "already-started": Text("La partie a déjà commencé.", "The match has already begun."),
    "game-over": Text("La partie est finie.", "The game is over."),
    "not-over": Text("La partie n'est pas finie.", "The match is not over yet."),
    "seat-taken": Text("Cette place est déjà prise.", "This seat is taken."),
    "already-seated": Text("Vous avez déjà une place à cette table.", "You already have a seat at this table."),
    "not-the-owner": Text("Seule la personne qui a ouvert la table le peut.", "Only the table's owner can do that."),
    "stale": Text("La partie a avancé entre-temps.", "The match has moved on in the meantime."),
    "nothing-to-undo": Text("Il n'y a rien à reprendre.", "There is nothing to take back."),
    "undo-crosses-luck": Text(
        "Reprendre ce coup défait aussi un tirage ou quelque chose qui a été montré. Confirmez pour continuer.",
        "Taking this back also undoes luck or something that was shown. Confirm to go on.",
    ),
    "two-seats-only": Text("La nulle se propose à deux seulement.", "A draw can be offered with two seats only."),
    "machine-declines": Text("La machine préfère jouer.", "The machine prefers to play on."),
    "no-such-offer": Text("Cette proposition n'est plus là.", "That offer is gone."),
    "already-agreed": Text("Vous avez déjà accepté.", "You have already agreed."),
    "not-against-people": Text(
        "Pas d'aide contre des personnes pendant la partie.", "No help against people while the match goes on."
    ),
    "no-such-event": Text("Cet événement n'existe pas.", "There is no such event."),
    "no-such-level": Text("Ce niveau n'existe pas.", "There is no such level."),
    "no-such-commitment": Text("Cet engagement est inconnu ou périmé.", "That commitment is unknown or too old."),
    "no-such-emote": Text("Cette réaction n'existe pas.", "There is no such emote."),
    "nothing-to-say": Text("Il n'y a rien à dire.", "There is nothing to say."),
    "no-seat-for-you": Text(
        "Gardez une place pour vous, ou laissez-en une ouverte.", "Keep a seat for yourself, or leave one open."
    ),
    "hidden-until-over": Text(
        "Ce que la partie cache se lit quand elle est finie.", "What the match hides can be read when it is over."
    ),
    "bad-message": Text("Message incompréhensible.", "That message makes no sense."),
    "flood": Text("Doucement : trop de messages.", "Slow down: too many messages."),
    "too-many": Text("Vous en avez trop à la fois.", "You have too many of them at once."),
    "busy": Text("La machine réfléchit déjà pour vous.", "The machine is already thinking for you."),
    "no-session": Text("Dites d'abord votre nom.", "Tell your name first."),
    "bad-origin": Text("Cette requête vient d'un autre site.", "This request comes from another site."),
    "name-taken": Text("Ce nom est déjà pris.", "That name is taken."),
    "bad-name": Text("Ce nom ne convient pas.", "That name will not do."),
    "wrong-password": Text("Nom ou mot de passe incorrect.", "Wrong name or password."),
    "has-account": Text("Vous avez déjà un compte.", "You already have an account."),
    "no-such-token": Text("Ce jeton n'existe pas.", "There is no such token."),
    "no-such-page": Text("Cette page n'existe pas.", "There is no such page."),
    "wrong-method": Text("Cette page ne se demande pas ainsi.", "This page is not asked for that way."),
    "too-large": Text("C'est trop long.", "That is too long."),
    "json-expected": Text("Envoyez du JSON (Content-Type).", "Send JSON (Content-Type)."),
    "defect": Text(
        "Le serveur s'est trompé. Réessayez ; si cela recommence, dites-le à la personne qui l'héberge.",
        "The server made a mistake. Try again; if it happens again, tell whoever hosts it.",
    ),
    "stopping": Text(
        "Le serveur s'arrête ; revenez dans un instant.", "The server is stopping; come back in a moment."
    ),
}
