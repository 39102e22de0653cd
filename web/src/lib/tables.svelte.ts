/** The tables that this page follows. */

import { settings } from './settings.svelte'
import { Table } from './table.svelte'
import { wire } from './wire.svelte'

const followed = new Map<string, Table>()

wire.follows = () => [...followed.values()].map((table) => table.follow())
wire.listen((message) => {
  for (const table of followed.values()) table.hear(message)
})

/** Follow a table for as long as a page shows it; a change of language asks for the sentences anew. */
export function follow(table: Table): () => void {
  followed.set(table.code, table)
  let spoken = settings.language
  wire.send(table.follow())
  const stop = $effect.root(() => {
    $effect(() => {
      if (settings.language !== spoken) table.again()
      spoken = settings.language
    })
  })
  return () => {
    stop()
    followed.delete(table.code)
    wire.send({ type: 'leave', table: table.code })
  }
}
