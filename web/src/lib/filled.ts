/** A text with its values: French drops the vowel of a little word before a name that begins with one. */

const HOLE = /(\b(?:de|que|jusque|lorsque|puisque) )?\{(\w+)\}/gi
/** A `y` is a vowel before a consonant (Yves), none before a vowel (Yann). */
const VOWEL = /^(?:[aeiouhàâäéèêëîïôöùûüœæ]|y(?![aeiouàâéèêëîïôöùû]))/i

export function filled(text: string, values: Record<string, string | number>, language: 'fr' | 'en'): string {
  return text.replace(HOLE, (_, word: string | undefined, name: string) => {
    const value = String(values[name] ?? '')
    if (!word) return value
    return language === 'fr' && VOWEL.test(value) ? `${word.slice(0, -2)}’${value}` : word + value
  })
}
