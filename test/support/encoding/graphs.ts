/** Random graphs of values, and whether two of them are one graph: the same values, shared in the same places. */
import type { Value } from '../../../src/plugin.js'
import type { Random } from '../random.js'

type Compound = { [name: string]: Value } | Value[]

const NAMES = ['a', 'b', 'item', '_x', 'é', '__proto__', 'toString', 'id', 'href']

/** Compounds that refer to each other by chance: shared, in cycles, empty. */
export function randomGraph(random: Random, most = 12): { readonly [name: string]: Value } {
  const pool: Compound[] = Array.from({ length: 1 + random.below(most) }, () =>
    random.chance(0.5) ? [] : Object.create(null),
  )
  const value = (): Value => (random.chance(0.55) ? random.pick(pool) : randomSimple(random))
  for (const compound of pool) {
    if (Array.isArray(compound)) compound.push(...random.many(4, value))
    else for (const name of random.many(4, () => random.pick(NAMES))) compound[name] = value()
  }
  const root: { [name: string]: Value } = Object.create(null)
  for (const name of random.many(4, () => random.pick(NAMES))) root[name] = value()
  if (random.chance(0.2)) root.self = root
  return root
}

function randomSimple(random: Random): Value {
  return random.pick<() => Value>([
    () => null,
    () => random.pick(['', ' ', 'tea', 'ä<&>"\r\n', '\u{1F600}', 'x'.repeat(150), '12', 'true']),
    () => random.pick([0, 1, -5, 2 ** 31, 1.5, 1e300, -0, Number.NaN, Number.POSITIVE_INFINITY]),
    () => BigInt(random.below(1e9)) * 10n ** BigInt(random.below(30)),
    () => random.chance(0.5),
    () => Buffer.from(random.many(5, () => random.below(256))),
  ])()
}

/**
 * @returns where they differ; undefined if they are one graph
 */
export function difference(one: Value, other: Value): string | undefined {
  const pairs = new Map<object, object>()
  const taken = new Set<object>()
  const left: [Value, Value, string][] = [[one, other, '']]
  for (let next = left.pop(); next; next = left.pop()) {
    const [a, b, at] = next
    if (!isCompound(a) || !isCompound(b)) {
      if (!isSame(a, b)) return `${at}: ${shown(a)} is not ${shown(b)}`
      continue
    }
    const existing = pairs.get(a)
    if (existing !== undefined || taken.has(b)) {
      if (existing !== b) return `${at}: shared in other places`
      continue
    }
    pairs.set(a, b)
    taken.add(b)
    const keys = Object.keys(a)
    const same = keys.length === Object.keys(b).length && Array.isArray(a) === Array.isArray(b)
    if (!same) return `${at}: ${shown(a)} is not ${shown(b)}`
    for (const key of keys) {
      if (!Object.hasOwn(b, key)) return `${at}.${key}: missing`
      left.push([Reflect.get(a, key), Reflect.get(b, key), `${at}.${key}`])
    }
  }
  return undefined
}

function isCompound(value: Value): value is Compound & Value {
  return typeof value === 'object' && value !== null && !(value instanceof Uint8Array)
}

function isSame(a: Value, b: Value): boolean {
  if (a instanceof Uint8Array && b instanceof Uint8Array) return Buffer.compare(a, b) === 0
  return Object.is(a, b)
}

function shown(value: Value): string {
  return typeof value === 'object' && value !== null
    ? `{${Object.keys(value).join()}}`
    : `${typeof value} ${String(value)}`
}
