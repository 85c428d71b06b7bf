/** Asks a Redis something once, and says in one line why it cannot be reached. */
import { within } from '../../base/deadline.js'
import { WaybillError } from '../../errors.js'
import { type Connection, eagerConnection, nameOf, type RedisAddress } from './connect.js'
import { sentenceOf } from './error-text.js'

/** Milliseconds. */
const REACHING = 6_000

/**
 * @param ask  what is asked on a connection, which is closed then
 * @throws WaybillError WAYBILL_QUEUE_UNAVAILABLE if nobody answers, WAYBILL_QUEUE_REFUSED for a wrong user or password
 */
export async function reach<Result>(
  address: RedisAddress,
  ask: (connection: Connection) => Promise<Result>,
): Promise<Result> {
  const connection = eagerConnection(address, { once: true })
  const complaints: unknown[] = []
  connection.on('error', (error) => complaints.push(error))
  // Of a Cluster's nodes.
  connection.on('node error', (error) => complaints.push(error))
  try {
    return await within(REACHING, async () => {
      await connection.connect()
      return await ask(connection)
    })
  } catch (error) {
    const informative = complaints.map(innermost).find(isInformative) ?? innermost(error)
    throw unreachable(nameOf(address), informative)
  } finally {
    connection.disconnect()
  }
}

function unreachable(name: string, error: unknown): WaybillError {
  const sentence = reasonOf(error)
  return /^(WRONGPASS|NOAUTH|NOPERM|ERR (AUTH|invalid password))/i.test(sentence)
    ? new WaybillError('WAYBILL_QUEUE_REFUSED', `${name} refuses this node: ${sentence}`)
    : new WaybillError('WAYBILL_QUEUE_UNAVAILABLE', `${name} cannot be reached: ${sentence}`)
}

function reasonOf(error: unknown): string {
  const sentence = error instanceof Error ? error.message : ''
  if (sentence.startsWith('None of startup nodes')) return 'none of its nodes answers'
  if (sentence.startsWith('All sentinels')) return 'none of its Sentinels answers'
  return sentenceOf(error)
}

/** A Cluster tells the error of a node as one within its own. */
function innermost(error: unknown): unknown {
  if (!(error instanceof Error)) return error
  const { lastNodeError, previousErrors, cause } = error as Error & {
    readonly lastNodeError?: unknown
    readonly previousErrors?: readonly unknown[]
  }
  const inner = lastNodeError ?? previousErrors?.[0] ?? cause
  return inner === undefined ? error : innermost(inner)
}

function isInformative(error: unknown): boolean {
  return error instanceof Error && reasonOf(error) !== 'there is no connection'
}
