import { sayings } from '../lib/say.svelte'
import en from './texts.en.json'
import fr from './texts.fr.json'

export type Key = keyof typeof en & keyof typeof fr
export const { say, count } = sayings({ fr, en })
