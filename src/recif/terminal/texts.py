"""What the terminal table says."""

from recif.games.contract import Text

PICK_GAME = Text("Quel jeu ?", "Which game?")
PICK_SEATS = Text("Combien de places ?", "How many seats?")
PICK_RIVAL = Text("Contre qui ?", "Against whom?")
SAME_SCREEN = Text("à plusieurs sur cet écran", "together on this screen")
RANDOM = Text("un joueur au hasard", "a random player")
NUMBER_PLEASE = Text("Répondez par un numéro de la liste.", "Answer with a number of the list.")
YOUR_MOVE = Text("coup", "move")
WELCOME = Text(
    "Écrivez un coup (la touche Tab complète), ou : aide, coups, règles, annuler, quitter.",
    "Write a move (Tab completes), or: help, moves, rules, undo, quit.",
)
HELP = Text(
    """aide      cette liste
coups     les coups possibles, chacun avec sa phrase
règles    les règles du jeu
annuler   reprendre votre dernier coup
quitter   arrêter la partie""",
    """help      this list
moves     the possible moves, each with its sentence
rules     the rules of the game
undo      take back your last move
quit      stop the game""",
)
COMMANDS = {
    "help": "help", "aide": "help", "?": "help",
    "moves": "moves", "coups": "moves",
    "rules": "rules", "règles": "rules", "regles": "rules",
    "undo": "undo", "annuler": "undo",
    "quit": "quit", "quitter": "quit", "exit": "quit",
}  # fmt: skip
NOTHING_TO_UNDO = Text("Vous n'avez encore rien joué.", "You have not played anything yet.")
PASS_SCREEN = Text(
    "Passez l'écran à {name}, puis appuyez sur Entrée.",
    "Pass the screen to {name}, then press Enter.",
)
CHOSEN = Text("C'est noté ; les autres choisissent.", "Noted; the others choose.")
RULE = Text("règle", "rule")
WON = Text("Gagnant : {names}", "Winner: {names}")
SHARED = Text("Victoire partagée : {names}", "Shared win: {names}")
SCORES = Text("Scores : {scores}", "Scores: {scores}")
BYE = Text("À bientôt !", "See you soon!")
BAD_RIVAL = Text(
    "--against attend « humans », « random » ou un niveau de 1 à 8 (9 : l'Abysse)",
    "--against takes 'humans', 'random' or a level from 1 to 8 (9: the Abyss)",
)
