/** A resource of the admin API: what it takes, what it answers and what a caller needs, in one place. */
import type { IncomingHttpHeaders } from 'node:http'
import { z } from 'zod'
import { Refused } from './refused.js'
import type { Concerned, Right, Rights } from './rights.js'

/** Who asks. */
export interface Caller {
  /** Name in the configuration, or what else is known. */
  readonly who: string
  /** How that is known. */
  readonly by: 'address' | 'token' | 'password' | 'certificate'
  readonly rights: Rights
  /** Address of the connection's other end. */
  readonly address: string | undefined
}

/** What stands beside the values of a request. */
export interface Asking {
  /** For a resource that needs nothing: only where it comes from. */
  readonly caller: Caller
  /** @throws Refused for who has not proven anything */
  identify(): Promise<Caller>
  readonly headers: IncomingHttpHeaders
  /** Of the answer. */
  setHeader(name: string, value: string): void
  /** Ends when nobody waits for the answer any more. */
  readonly signal: AbortSignal
}

export type Method = 'GET' | 'POST' | 'DELETE'

interface Definition<Takes extends z.ZodObject> {
  readonly method: Method
  /** With names of values in braces, such as `/api/dead/{id}`. */
  readonly path: string
  readonly needs: Right | 'nothing'
  /**
   * True if it checks by `refuseUnless` or `Rights.allows` which messages the caller has the right to. Default: false:
   * a right that is limited to some messages does not suffice.
   */
  readonly byMessage?: boolean | undefined
  /** What it is for, a sentence. */
  readonly summary: string
  /** Values of the path, and beside them those of the query, or of the JSON body of a POST. */
  readonly takes: Takes
  /** What it answers, for its description; undefined for nothing. */
  readonly view: z.ZodType | undefined
  /** @throws Refused */
  handle(input: z.output<Takes>, asking: Asking): unknown
}

/** One whose types only its definition knows. */
export interface Resource
  extends Pick<
    Definition<z.ZodObject>,
    'method' | 'path' | 'needs' | 'byMessage' | 'summary' | 'view'
  > {
  readonly takes: z.ZodObject
  /** @throws Refused */
  run(input: unknown, asking: Asking): Promise<unknown>
}

export function resource<Takes extends z.ZodObject>(definition: Definition<Takes>): Resource {
  const { method, path, needs, byMessage, summary, takes, view } = definition
  return {
    method,
    path,
    needs,
    byMessage,
    summary,
    takes,
    view,
    run: async (input, asking) => definition.handle(readInput(takes, input), asking),
  }
}

/** The values of a request. @throws Refused 400 */
export function readInput<Takes extends z.ZodType>(takes: Takes, input: unknown): z.output<Takes> {
  const read = takes.safeParse(input)
  if (!read.success) throw new Refused(400, sentenceOf(read.error))
  return read.data
}

/** What is wrong with the values of a request, without the values. */
function sentenceOf({ issues }: z.ZodError): string {
  return issues
    .slice(0, 5)
    .map(({ path, message }) => (path.length === 0 ? message : `${path.join('.')}: ${message}`))
    .join('; ')
}

/** Nothing but what the path says. */
export const NO_INPUT = z.strictObject({})

/** @throws Refused 403 for a caller without the right to a message */
export function refuseUnless(
  { who, rights }: Pick<Caller, 'who' | 'rights'>,
  needed: Right,
  concerned?: Concerned,
): void {
  if (rights.allows(needed, concerned)) return
  throw new Refused(403, `${who} ${missing(rights, needed)}`)
}

function missing({ limited, right }: Rights, needed: Right): string {
  if (limited && right !== 'look') {
    return `may ${needed} only what the limits of this operator include`
  }
  if (needed === 'read') return 'may look, but not read the contents of messages'
  return right === 'look' ? 'may look, but change nothing' : 'may read, but change nothing'
}
