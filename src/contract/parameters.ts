/** Reads named parameters that came as texts, from a command line or a query. */
import { VALUE } from '../schema/values/keys.js'
import type { Value, Values } from '../schema/values/value.js'
import { isNcName } from '../xml/characters.js'

/** A parameter as it came. */
export type Parameter = readonly [name: string, value: string]

/** Steps of one name. */
const MAX_STEPS = 64

/** A text that cannot be the name of a parameter. */
export class NoParameter extends TypeError {
  constructor(name: string) {
    super(`${name}: not the name of a parameter`)
    this.name = 'NoParameter'
  }
}

/** Texts of one name, or what is below it; names keep the order in which they came. */
interface Branch {
  readonly texts: string[]
  readonly below: Map<string, Branch>
}

/**
 * A repeated name is a list; a dot steps into an element (`customer.city`), a number chooses one of several
 * (`line.0.sku`, `line.1.sku`), `@` is an attribute (`price.@currency`), and `\.` is a dot of the name itself.
 *
 * @throws NoParameter
 * @throws TypeError for a name that stands for a value and for what is below it, too
 */
export function readParameters(parameters: readonly Parameter[]): Values {
  const root: Branch = { texts: [], below: new Map() }
  for (const [name, text] of parameters) branchOf(name, root).texts.push(text)
  return recordOf(root, '')
}

function branchOf(name: string, root: Branch): Branch {
  const steps = name.split(/(?<!\\)\./, MAX_STEPS + 1).map((step) => step.replaceAll('\\.', '.'))
  const [first = ''] = steps
  if (steps.length > MAX_STEPS || isIndex(first) || !steps.every(isStep))
    throw new NoParameter(name)
  let at = root
  for (const step of steps) {
    const next = at.below.get(step) ?? { texts: [], below: new Map() }
    at.below.set(step, next)
    at = next
  }
  return at
}

function isStep(step: string): boolean {
  const bare = step.startsWith('@') ? step.slice(1).replace(/^xml:/, '') : step
  return isNcName(bare) || isIndex(step)
}

function isIndex(step: string): boolean {
  return /^\d{1,6}$/.test(step)
}

function recordOf({ below }: Branch, path: string): Values {
  return Object.fromEntries(
    [...below].map(([name, inner]) => [name, valueIn(inner, path + name)] as const),
  )
}

function valueIn(branch: Branch, path: string): Value {
  const { texts, below } = branch
  const names = [...below.keys()]
  const indexes = names.filter(isIndex)
  const attributes = names.filter((name) => name.startsWith('@'))
  const [text] = texts
  if (texts.length === 1 && names.length > 0 && attributes.length === names.length) {
    return { [VALUE]: text, ...recordOf(branch, `${path}.`) }
  }
  if (
    (texts.length > 0 && names.length > 0) ||
    (indexes.length > 0 && indexes.length < names.length)
  ) {
    throw new TypeError(`${path}: expected a value, or names below it, or numbers below it`)
  }
  if (indexes.length > 0) {
    const sorted = indexes.toSorted((one, two) => Number(one) - Number(two))
    return sorted.map((index) => valueIn(below.get(index) ?? branch, `${path}.${index}`))
  }
  if (names.length > 0) return recordOf(branch, `${path}.`)
  return texts.length > 1 ? texts : text
}
