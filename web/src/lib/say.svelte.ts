/** Words on the screen: `say(key)` in the person's language; `both(text)` for texts that the server sends in both. */

import en from '../texts/en.json'
import fr from '../texts/fr.json'
import { filled } from './filled'
import { settings, type Language } from './settings.svelte'

export type Key = keyof typeof en & keyof typeof fr
export interface Both {
  fr: string
  en: string
}
type Texts = Record<string, string>
type Values = Record<string, string | number>

const texts: Record<Language, Record<Key, string>> = { fr, en }

/** Ways to say one's own texts, and those of the pages beside them. A board brings its own, which load with it. */
export function sayings<Own extends Texts>(own: Record<Language, Own>) {
  function say(key: Key | (keyof Own & string), values: Values = {}): string {
    const { language } = settings
    const text = own[language][key] ?? texts[language][key as Key]
    return filled(text, values, language)
  }
  /** The form of a text for a count: `key.one` or `key.many`. French counts 0 with one. */
  function count(key: string, n: number): string {
    const one = settings.language === 'fr' ? n < 2 : n === 1
    return say(`${key}.${one ? 'one' : 'many'}` as Key, { n })
  }
  return { say, count }
}

export const { say, count } = sayings(texts)

/** A text of ours in both languages, to stand beside those of the server. */
export function inBoth(key: Key): Both {
  return { fr: texts.fr[key], en: texts.en[key] }
}

export function both(text: Both | undefined | null): string {
  return text ? text[settings.language] : ''
}

/** Names one after the other, as they are read out: Ana, Théo and Max. */
export function listed(names: (string | undefined)[]): string {
  return [names.slice(0, -1).join(', '), ...names.slice(-1)].filter(Boolean).join(say('and'))
}

/** A part of one, as a percentage. */
export function percent(part: number): string {
  return new Intl.NumberFormat(settings.language, { style: 'percent' }).format(part)
}
