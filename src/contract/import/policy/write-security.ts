/** Writes what policies ask of a sender: a function that makes its options for security, and what it cannot meet. */
import { comment, literal } from '../../../schema/types/write-text.js'
import { lineOf } from './finding.js'
import { asksForSecurity, type SecurityPlan } from './plan.js'

/**
 * @param name      of the types of the service, such as `Orders`
 * @param service   as people know it
 * @returns text of the module; nothing where options have no part in it, and nothing is to be known
 */
export function writeSecurity(plan: SecurityPlan, name: string, service: string): string {
  const { draft, findings } = plan
  const unmet = findings.filter(({ kind }) => kind === 'unmet')
  const yours = findings.filter(({ kind }) => kind === 'yours')
  const notes = [
    ...listed(`The policies of ${service} ask for what a sender cannot do:`, unmet.map(lineOf)),
    ...listed('See to it yourself:', yours.map(lineOf)),
  ]
  if (!asksForSecurity(draft)) return blockComment([`Policies of ${service}.`, ...notes])
  const keys = keysOf(plan)
  const parameters = keys.map(([key, type]) => `  readonly ${key}: ${type}\n`).join('')
  const options = optionsOf(plan).map(([key, value]) => `    ${key}: ${value},\n`)
  const about = `What the policies of ${service} ask for, for \`createSender({ security: ${variable(name)}Security({ … }) })\`.`
  return `${comment([about, ...notes])}export function ${variable(name)}Security(keys: {
${parameters}}): SecurityOptions {
  return {
${options.join('')}  }
}
`
}

/** True if the module needs the type of the options. */
export function writesOptions({ draft }: SecurityPlan): boolean {
  return asksForSecurity(draft)
}

function blockComment(paragraphs: readonly string[]): string {
  return paragraphs.length > 1 ? comment(paragraphs) : ''
}

function listed(title: string, lines: readonly string[]): readonly string[] {
  return lines.length === 0 ? [] : [title, ...lines.map((line) => `- ${line}`)]
}

/** `Orders` is `ordersSecurity`. */
const variable = (name: string) => name.slice(0, 1).toLowerCase() + name.slice(1)

const KEY = "NonNullable<SecurityOptions['key']>"
const USER = '{ readonly name: string; readonly password: string }'

type Entry = readonly [key: string, text: string]

/** What only the caller has. */
function keysOf({ draft }: SecurityPlan): readonly Entry[] {
  const { signs, user, encrypt, signed, encryptedAnswers } = draft
  const ownKey = signs || encryptedAnswers.size > 0
  return [
    ...(ownKey ? [['key', KEY] as const] : []),
    ...(encrypt.size > 0 ? [['encryptTo', 'string'] as const] : []),
    ...(signed.size > 0 ? [['trust', 'string'] as const] : []),
    ...(user ? [['user', USER] as const] : []),
  ]
}

function optionsOf(plan: SecurityPlan): readonly Entry[] {
  const { draft } = plan
  const { signs, user, reference, order, timestamp, confirmed } = draft
  const { sign, encrypt, signed, speaks } = draft
  const options = keysOf(plan).map(
    ([key]): Entry => [key, key === 'user' ? `{ ...keys.user, form: '${user}' }` : `keys.${key}`],
  )
  const list = (key: string, names: ReadonlySet<string>): readonly Entry[] =>
    names.size === 0 ? [] : [[key, `[${[...names].map(literal).join(', ')}]`]]
  return [
    ...options,
    // A key that only opens answers signs nothing.
    ...(signs
      ? list('sign', sign)
      : keysOf(plan)[0]?.[0] === 'key'
        ? [['sign', '[]'] as const]
        : []),
    ...(signs && reference !== 'token' ? [['reference', `'${reference}'`] as const] : []),
    ...list('encrypt', encrypt),
    ...(order === 'encrypt-first' ? [['order', `'${order}'`] as const] : []),
    ...(timestamp ? [] : [['timestamp', 'false'] as const]),
    ...list('signed', signed),
    ...(confirmed ? [['confirmed', 'true'] as const] : []),
    ...(speaks === undefined ? [] : [['suite', literal(speaks)] as const]),
  ]
}
