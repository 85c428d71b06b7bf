/** The general categories of characters, and the classes made of them, as this version of Node.js knows them. */
import { type CharacterSet, range, unionOf } from './character-set.js'

/** Part 2 §F.1.1 [57]-[66]: without `Cs`, as no text of XML has surrogates. */
const CATEGORY = /^(L[ultmo]?|M[nce]?|N[dlo]?|P[cdseifo]?|Z[slp]?|S[mcko]?|C[cfon]?)$/

/** Where characters of many kinds stand: first and last code point. */
const MIXED = [
  [0, 0xd7ff],
  [0xe000, 0xffff],
  [0x10000, 0x3ffff],
  [0xe0000, 0xeffff],
] as const

/** Where all are of one kind: not assigned, or for private use. */
const ALIKE = [
  [0x40000, 0xdffff],
  [0xf0000, 0xffffd],
  [0xffffe, 0xfffff],
  [0x100000, 0x10fffd],
  [0x10fffe, 0x10ffff],
] as const

/** What was looked up once: it never changes. */
const found = new Map<string, CharacterSet>()

/** The characters of a category, such as `Lu` or `L`; undefined if there is none of that name. */
export function charactersOfCategory(name: string): CharacterSet | undefined {
  return CATEGORY.test(name) ? charactersOf(`\\p{${name}}`) : undefined
}

/** `\w` (Part 2 §F.1.1): all characters but punctuation, separators, and others. */
export function wordCharacters(): CharacterSet {
  return charactersOf('[^\\p{P}\\p{Z}\\p{C}]')
}

/** The characters of a class, as patterns of JavaScript write it. */
function charactersOf(source: string): CharacterSet {
  const existing = found.get(source)
  if (existing !== undefined) return existing
  const runs = new RegExp(`${source}+`, 'gu')
  const set = unionOf([
    ...MIXED.map(([first, last]) => search(first, last, runs)),
    ...ALIKE.map(([first, last]) =>
      String.fromCodePoint(first).search(runs) === 0 ? range(first, last) : [],
    ),
  ])
  found.set(source, set)
  return set
}

function search(first: number, last: number, runs: RegExp): CharacterSet {
  const units = first < 0x10000 ? 1 : 2
  const set: number[] = []
  for (const { index, 0: run } of rangeText(first, last).matchAll(runs)) {
    const from = first + index / units
    set.push(from, from + run.length / units - 1)
  }
  return set
}

/** Every character from one to another, as a text. */
function rangeText(first: number, last: number): string {
  const wide = first > 0xffff
  const units = new Uint16Array((last - first + 1) * (wide ? 2 : 1))
  let at = 0
  for (let code = first; code <= last; code += 1) {
    if (wide) units[at++] = 0xd7c0 + (code >> 10)
    units[at++] = wide ? 0xdc00 + (code & 0x3ff) : code
  }
  return new TextDecoder('utf-16').decode(units)
}
