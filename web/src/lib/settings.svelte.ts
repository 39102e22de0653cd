/** What this person chose on this device: kept in localStorage, harmless if it is blocked. */

import { MediaQuery } from 'svelte/reactivity'
import { keep, kept } from './kept'

export type Language = 'fr' | 'en'
export type Theme = 'auto' | 'light' | 'dark'
export type Motion = 'auto' | 'full' | 'still'
export type BoardLook = 'drawn' | 'plain' // plain: signs and a list of moves
export type Confirm = 'auto' | 'always' | 'never'
export type DeviceUse = 'off' | 'quick' // whether this device does what the machine is asked for me
export type Pace = 'calm' | 'normal' | 'quick' | 'once'

interface Settings {
  language: Language
  theme: Theme
  motion: Motion
  pace: Pace // how quickly one thing is shown after another
  sound: boolean
  board: BoardLook
  confirm: Confirm
  notation: boolean // moves as they are written, beside their sentences
  device: DeviceUse
  notify: boolean // a notice when it is my turn and the page is out of sight
}

const KEY = 'recif.settings'

function spoken(): Language {
  return navigator.language.toLowerCase().startsWith('fr') ? 'fr' : 'en'
}

function remembered(): Partial<Settings> {
  const { confirm, ...rest } = kept<Partial<Settings>>(KEY) ?? {}
  return typeof confirm === 'string' ? { confirm, ...rest } : rest
}

export const settings: Settings = $state({
  language: spoken(),
  theme: 'auto',
  motion: 'auto',
  pace: 'normal',
  sound: true,
  board: 'drawn',
  confirm: 'auto',
  notation: false,
  device: 'off',
  notify: false,
  ...remembered(),
})

const night = new MediaQuery('(prefers-color-scheme: dark)')
const calm = matchMedia('(prefers-reduced-motion: reduce)')

/** Whether pieces should jump to their place instead of travelling there. */
export function isStill(): boolean {
  return settings.motion === 'still' || (settings.motion === 'auto' && calm.matches)
}

/** Milliseconds to look at what has happened before the next thing does. */
const STEPS: Record<Pace, number> = { calm: 2000, normal: 1100, quick: 450, once: 0 }

export function stepTime(): number {
  return STEPS[settings.pace]
}

/** Whether a move is asked about before it is played; `careful`: a finger chose it among things that are small. */
export function asksFirst(careful: boolean): boolean {
  return settings.confirm === 'always' || (settings.confirm === 'auto' && careful)
}

/** Whether the page is dark now, by choice or as the device is. */
export function isDark(): boolean {
  return settings.theme === 'dark' || (settings.theme === 'auto' && night.current)
}

export function turnLight(): void {
  settings.theme = isDark() ? 'light' : 'dark'
}

export function turnLanguage(): void {
  settings.language = settings.language === 'fr' ? 'en' : 'fr'
}

function dress(): void {
  const root = document.documentElement
  const dark = isDark()
  root.lang = settings.language
  root.dataset.theme = dark ? 'dark' : 'light'
  root.dataset.motion = isStill() ? 'still' : 'full'
  document.querySelector('meta[name=theme-color]')?.setAttribute('content', dark ? '#0a2430' : '#fbf5e9')
}

/** Keep the page and the device's memory in step with the settings. */
export function keepSettings(): void {
  $effect.root(() => {
    $effect(() => {
      dress()
      keep(KEY, settings)
    })
  })
  calm.addEventListener('change', dress)
}
