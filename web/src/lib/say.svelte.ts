/** Words on the screen: `say(key)` in the person's language; `both(text)` for texts that the server sends in both. */

import en from '../texts/en.json'
import fr from '../texts/fr.json'
import { settings } from './settings.svelte'

export type Key = keyof typeof en & keyof typeof fr
export interface Both {
  fr: string
  en: string
}

const texts: Record<'fr' | 'en', Record<Key, string>> = { fr, en }

export function say(key: Key, values: Record<string, string | number> = {}): string {
  return texts[settings.language][key].replace(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ''))
}

/** The form of a text for a count: `key.one` or `key.many`. French counts 0 with one. */
export function count(key: string, n: number): string {
  const one = settings.language === 'fr' ? n < 2 : n === 1
  return say(`${key}.${one ? 'one' : 'many'}` as Key, { n })
}

/** A text of ours in both languages, to stand beside those of the server. */
export function inBoth(key: Key): Both {
  return { fr: texts.fr[key], en: texts.en[key] }
}

export function both(text: Both | undefined | null): string {
  return text ? text[settings.language] : ''
}

/** A part of one, as a percentage. */
export function percent(part: number): string {
  return new Intl.NumberFormat(settings.language, { style: 'percent' }).format(part)
}
