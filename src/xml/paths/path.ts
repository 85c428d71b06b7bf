/** Paths into envelopes, as the configuration writes them: names in Clark notation, `*`, `//`, and `@` at the end. */
import { isNcName } from '../characters.js'

/** A step of a path; of one that begins with `//` the element may stand at any depth. */
export interface Step {
  readonly deep: boolean
  readonly attribute: boolean
  /** Undefined for any. */
  readonly namespace: string | undefined
  /** Undefined for any. */
  readonly local: string | undefined
}

export type Path = readonly [Step, ...Step[]]

const STEP = /(\/\/?)(@?)(?:\{([^{}]*)\})?(\*|[^/@{}*\s]+)/y

/** Steps of a path: what is looked at for an element stays little. */
const MAX_STEPS = 32

/**
 * Reads a path such as `//{urn:x}password`, `/{*}Envelope/{*}Body//card` or `//{urn:x}card/@number`; a name
 * without braces, or with `{*}`, is one of any namespace, and with `{}` one without.
 *
 * @throws RangeError that says what was expected
 */
export function readPath(text: string): Path {
  const steps: Step[] = []
  const step = new RegExp(STEP)
  while (step.lastIndex < text.length) {
    const at = step.lastIndex
    const [, slashes, mark, namespace, local = ''] = step.exec(text) ?? []
    if (slashes === undefined || steps.at(-1)?.attribute) throw wrong(text, at)
    if (steps.length === MAX_STEPS || !(local === '*' || isNcName(local))) throw wrong(text, at)
    steps.push({
      deep: slashes === '//',
      attribute: mark === '@',
      namespace: namespace === '*' ? undefined : namespace,
      local: local === '*' ? undefined : local,
    })
  }
  const [first, ...rest] = steps
  if (!first) throw wrong(text, 0)
  return [first, ...rest]
}

function wrong(text: string, at: number): RangeError {
  return new RangeError(
    `expected a path such as //{urn:x}password or /{*}Envelope/{*}Body//@number, found ${JSON.stringify(text.slice(at, at + 40))}`,
  )
}

/** True if a step is met by an element or an attribute of that name. */
export function isMet(
  { namespace, local }: Pick<Step, 'namespace' | 'local'>,
  name: { readonly namespace: string; readonly local: string },
): boolean {
  return (
    (local === undefined || local === name.local) &&
    (namespace === undefined || namespace === name.namespace)
  )
}
