/** Colours of states and levels: on a terminal only, as NO_COLOR and FORCE_COLOR say. */
import { styleText } from 'node:util'

export type Tone = 'good' | 'bad' | 'warning' | 'weak' | 'strong'

const FORMATS = {
  good: 'green',
  bad: 'red',
  warning: 'yellow',
  weak: 'dim',
  strong: 'bold',
} as const

/** @param stream  that the text goes to; a pipe or a file gets no colours */
export function toned(
  text: string,
  tone: Tone | undefined,
  stream: NodeJS.WritableStream = process.stdout,
): string {
  return tone === undefined
    ? text
    : styleText(FORMATS[tone], text, { stream, validateStream: true })
}

const TONES: Readonly<Record<string, Tone>> = {
  ok: 'good',
  done: 'good',
  reply: 'good',
  valid: 'good',
  note: 'weak',
  delayed: 'warning',
  warning: 'warning',
  dead: 'bad',
  error: 'bad',
  fault: 'bad',
  refused: 'bad',
  no: 'bad',
}

/** The tone of a word that tells a state, a level or an outcome; most have none. */
export function toneOf(word: string): Tone | undefined {
  return Object.hasOwn(TONES, word) ? TONES[word] : undefined
}
