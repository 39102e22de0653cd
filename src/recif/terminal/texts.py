"""What the terminal table says."""

from recif.games.core.contract import Text

PICK_GAME = Text("Quel jeu ?", "Which game?")
PICK_SEATS = Text("Combien de joueurs ?", "How many players?")
PLAYERS = Text("{count} joueurs", "{count} players")
PICK_RIVAL = Text("Contre qui ?", "Against whom?")
SAME_SCREEN = Text("à plusieurs sur cet écran", "together on this screen")
RANDOM = Text("quelqu’un qui joue au hasard", "somebody who plays at random")
NUMBER_PLEASE = Text("Répondez par un numéro de la liste.", "Answer with a number from the list.")
YOUR_MOVE = Text("coup", "move")
WELCOME = Text(
    "Écrivez un coup (la touche Tab complète), ou : aide, coups, conseil, règles, annuler, enregistrer, quitter.",
    "Write a move (Tab completes), or: help, moves, hint, rules, undo, save, quit.",
)
HELP = Text(
    """aide           cette liste
coups          les coups possibles, chacun avec ce qu’il fait
conseil        où regarder ; encore « conseil » : le coup conseillé, et pourquoi
règles         les règles du jeu
annuler        annuler votre dernier coup
enregistrer X  garder la partie dans le fichier X
quitter        arrêter la partie""",
    """help      this list
moves     the possible moves, each with what it does
hint      where to look; 'hint' again: the best move, and why
rules     the rules of the game
undo      undo your last move
save X    keep the match in the file X
quit      stop the match""",
)
COMMANDS = {
    "help": "help", "aide": "help", "?": "help",
    "moves": "moves", "coups": "moves",
    "rules": "rules", "règles": "rules", "regles": "rules",
    "hint": "hint", "conseil": "hint",
    "undo": "undo", "annuler": "undo",
    "save": "save", "enregistrer": "save",
    "quit": "quit", "quitter": "quit", "exit": "quit",
}  # fmt: skip
NOTHING_TO_UNDO = Text("Vous n’avez encore rien joué.", "You have not played anything yet.")
SAVE_WHERE = Text("Donnez aussi un nom de fichier : enregistrer partie.json", "Give a file name too: save match.json")
NOT_SAVED = Text("Rien n’est enregistré : {reason}", "Nothing was saved: {reason}")
NOT_BEFORE_THE_END = Text(
    "ici, les cartes des manches passées restent secrètes jusqu’à la fin ; enregistrez la partie à ce moment-là.",
    "here the cards of earlier rounds stay secret until the end; save the match then.",
)
SAVED = Text(
    "C’est enregistré. Pour revoir la partie : recif review {file}", "Saved. To review the match: recif review {file}"
)
KEEP = Text("enregistrer FICHIER, ou Entrée pour partir > ", "save FILE, or Enter to leave > ")
PASS_SCREEN = Text(
    "Passez l’écran à {name}, puis appuyez sur Entrée.",
    "Pass the screen to {name}, then press Enter.",
)
CHOSEN = Text("C’est noté. Aux autres de choisir.", "Got it. Now the others choose.")
RULE = Text("règle", "rule")
WON = Text("{names} gagne !", "{names} wins!")
SHARED = Text("Victoire partagée : {names}", "Shared win: {names}")
SCORES = Text("Points : {scores}", "Points: {scores}")
BYE = Text("À bientôt !", "See you soon!")
BAD_RIVAL = Text(
    "--against attend « humans », « random » ou un niveau de 1 à 8 (9 : l’Abysse)",
    "--against takes 'humans', 'random' or a level from 1 to 8 (9: the Abyss)",
)
