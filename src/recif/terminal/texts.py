"""What the terminal table says."""

from recif.games.core.contract import Text

PICK_GAME = Text("Quel jeu ?", "Which game?")
PICK_SEATS = Text("Combien de places ?", "How many seats?")
PLAYERS = Text("{count} joueurs", "{count} players")
PICK_RIVAL = Text("Contre qui ?", "Against whom?")
SAME_SCREEN = Text("à plusieurs sur cet écran", "together on this screen")
RANDOM = Text("quelqu’un qui joue au hasard", "somebody who plays at random")
NUMBER_PLEASE = Text("Répondez par un numéro de la liste.", "Answer with a number of the list.")
YOUR_MOVE = Text("coup", "move")
WELCOME = Text(
    "Écrivez un coup (la touche Tab complète), ou : aide, coups, indice, règles, annuler, sauver, quitter.",
    "Write a move (Tab completes), or: help, moves, hint, rules, undo, save, quit.",
)
HELP = Text(
    """aide      cette liste
coups     les coups possibles, chacun avec sa phrase
indice    où regarder ; encore « indice » : le coup conseillé, et pourquoi
règles    les règles du jeu
annuler   reprendre votre dernier coup
sauver X  écrire la partie dans le fichier X
quitter   arrêter la partie""",
    """help      this list
moves     the possible moves, each with its sentence
hint      where to look; 'hint' again: the move advised, and why
rules     the rules of the game
undo      take back your last move
save X    write the match to the file X
quit      stop the game""",
)
COMMANDS = {
    "help": "help", "aide": "help", "?": "help",
    "moves": "moves", "coups": "moves",
    "rules": "rules", "règles": "rules", "regles": "rules",
    "hint": "hint", "indice": "hint",
    "undo": "undo", "annuler": "undo",
    "save": "save", "sauver": "save",
    "quit": "quit", "quitter": "quit", "exit": "quit",
}  # fmt: skip
NOTHING_TO_UNDO = Text("Vous n’avez encore rien joué.", "You have not played anything yet.")
SAVE_WHERE = Text("Écrivez aussi un nom de fichier : sauver partie.json", "Write a file name too: save match.json")
NOT_SAVED = Text("Rien n’est écrit : {reason}", "Nothing is written: {reason}")
NOT_BEFORE_THE_END = Text(
    "ici, les cartes des manches passées ne se regardent qu’après la partie ; sauvez-la quand elle sera finie.",
    "here the cards of earlier rounds are looked at only after the game; save it when it is over.",
)
SAVED = Text("Écrit. Pour revoir la partie : recif review {file}", "Written. To look back on it: recif review {file}")
KEEP = Text("sauver FICHIER, ou Entrée pour partir > ", "save FILE, or Enter to leave > ")
PASS_SCREEN = Text(
    "Passez l’écran à {name}, puis appuyez sur Entrée.",
    "Pass the screen to {name}, then press Enter.",
)
CHOSEN = Text("C’est noté ; les autres choisissent.", "Noted; the others choose.")
RULE = Text("règle", "rule")
WON = Text("Gagnant : {names}", "Winner: {names}")
SHARED = Text("Victoire partagée : {names}", "Shared win: {names}")
SCORES = Text("Scores : {scores}", "Scores: {scores}")
BYE = Text("À bientôt !", "See you soon!")
BAD_RIVAL = Text(
    "--against attend « humans », « random » ou un niveau de 1 à 8 (9 : l’Abysse)",
    "--against takes 'humans', 'random' or a level from 1 to 8 (9: the Abyss)",
)
