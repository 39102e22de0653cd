/** Sounds made in code: a few notes, a splash and a bite, out of oscillators and noise. */

import { untrack } from 'svelte'
import { settings } from './settings.svelte'

let audio: AudioContext | undefined
let calls = false // heard in a tab that is out of sight, too

/** Where sound is turned on, what was heard before is not heard again: effects do not depend on it. */
function now(): { out: AudioContext; at: number } | undefined {
  if (!untrack(() => settings.sound) || (document.hidden && !calls)) return undefined
  audio ??= new AudioContext()
  if (audio.state === 'suspended') void audio.resume()
  return { out: audio, at: audio.currentTime }
}

function swell(out: AudioContext, at: number, loud: number, long: number): GainNode {
  const gain = out.createGain()
  gain.gain.setValueAtTime(0.0001, at)
  gain.gain.exponentialRampToValueAtTime(loud, at + 0.012)
  gain.gain.exponentialRampToValueAtTime(0.0001, at + long)
  gain.connect(out.destination)
  return gain
}

function note(hertz: number, after = 0, long = 0.22, loud = 0.12, shape: OscillatorType = 'sine', slide = 1): void {
  const play = now()
  if (!play) return
  const at = play.at + after
  const tone = play.out.createOscillator()
  tone.type = shape
  tone.frequency.setValueAtTime(hertz, at)
  tone.frequency.exponentialRampToValueAtTime(hertz * slide, at + long)
  tone.connect(swell(play.out, at, loud, long))
  tone.start(at)
  tone.stop(at + long)
}

function hiss(hertz: number, after = 0, long = 0.25, loud = 0.14): void {
  const play = now()
  if (!play) return
  const at = play.at + after
  const { out } = play
  const noise = out.createBuffer(1, out.sampleRate * long, out.sampleRate)
  const samples = noise.getChannelData(0)
  for (let i = 0; i < samples.length; i++) samples[i] = Math.random() * 2 - 1
  const source = out.createBufferSource()
  source.buffer = noise
  const filter = out.createBiquadFilter()
  filter.type = 'bandpass'
  filter.frequency.setValueAtTime(hertz, at)
  filter.frequency.exponentialRampToValueAtTime(hertz / 3, at + long)
  source.connect(filter).connect(swell(out, at, loud, long))
  source.start(at)
}

export const sounds = {
  pick: () => note(520, 0, 0.08, 0.06, 'triangle'),
  place: () => (note(180, 0, 0.12, 0.14, 'sine', 0.6), hiss(900, 0, 0.14, 0.07)),
  eat: () => (hiss(2400, 0, 0.08, 0.2), hiss(1500, 0.1, 0.1, 0.2), note(120, 0.08, 0.2, 0.16, 'triangle', 0.5)),
  card: () => hiss(4200, 0, 0.07, 0.1),
  splash: () => (hiss(1400, 0, 0.4, 0.16), note(300, 0, 0.25, 0.06, 'sine', 0.4)),
  turn: () => ((calls = true), note(660, 0, 0.18, 0.1), note(880, 0.12, 0.26, 0.1), (calls = false)),
  no: () => (note(196, 0, 0.14, 0.1, 'triangle'), note(165, 0.11, 0.2, 0.1, 'triangle')),
  chat: () => note(740, 0, 0.12, 0.07, 'sine', 1.4),
  win: () => [523, 659, 784, 1047].forEach((hertz, i) => note(hertz, i * 0.13, 0.4, 0.11, 'triangle')),
  lose: () => [440, 392, 330].forEach((hertz, i) => note(hertz, i * 0.17, 0.36, 0.09, 'triangle')),
}
export type Sound = keyof typeof sounds
