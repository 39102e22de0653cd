// boardgame.io's own tic-tac-toe, in memory. `node server.js PORT`, in a folder where boardgame.io is installed.
const { Server } = require("boardgame.io/server")
const { INVALID_MOVE } = require("boardgame.io/core")

const LINES = [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]]
const isWon = (cells) => LINES.some((row) => cells[row[0]] !== null && row.every((i) => cells[i] === cells[row[0]]))

const TicTacToe = {
  name: "tic-tac-toe",
  setup: () => ({ cells: Array(9).fill(null) }),
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    clickCell: ({ G, playerID }, id) => {
      if (G.cells[id] !== null) return INVALID_MOVE
      G.cells[id] = playerID
    },
  },
  endIf: ({ G, ctx }) => {
    if (isWon(G.cells)) return { winner: ctx.currentPlayer }
    if (G.cells.every((cell) => cell !== null)) return { draw: true }
  },
}

Server({ games: [TicTacToe], origins: [/.*/] }).run({ port: Number(process.argv[2]) })
