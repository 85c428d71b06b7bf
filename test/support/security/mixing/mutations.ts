/** One honest message, changed somewhere, by class. */
import type { Random } from '../../random.js'
import {
  allTwigs,
  aroundOf,
  copyOf,
  isTwig,
  readTwigs,
  type Twig,
  writeTwigs,
} from '../forge/twigs.js'
import type { Letter, Part } from './letters.js'

type Mutation = (root: Twig, random: Random) => void

/** An element, and the one around it; Envelope is never one. */
function somewhere(root: Twig, random: Random): { readonly twig: Twig; readonly around: Twig } {
  const all = root.inside.filter(isTwig).flatMap(allTwigs)
  const twig = random.pick(all)
  return { twig, around: aroundOf(root, twig) ?? root }
}

const location = ({ inside }: Twig, random: Random) => random.below(inside.length + 1)

const changedText = (text: string, random: Random) => {
  const at = random.below(text.length)
  const other = random.pick(['', 'x', 'A', '0', ' ', '='])
  return text.slice(0, at) + other + text.slice(at + 1)
}

export const MUTATIONS: Readonly<Record<string, Mutation>> = {
  'an element is left out': (root, random) => {
    const { twig, around } = somewhere(root, random)
    around.inside.splice(around.inside.indexOf(twig), 1)
  },
  'an element stands twice': (root, random) => {
    const { twig, around } = somewhere(root, random)
    around.inside.splice(location(around, random), 0, copyOf(twig))
  },
  'an element is copied elsewhere': (root, random) => {
    const { twig } = somewhere(root, random)
    const { twig: to } = somewhere(root, random)
    if (to.close !== '') to.inside.splice(location(to, random), 0, copyOf(twig))
  },
  'an element is moved': (root, random) => {
    const { twig, around } = somewhere(root, random)
    const { twig: to } = somewhere(root, random)
    if (to.close === '' || allTwigs(twig).includes(to)) return
    around.inside.splice(around.inside.indexOf(twig), 1)
    to.inside.splice(location(to, random), 0, twig)
  },
  'two elements change places': (root, random) => {
    const one = somewhere(root, random)
    const other = somewhere(root, random)
    if (allTwigs(one.twig).includes(other.twig) || allTwigs(other.twig).includes(one.twig)) return
    const [at, there] = [
      one.around.inside.indexOf(one.twig),
      other.around.inside.indexOf(other.twig),
    ]
    one.around.inside[at] = other.twig
    other.around.inside[there] = one.twig
  },
  'an element is wrapped': (root, random) => {
    const { twig, around } = somewhere(root, random)
    const [open, close] = random.pick([
      ['<w:Wrapper xmlns:w="urn:example:w">', '</w:Wrapper>'],
      [twig.open.replace(/ [\w:]*[iI][dD]="[^"]*"/, ''), twig.close],
    ] as const)
    if (close !== '') around.inside[around.inside.indexOf(twig)] = { open, close, inside: [twig] }
  },
  'an element is replaced by its content': (root, random) => {
    const { twig, around } = somewhere(root, random)
    around.inside.splice(around.inside.indexOf(twig), 1, ...twig.inside)
  },
  'a text is changed': (root, random) => {
    const texts = allTwigs(root).filter(({ inside }) => inside.some((part) => !isTwig(part)))
    const { inside } = random.pick(texts)
    const at = inside.findIndex((part) => !isTwig(part))
    const text = inside[at]
    if (typeof text === 'string') inside[at] = changedText(text, random)
  },
  'an attribute is changed': (root, random) => {
    const { twig } = random.pick(Array.from({ length: 8 }, () => somewhere(root, random)))
    const values = [...twig.open.matchAll(/="([^"]+)"/g)]
    if (values.length === 0) return
    const { index, 1: value = '' } = random.pick(values)
    const start = index + 2
    twig.open = `${twig.open.slice(0, start)}${changedText(value, random)}${twig.open.slice(start + value.length)}`
  },
  'an id is that of another element': (root, random) => {
    const ids = allTwigs(root).flatMap(({ open }) => /[iI]d="([^"]+)"/.exec(open)?.[1] ?? [])
    const { twig } = somewhere(root, random)
    const had = twig.open
    twig.open = had.replace(/([iI]d|URI)="(#?)[^"]*"/, `$1="$2${random.pick(ids)}"`)
    if (twig.open === had) twig.open = had.replace(/\/?>$/, ` Id="${random.pick(ids)}"$&`)
  },
}

type PartMutation = (parts: Part[], random: Random) => void

export const PART_MUTATIONS: Readonly<Record<string, PartMutation>> = {
  'an octet of an attachment is changed': (parts, random) => {
    const at = random.below(parts.length)
    const one = parts[at]
    if (!one || one.bytes.length === 0) return
    const bytes = Uint8Array.from(one.bytes)
    const index = random.below(bytes.length)
    bytes[index] = (bytes[index] ?? 0) ^ (1 << random.below(8))
    parts[at] = { ...one, bytes }
  },
  'an attachment is left out, or stands twice': (parts, random) => {
    const at = random.below(parts.length)
    const [one] = parts.splice(at, 1)
    if (one && random.chance(0.5)) parts.splice(random.below(parts.length + 1), 0, one, one)
  },
  'two attachments exchange ids, types or contents': (parts, random) => {
    const [at, there] = [random.below(parts.length), random.below(parts.length)]
    const [one, other] = [parts[at], parts[there]]
    if (!one || !other) return
    if (random.chance(0.5)) {
      parts[at] = { ...one, bytes: other.bytes }
      if (random.chance(0.5)) parts[there] = { ...other, bytes: one.bytes }
    } else {
      parts[at] = { ...one, id: other.id, fields: other.fields }
      if (random.chance(0.5)) parts[there] = { ...other, id: one.id, fields: one.fields }
    }
  },
}

export function mutated(mutation: Mutation, letter: Letter, random: Random): Letter {
  const root = readTwigs(letter.text)
  for (let count = random.chance(0.7) ? 1 : 2; count > 0; count -= 1) mutation(root, random)
  return { ...letter, text: writeTwigs(root) }
}

export function withParts(mutation: PartMutation, letter: Letter, random: Random): Letter {
  const parts = [...letter.parts]
  mutation(parts, random)
  return { ...letter, parts }
}
