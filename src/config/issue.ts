/** Says in one sentence what is wrong with a value of the configuration: expected, got. */
import type { z } from 'zod'
import type { Path } from './file.js'
import { SHIPPED_TRANSPORTS } from './schema.js'
import { keysAt, meantKeys } from './schema-keys.js'
import { masked } from './secrets.js'

/** The checker's names of types, as an operator calls them. */
const TYPES: Readonly<Record<string, string>> = {
  int: 'a whole number',
  number: 'a number',
  string: 'a text',
  boolean: 'true or false',
  array: 'a list',
  object: 'a section of keys',
  record: 'a section of keys',
}

/**
 * @param schema   of the whole configuration
 * @param written  how a key is written where the value of a path came from
 */
export function describe(
  issue: z.core.$ZodIssue,
  schema: z.ZodType,
  written: (key: string, path: Path) => string,
): { path: Path; sentence: string } {
  const { path } = issue
  const received = 'input' in issue ? receivedText(masked(issue.input, schema, path)) : ''
  const own = ownSentence(issue.message, received)
  switch (issue.code) {
    case 'unrecognized_keys': {
      const [key = ''] = issue.keys
      if (path.length === 0 && SHIPPED_TRANSPORTS.includes(key)) {
        const sentence = `the transport ${key} is not loaded: name it in transports, or take its section out`
        return { path: [key], sentence }
      }
      return { path: [...path, key], sentence: unknownKey([...path, key], schema, written) }
    }
    case 'invalid_type':
      return {
        path,
        sentence: own ?? `expected ${TYPES[issue.expected] ?? issue.expected}${received}`,
      }
    case 'too_small': {
      const unit = issue.origin === 'string' ? ' character' : ''
      return { path, sentence: `expected at least ${issue.minimum}${unit}${received}` }
    }
    case 'too_big':
      return { path, sentence: `expected at most ${issue.maximum}${received}` }
    case 'invalid_value':
      return {
        path,
        sentence: own ?? `expected one of ${issue.values.map(shown).join(', ')}${received}`,
      }
    case 'invalid_union': {
      // The most specific complaint of the members: the one that got deepest.
      const deepest = issue.errors.flat().sort((one, two) => two.path.length - one.path.length)[0]
      if (deepest && deepest.path.length > 0)
        return describe(
          { ...deepest, path: [...path, ...deepest.path] } as z.core.$ZodIssue,
          schema,
          written,
        )
      const wanted = `expected ${unionOf(issue)}`
      return { path, sentence: own ?? ownSentence(wanted, received) ?? wanted }
    }
    default: {
      // A check that knows of a secret shows none of the value, or says by itself what was found.
      const shows = issue.input !== undefined && !issue.message.includes(', got ')
      return { path, sentence: `${issue.message}${shows ? received : ''}` }
    }
  }
}

/** What the schema of a key says itself, if it does. */
function ownSentence(message: string, received: string): string | undefined {
  if (!message.startsWith('expected ')) return undefined
  return message.includes(', got ') ? message : `${message}${received}`
}

/** What each member of a union wants. */
function unionOf({ errors }: z.core.$ZodIssueInvalidUnion): string {
  return errors.map(([first]) => wantedBy(first)).join(', or ')
}

function wantedBy(issue: z.core.$ZodIssue | undefined): string {
  if (issue?.message.startsWith('expected ')) return issue.message.slice('expected '.length)
  if (issue?.code === 'invalid_type') return TYPES[issue.expected] ?? issue.expected
  if (issue?.code !== 'invalid_value') return issue?.message ?? 'another value'
  const values = issue.values.map(shown).join(', ')
  return issue.values.length === 1 ? values : `one of ${values}`
}

function receivedText(value: unknown): string {
  return value === undefined ? ', and there is none' : `, got ${shown(value)}`
}

function unknownKey(
  path: Path,
  schema: z.ZodType,
  written: (key: string, path: Path) => string,
): string {
  const last = String(path.at(-1))
  const meant = meantKeys(path, schema).map((key) => written(key, path))
  if (meant.includes(last)) {
    const [section, ...below] = last.split('.')
    return `a key has no dots: it is ${below.join('.')} below ${section}`
  }
  if (meant.length > 0) return `there is no such key; did you mean ${meant.join(' or ')}?`
  const keys = keysAt(path.slice(0, -1), schema).join(', ')
  return `there is no such key${keys && `; expected one of ${keys}`}`
}

function shown(value: unknown): string {
  const whole = typeof value === 'number' ? String(value) : asJson(value)
  return whole.length > 80 ? `${whole.slice(0, 80)}…` : whole
}

/** An alias of YAML can make a value that contains itself. */
function asJson(value: unknown): string {
  try {
    return JSON.stringify(value) ?? String(value)
  } catch {
    return 'a value that cannot be shown'
  }
}
