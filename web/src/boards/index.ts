/** The boards: one line a game. Covers are small and load with the page; a board loads when its table opens. */

import type { Component } from 'svelte'
import type { Sound } from '../lib/sounds'
import type { BoardProps } from './kit/board'
import CrabsCover from './crabs/Cover.svelte'
import CrocodilesCover from './crocodiles/Cover.svelte'
import KrocCover from './kroc/Cover.svelte'
import UrchinsCover from './urchins/Cover.svelte'
import XokCover from './xok/Cover.svelte'

export interface Drawn {
  cover: Component
  board: () => Promise<{ default: Component<BoardProps> }>
  sound: (text: string) => Sound // what a move sounds like
  colours: string[] // of the seats
  ending?: number // milliseconds that the board takes to show the last move
  tally?: (scene: BoardProps['scene']) => (string | number)[] // how far each seat has come
}

export const DRAWN: Record<string, Drawn> = {
  xok: {
    cover: XokCover,
    board: () => import('./xok/Board.svelte'),
    sound: (text) => (text.includes('*') ? 'eat' : 'place'),
    colours: ['#fffaf0', '#274b5a'],
    tally: ({ longest, goal }) => (longest as string[][]).map((chain) => `${chain.length}/${goal}`),
  },
  urchins: {
    cover: UrchinsCover,
    board: () => import('./urchins/Board.svelte'),
    sound: () => 'place',
    colours: ['#2f7fb5', '#5c9d62', '#f4f1e6', '#3c5460'],
    tally: ({ taken }) => taken as number[],
  },
  crocodiles: {
    cover: CrocodilesCover,
    board: () => import('./crocodiles/Board.svelte'),
    sound: (text) => (text.includes('x') ? 'eat' : text.includes('!') ? 'splash' : 'place'),
    colours: ['#e0583f', '#f7c948'],
    tally: ({ scores }) => scores as number[],
  },
  kroc: {
    cover: KrocCover,
    board: () => import('./kroc/Board.svelte'),
    sound: () => 'card',
    colours: ['#4d9fd0', '#7bb27f', '#ee9f5a', '#eef1ee', '#b49ad0'],
    ending: 1900,
  },
  crabs: {
    cover: CrabsCover,
    board: () => import('./crabs/Board.svelte'),
    sound: () => 'card',
    colours: ['#e5704d', '#8a79c4'],
  },
}
