"""What the table refuses, and how it says so."""

from recif.games.core.contract import Refused, Text, Why
from recif.games.core.playing import GAME_OVER
from recif.match.match import Refusal

LONGEST_WHY = 600  # characters of a reason, which may repeat what was sent


class NotNow(Refused):
    """Because of a match that goes on, which is named."""

    def __init__(self, code: str, text: Text, match: str = "") -> None:
        super().__init__(code, text)
        self.match = match


def as_why(refused: Refused) -> Why:
    """The reason as it leaves the server, on a socket or a page: what was sent is not sent back at length."""
    why = refused.why if isinstance(refused, Refusal) else Why(refused.code, refused.text)
    return why._replace(text=Text(*map(shortened, why.text)))


def shortened(sentence: str) -> str:
    """Its beginning and its end, which says what to do."""
    half = LONGEST_WHY // 2
    return sentence if len(sentence) <= LONGEST_WHY else f"{sentence[:half]} … {sentence[-half:]}"


def refuse(code: str) -> Refused:
    return Refused(code, SENTENCES[code])


SENTENCES = {
    "event-unknown": Text(
        "Ce tournoi n’existe pas. Vérifiez le lien, ou cherchez-le dans la liste.",
        "There is no such event. Check the link, or look for it in the list.",
    ),
    "too-many-events": Text(
        "Vous dirigez déjà dix tournois qui ne sont pas finis. Terminez-en un d’abord.",
        "You are already directing ten unfinished events. End one of them first.",
    ),
    "event-pace": Text(
        "Ici, chaque partie a sa pendule : choisissez des minutes, des jours par coup, ou pas de pendule.",
        "Every match here has its own clock: choose minutes, days per turn, or no clock.",
    ),
    "arena-clock": Text(
        "Une arène a besoin d’une pendule en minutes, sinon une seule partie l’arrêterait.",
        "An arena needs a clock in minutes, or a single match could hold it up.",
    ),
    "event-begins": Text(
        "Choisissez un début entre maintenant et dans un an.", "Choose a start between now and a year from now."
    ),
    "series-begins": Text(
        "Une série commence un jour fixé : choisissez la date du premier tournoi.",
        "A series begins on a set day: choose the date of the first event.",
    ),
    "event-code": Text(
        "Choisissez un code d’au moins trois lettres ou chiffres.", "Choose a code of at least three letters or digits."
    ),
    "no-wagers": Text("Ici, on ne parie pas la moitié de son temps.", "You cannot wager half your time here."),
    "no-open-board": Text(
        "Vous n’avez pas de partie en cours dans ce tournoi.", "You have no match in progress in this event."
    ),
    "too-late-to-wager": Text(
        "Trop tard : on parie la moitié de son temps avant son premier coup.",
        "Too late: you can only wager half your time before your first move.",
    ),
    "after-deadline": Text(
        "Ces parties commencent avant la date limite : proposez des heures plus tôt.",
        "These matches begin before the deadline: suggest earlier times.",
    ),
    "event-list": Text(
        "La liste est vide : écrivez les noms des comptes qui peuvent entrer.",
        "The list is empty: write the names of the accounts that may join.",
    ),
    "event-club": Text("Choisissez le club qui joue.", "Choose the club that plays."),
    "event-bounds": Text(
        "La limite du haut est sous celle du bas : échangez-les.",
        "The upper limit is below the lower one: swap them.",
    ),
    "event-no-bots": Text("Les programmes ne jouent pas ce tournoi.", "Programs do not take part in this event."),
    "event-accounts": Text(
        "Il faut un compte pour ce tournoi : créez-en un, cela prend une minute.",
        "You need an account for this event: create one, it takes a minute.",
    ),
    "event-wrong-code": Text(
        "Ce n’est pas le bon code. Demandez-le à qui organise.",
        "That is not the right code. Ask the organiser for it.",
    ),
    "event-not-listed": Text(
        "Votre compte n’est pas sur la liste. Demandez à qui organise de vous ajouter.",
        "Your account is not on the list. Ask the organiser to add you.",
    ),
    "event-members": Text(
        "Ce tournoi est pour les membres du club : rejoignez-le d’abord.",
        "This event is for members of the club: join it first.",
    ),
    "event-too-weak": Text(
        "Ce tournoi demande un classement plus élevé. Jouez d’autres parties classées, ou choisissez un autre tournoi.",
        "This event asks for a higher rating. Play more rated matches, or choose another event.",
    ),
    "event-too-strong": Text(
        "Ce tournoi est pour des joueurs d’un classement plus bas. Choisissez-en un autre.",
        "This event is for players with a lower rating. Choose another one.",
    ),
    "event-director": Text(
        "Il faut au moins une personne pour diriger.", "At least one person has to direct the event."
    ),
    "event-goes-on": Text(
        "Ce rapport se fait à la fin du tournoi : revenez alors, ou prenez .csv.",
        "This report is made once the event is over: come back then, or choose .csv.",
    ),
    "event-match": Text(
        "Cette partie compte pour un tournoi : ni revanche, ni arrêt ici.",
        "This match counts for an event: no rematch and no cancelling here.",
    ),
    "no-such-club": Text(
        "Aucun club ne porte ce nom. Regardez la liste des clubs.", "No club has that name. Look at the list of clubs."
    ),
    "club-accounts": Text(
        "Les clubs sont pour les comptes : créez le vôtre ou connectez-vous (page Moi).",
        "Clubs are for accounts: create one, or sign in (page Me).",
    ),
    "club-name-taken": Text(
        "Un club porte déjà ce nom, ou un nom qui lui ressemble : choisissez-en un autre.",
        "A club already has that name, or one very like it: choose another.",
    ),
    "long-club-name": Text("Choisissez un nom de 40 signes au plus.", "Choose a name of 40 characters at most."),
    "too-many-clubs": Text(
        "Vous êtes dans trop de clubs, ou en dirigez trop : quittez-en un d’abord.",
        "You are in too many clubs, or run too many: leave one first.",
    ),
    "club-full": Text("Il n’y a plus de place.", "There is no room left."),
    "club-busy": Text(
        "Trop de demandes attendent déjà ce club. Réessayez dans quelques jours.",
        "Too many requests are already waiting for this club. Try again in a few days.",
    ),
    "wrong-club-code": Text(
        "Ce n’est pas le code du club. Demandez-le à un membre et recommencez.",
        "That is not the club’s code. Ask a member for it, and try again.",
    ),
    "too-many-codes": Text(
        "Trop de codes faux. Attendez quelques minutes.", "Too many wrong codes. Wait a few minutes."
    ),
    "by-invitation": Text(
        "Ce club invite ses membres : demandez une invitation à l’un d’eux.",
        "This club invites its members: ask one of them for an invitation.",
    ),
    "last-admin": Text(
        "Un club garde au moins une personne qui le dirige : nommez-en une autre d’abord, ou fermez le club.",
        "A club keeps at least one admin: name another first, or close the club.",
    ),
    "not-your-club": Text("Votre rôle dans ce club ne le permet pas.", "Your role in this club does not allow that."),
    "not-a-member": Text("C’est réservé aux membres de ce club.", "That is for members of this club."),
    "not-that-club": Text(
        "Ce n’est pas le nom du club : écrivez-le exactement.", "That is not the club’s name: write it exactly."
    ),
    "no-request": Text("Cette personne ne demande plus à entrer.", "That person is no longer asking to join."),
    "no-invitation": Text(
        "Cette personne ne prend pas d’autre invitation pour l’instant.",
        "This person is not taking any more invitations right now.",
    ),
    "too-many-roles": Text(
        "Trente personnes ont déjà un rôle : c’est le maximum.", "Thirty people already have a role: that is the limit."
    ),
    "empty-news": Text("Écrivez d’abord quelque chose.", "Write something first."),
    "no-such-ladder": Text("Ce club n’a pas d’échelle à ce jeu.", "This club has no ladder for that game."),
    "hidden-on-ladder": Text(
        "On vous verrait ici : ne vous cachez plus dans ce club, puis recommencez.",
        "People would see you here: stop hiding in this club, then try again.",
    ),
    "ladder-full": Text("L’échelle a deux cents places, toutes prises.", "All two hundred places are taken."),
    "not-on-ladder": Text("Montez d’abord sur l’échelle.", "Join the ladder first."),
    "out-of-reach": Text(
        "Cette place n’est pas à votre portée : défiez quelqu’un juste au-dessus de vous.",
        "That place is out of your reach: challenge somebody just above you.",
    ),
    "duel-pending": Text(
        "L’un de vous deux a déjà un défi sur cette échelle : attendez qu’il soit joué.",
        "One of you two already has a challenge on this ladder: wait until it is played.",
    ),
    "no-such-club-match": Text("Cette rencontre n’existe plus.", "That match no longer exists."),
    "club-match-begun": Text("Cette rencontre a déjà commencé.", "That match has already begun."),
    "club-match-offered": Text(
        "L’autre club n’a pas encore accepté cette rencontre.", "The other club has not accepted this match yet."
    ),
    "club-match-empty": Text(
        "Il faut au moins une personne de chaque club : inscrivez-vous d’abord.",
        "It takes at least one person from each club: sign up first.",
    ),
    "too-many-club-matches": Text(
        "L’un des deux clubs a déjà cinq rencontres en cours.",
        "One of the two clubs already has five matches in progress.",
    ),
    "in-both-clubs": Text(
        "Vous êtes dans les deux clubs : cette rencontre se joue sans vous.",
        "You are in both clubs: this match is played without you.",
    ),
    "no-such-party": Text(
        "Aucun écran n’affiche ce code. Regardez-le bien et recommencez.",
        "No screen shows this code. Look again, and type it once more.",
    ),
    "too-many-guesses": Text(
        "Trop de codes faux. Scannez le carré de l’écran, ou attendez quelques minutes.",
        "Too many wrong codes. Scan the square on the screen, or wait a few minutes.",
    ),
    "party-full": Text("Il n’y a plus de place autour de cet écran.", "There is no room left around this screen."),
    "screen-plays-not": Text(
        "Cet appareil est l’écran de tous : jouez avec votre téléphone.",
        "This device is everybody’s screen: play with your phone.",
    ),
    "sent-away": Text(
        "La personne qui mène la soirée ne veut plus de vous ici.", "The captain has asked you to leave this party."
    ),
    "no-such-guest": Text("Cette personne n’est pas de la soirée.", "That person is not at this party."),
    "not-the-captain": Text("Seule la personne qui mène la soirée le peut.", "Only the captain can do that."),
    "nobody-plays": Text(
        "Personne n’est là pour jouer : entrez le code sur un téléphone.",
        "Nobody is here to play: enter the code on a phone.",
    ),
    "no-game-yet": Text("Choisissez d’abord un jeu.", "Choose a game first."),
    "captain-stays": Text(
        "Vous menez la soirée : confiez-la à quelqu’un avant de partir.",
        "You are the captain: hand the party to somebody before you go.",
    ),
    "no-such-team": Text("Cette équipe n’est pas possible.", "That team is not possible."),
    "team-full": Text("Cette équipe est complète.", "That team is full."),
    "players-guess-not": Text("Qui joue ne parie pas.", "Players do not guess."),
    "guest-is-here": Text("Cette personne est là, avec son téléphone.", "That person is here, with their phone."),
    "not-playing-there": Text("Cette personne ne joue pas en ce moment.", "That person is not playing right now."),
    "not-missing-yet": Text(
        "Attendez encore un peu : cette personne est partie depuis moins d’une minute.",
        "Wait a little longer: that person has been gone for less than a minute.",
    ),
    "no-such-table": Text("Cette table n’existe pas.", "There is no such table."),
    "set-aside": Text(
        "Cette table est abîmée ; elle est mise de côté. Dites-le à la personne qui héberge le site.",
        "This table is damaged, so it was set aside. Tell the person who hosts the site.",
    ),
    "no-such-puzzle": Text("Ce problème n’existe pas.", "There is no such puzzle."),
    "no-such-game": Text("Ce jeu n’existe pas.", "There is no such game."),
    "no-such-lesson": Text("Cette leçon n’existe pas.", "There is no such lesson."),
    "no-such-seat": Text("Cette place n’existe pas.", "There is no such seat."),
    "not-your-seat": Text("Cette place n’est pas la vôtre.", "This seat is not yours."),
    "not-following": Text("Ouvrez d’abord cette table.", "Open this table first."),
    "not-asked": Text("Plus personne n’attend cette réponse.", "Nobody is waiting for this answer any more."),
    "not-started": Text("La partie n’a pas encore commencé.", "The match has not begun yet."),
    "already-started": Text("La partie a déjà commencé.", "The match has already begun."),
    "game-over": GAME_OVER,
    "not-over": Text("La partie n’est pas finie.", "The match is not over yet."),
    "seat-taken": Text("Cette place est déjà prise.", "This seat is taken."),
    "already-seated": Text("Vous avez déjà une place à cette table.", "You already have a seat at this table."),
    "not-the-owner": Text("Seule la personne qui a ouvert la table le peut.", "Only the table's owner can do that."),
    "stale": Text("La partie a avancé entre-temps.", "The match has moved on in the meantime."),
    "out-of-sight": Text(
        "Cette manche est finie : il faut s’en souvenir. Vous la reverrez à la fin de la partie.",
        "That round is over, and remembering it is part of the game. You can watch it again once the match is over.",
    ),
    "nothing-to-undo": Text("Il n’y a rien à annuler.", "There is nothing to undo."),
    "undo-crosses-luck": Text(
        "Annuler ce coup annule aussi un tirage ou une carte déjà montrée. Confirmez pour continuer.",
        "This also undoes a draw or a card already shown. Confirm to go on.",
    ),
    "two-seats-only": Text("On ne propose l’égalité qu’à deux.", "You can only offer a draw between two players."),
    "machine-declines": Text("La machine préfère jouer.", "The machine would rather play on."),
    "no-holidays-left": Text(
        "Il ne vous reste pas autant de jours de vacances cette année : choisissez une date plus proche.",
        "You do not have that many days left this year: choose an earlier date.",
    ),
    "not-ahead": Text(
        "Jouez d’abord : on prévoit la suite quand c’est à l’autre de jouer.",
        "Play first: you can plan ahead while it is the other player’s turn.",
    ),
    "two-answers": Text(
        "Deux réponses au même coup : gardez-en une.", "Two answers to the same move: keep one of them."
    ),
    "no-answer": Text("Une suite finit par un coup à vous.", "A line ends with one of your moves."),
    "not-foreseeable": Text(
        "On ne prévoit pas plus loin : ensuite vient un tirage, un choix de tous à la fois, ou la fin.",
        "You cannot plan further: next comes luck, a choice that all make at once, or the end.",
    ),
    "adjourned": Text("La partie est en pause : reprenez-la d’abord.", "The match is paused: resume it first."),
    "not-adjourned": Text("La partie n’est pas en pause.", "The match is not paused."),
    "no-pause-alone": Text(
        "Une pause se décide entre personnes ; ici, personne ne vous attend.",
        "A pause is agreed between people; nobody is waiting for you here.",
    ),
    "too-late": Text(
        "Ce tour est fini : le choix se fait pour vous.", "This round is over: the choice is being made for you."
    ),
    "no-rounds": Text(
        "On choisit d’avance quand les tours finissent à une heure fixe ; ce n’est pas le cas ici.",
        "A choice for when you are late is for rounds that end at a set time; there are none here.",
    ),
    "not-vanished": Text("Cette personne a encore du temps.", "This person still has time."),
    "win-takes-two": Text(
        "À plus de deux, donnez la place à une machine, ou plus de temps à la personne.",
        "With more than two seats, let a machine take the seat, or give more time.",
    ),
    "not-at-once": Text(
        "Un tour qui finit à une heure fixe est pour les jeux où tout le monde choisit en même temps.",
        "Rounds that end at a set time are for games where everybody chooses at the same time.",
    ),
    "bad-flag": Text(
        "Cette fin du temps ne va pas avec cette pendule : avec des tours, « gentle » ou « first » ; avec des jours, "
        "« lose », « machine » ou « ask » ; sinon « lose » ou « machine ».",
        "This end of time does not go with this pace: with rounds, gentle or first; with days, lose, machine or ask; "
        "else lose or machine.",
    ),
    "rated-rounds": Text(
        "Une partie classée se joue à la pendule de chacun : personne n’y choisit pour les autres.",
        "In a rated match everybody has a clock of their own: nobody chooses for somebody else.",
    ),
    "no-such-offer": Text("Cette proposition n’est plus là.", "That offer is gone."),
    "already-agreed": Text("Vous avez déjà accepté.", "You have already agreed."),
    "not-against-people": Text(
        "Pas d’aide contre des personnes pendant la partie.", "No help against people while the match goes on."
    ),
    "no-such-event": Text("Cet événement n’existe pas.", "There is no such event."),
    "no-such-level": Text("Ce niveau n’existe pas.", "There is no such level."),
    "no-such-commitment": Text(
        "Les tirages préparés sont trop vieux. Ouvrez la table encore une fois.",
        "The prepared draws are too old. Open the table once more.",
    ),
    "no-such-emote": Text("Cette réaction n’existe pas.", "There is no such emote."),
    "nothing-to-say": Text("Écrivez d’abord un message.", "Write a message first."),
    "no-seat-for-you": Text(
        "Gardez une place pour vous, ou laissez-en une ouverte.", "Keep a seat for yourself, or leave one open."
    ),
    "hidden-until-over": Text(
        "Ce que la partie cache se montre quand elle est finie.", "What the match hides can be seen once it is over."
    ),
    "bad-message": Text("Le serveur n’a pas compris ce message.", "The server did not understand that message."),
    "flood": Text("Doucement : trop de messages.", "Slow down: too many messages."),
    "too-many": Text("Vous en avez trop à la fois.", "You have too many of them at once."),
    "too-many-tables": Text(
        "Vous avez trop de tables en cours : finissez ou quittez-en une d’abord.",
        "You have too many tables in progress: finish or leave one first.",
    ),
    "too-many-changes": Text(
        "Vous avez changé d’avis trop souvent ici ; attendez la suite de la partie.",
        "You have changed your mind too often here; wait until the match goes on.",
    ),
    "busy": Text("La machine réfléchit déjà pour vous.", "The machine is already thinking for you."),
    "no-socket": Text(
        "Ici s’ouvre une connexion WebSocket, et rien d’autre.", "A WebSocket is opened here, and nothing else."
    ),
    "no-session": Text("Dites d’abord votre nom.", "Tell us your name first."),
    "bad-origin": Text("Cette requête vient d’un autre site.", "This request comes from another site."),
    "bad-host": Text(
        "Récif ne répond pas sous ce nom. Ouvrez-le par localhost, ou lancez-le avec --origin et cette adresse.",
        "Récif does not answer to this name. Open it by localhost, or start it with --origin and this address.",
    ),
    "not-from-here": Text(
        "Seule une personne devant l’ordinateur qui héberge Récif peut ouvrir la table au réseau.",
        "Only somebody at the computer that hosts Récif can open the table to the network.",
    ),
    "not-invited": Text(
        "Récif n’est pas encore ouvert au réseau : aucun lien ne marcherait ailleurs.",
        "Récif is not open to the network yet: no link would work elsewhere.",
    ),
    "no-network": Text(
        "Impossible de s’ouvrir au réseau local. Choisissez un autre port : recif serve --port 8899.",
        "Cannot open to the local network. Choose another port: recif serve --port 8899.",
    ),
    "name-taken": Text(
        "Ce nom, ou un nom qui lui ressemble, est celui d’un compte : connectez-vous, ou choisissez-en un autre.",
        "That name, or one that looks like it, belongs to an account: sign in, or choose another.",
    ),
    "bad-name": Text(
        "Choisissez un nom avec au moins une lettre ou un chiffre.", "Choose a name with at least one letter or digit."
    ),
    "long-name": Text("Choisissez un nom de 24 signes au plus.", "Choose a name of 24 characters at most."),
    "short-password": Text(
        "Choisissez un mot de passe d’au moins 8 signes.", "Choose a password of at least 8 characters."
    ),
    "long-password": Text(
        "Choisissez un mot de passe de 200 signes au plus.", "Choose a password of 200 characters at most."
    ),
    "too-many-tries": Text(
        "Trop d’essais d’ici. Attendez une minute, puis réessayez.",
        "Too many tries from here. Wait a minute, then try again.",
    ),
    "no-account": Text("Vous n’avez pas encore de compte : créez-en un.", "You have no account yet: create one."),
    "bad-device": Text(
        "Ce navigateur donne une adresse où l’on ne peut rien envoyer.",
        "This browser gives an address that nothing can be sent to.",
    ),
    "seat-kept": Text(
        "Cette place est gardée pour une personne qui a été défiée.",
        "This seat is kept for somebody who was challenged.",
    ),
    "challenge-seats": Text(
        "Un défi se joue à deux personnes : une place pour vous, une place ouverte pour l’autre.",
        "A challenge is between two people: one seat for you, one open seat for the other.",
    ),
    "challenge-yourself": Text("Défiez quelqu’un d’autre que vous.", "Challenge somebody other than yourself."),
    "challenge-pending": Text(
        "Vous avez déjà défié cette personne : attendez sa réponse.",
        "You have challenged this person already: wait for the answer.",
    ),
    "no-challenge": Text(
        "Cette personne ne prend pas d’autre défi pour l’instant.",
        "This person is not taking any more challenges right now.",
    ),
    "not-challenged": Text(
        "Ce défi n’est plus là : il est accepté, refusé ou retiré.",
        "That challenge is gone: accepted, declined or withdrawn.",
    ),
    "no-mails": Text("Ce site n’envoie pas de courriels.", "This site sends no emails."),
    "bad-mail": Text(
        "Ce n’est pas une adresse de courriel. Écrivez-la comme nom@exemple.org.",
        "That is not an email address. Write it like name@example.org.",
    ),
    "bad-zone": Text("Ce fuseau horaire n’existe pas.", "There is no such time zone."),
    "bad-hook": Text(
        "On ne peut rien envoyer là : il faut une adresse publique en https, par son nom.",
        "Nothing can be sent there: it takes a public https address, with a name.",
    ),
    "dead-link": Text(
        "Ce lien ne vaut plus rien : il a été remplacé, ou il est trop vieux.",
        "This link is no longer good: it was replaced, or it is too old.",
    ),
    "not-yourself": Text("Vous ne pouvez pas vous mettre vous-même en sourdine.", "You cannot mute yourself."),
    "wrong-password": Text("Nom ou mot de passe incorrect.", "Wrong name or password."),
    "has-account": Text("Vous avez déjà un compte.", "You already have an account."),
    "no-such-person": Text("Aucun compte ne porte ce nom.", "No account has that name."),
    "rated-accounts": Text(
        "Une partie classée se joue entre comptes : créez le vôtre ou connectez-vous (page Moi).",
        "A rated match is between accounts: create one, or sign in (page Me).",
    ),
    "rated-people": Text(
        "Une partie classée se joue entre personnes, chacune à son écran : une place pour vous, les autres ouvertes.",
        "A rated match is between people, each at their own screen: one seat for you, the others open.",
    ),
    "rated-clock": Text(
        "Une partie classée se joue à la pendule : choisissez-en une.", "A rated match needs a clock: choose one."
    ),
    "rated-options": Text(
        "Une partie classée se joue avec les options habituelles du jeu.",
        "A rated match is played with the game’s usual options.",
    ),
    "rated-help": Text(
        "Une partie classée se joue sans aide : choisissez l’un ou l’autre.",
        "A rated match is played without help: choose one or the other.",
    ),
    "rated-nearby": Text(
        "Une partie classée se joue en ce moment chez vous, et cette position peut en venir : pas d’aide ici avant "
        "qu’elle soit finie.",
        "A rated match is being played where you are, and this position may come from it: no help here until it is "
        "over.",
    ),
    "rated-no-undo": Text(
        "Dans une partie classée, on n’annule aucun coup.", "You cannot undo a move in a rated match."
    ),
    "rated-one-browser": Text(
        "Vos deux comptes ont servi dans le même navigateur : ils ne peuvent pas jouer une partie classée ensemble. "
        "Ouvrez une table sans classement.",
        "Your two accounts were used in the same browser: they cannot play each other for ratings. "
        "Open a table that is not rated.",
    ),
    "rated-often": Text(
        "Vous avez déjà joué six parties classées ensemble depuis hier : ouvrez une table sans classement.",
        "You have already played six rated matches together since yesterday: open a table that is not rated.",
    ),
    "rated-enough": Text(
        "L’un de vous a déjà joué trente parties classées depuis hier : ouvrez une table sans classement.",
        "One of you has already played thirty rated matches since yesterday: open a table that is not rated.",
    ),
    "rated-no-bots": Text("Un programme ne peut pas jouer de partie classée.", "Programs cannot play rated matches."),
    "no-such-study": Text(
        "Cette étude n’existe pas, ou plus. Demandez un nouveau lien à la personne qui l’a partagée.",
        "This study does not exist, or no longer does. Ask the person who shared it for a new link.",
    ),
    "not-your-study": Text(
        "Cette étude est à quelqu’un d’autre : enregistrez-en une copie.",
        "This study belongs to somebody else: save a copy of it.",
    ),
    "too-many-studies": Text(
        "Vous partagez trop d’études : supprimez-en une d’abord.", "You share too many studies: delete one first."
    ),
    "no-such-match": Text(
        "Cette partie n’existe pas, ou plus.",
        "Match not found.",
    ),
    "not-your-match": Text(
        "Cette partie a été importée par quelqu’un d’autre.", "Somebody else has imported this match."
    ),
    "too-many-records": Text(
        "Vous avez importé trop de parties : supprimez-en une d’abord, dans la page Étude.",
        "You have imported too many matches: delete one first, on the Study page.",
    ),
    "no-such-token": Text("Ce jeton n’existe pas.", "There is no such token."),
    "no-such-page": Text("Cette page n’existe pas.", "Page not found."),
    "wrong-method": Text(
        "Cette adresse n’accepte pas ce genre de demande.", "This address does not accept that kind of request."
    ),
    "too-large": Text("C’est trop long : raccourcissez.", "That is too long: make it shorter."),
    "too-slow": Text("L’envoi a pris trop de temps. Réessayez.", "Sending took too long. Try again."),
    "no-encoding": Text("Envoyez le texte tel quel, sans compression.", "Send the text as it is, not compressed."),
    "only-reads": Text(
        "Ce jeton ne sert qu’à lire : pour jouer, il en faut un autre.",
        "This token only reads: playing takes another one.",
    ),
    "not-for-bots": Text(
        "Un jeton sert à jouer ; pour cela, connectez-vous vous-même.",
        "A token is for playing; sign in yourself to do that.",
    ),
    "json-expected": Text("Envoyez du JSON (Content-Type).", "Send JSON (Content-Type)."),
    "defect": Text(
        "Le serveur s’est trompé. Réessayez ; si cela recommence, dites-le à la personne qui l’héberge.",
        "The server made a mistake. Try again; if it happens again, tell the person who hosts it.",
    ),
    "not-kept": Text(
        "Le navigateur n’enregistre plus rien, sans doute faute de place. Libérez-en, puis rouvrez la page : "
        "tout ce que vous avez joué avant est là.",
        "The browser can no longer save anything: it is probably full. Free some space, then open the page again: "
        "everything you played before is there.",
    ),
    "stopping": Text(
        "Le serveur s’arrête ; revenez dans un instant.", "The server is stopping; come back in a moment."
    ),
}
