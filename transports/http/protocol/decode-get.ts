/** Reads the head of a GET: it fetches an answer, retrieves that of a safe operation, or asks what can be called. */
import {
  type DescriptionMessage,
  MEDIA_TYPES,
  type Peer,
  type PickUpMessage,
  type RetrievalMessage,
} from '#transport'
import type { HttpSection } from '../section/section.js'
import { baseFor, formOf } from './describe.js'
import type { FieldsRead } from './header-fields.js'
import { preferredForm, preferredType } from './preferences.js'
import { methodRefusal } from './status.js'

/** Last but one segment of the path where an answer is fetched. */
export const EXCHANGES = 'exchanges'

/** The address below which the answers of exchanges are. */
export function answersAt({ basePath }: Pick<HttpSection, 'basePath'>): string {
  return `${basePath}/${EXCHANGES}`
}

/** What the target of a request names. */
interface Target {
  readonly destination: string | undefined
  /** The segment behind it. */
  readonly operation: string | undefined
  readonly query: RetrievalMessage['parameters']
}

/** @throws HttpRefusal 405 for an address that takes messages, if nothing else is asked of it */
export function decodeGet(
  request: FieldsRead,
  { destination, operation, query }: Target,
  options: HttpSection,
  peer: Peer,
): RetrievalMessage | PickUpMessage | DescriptionMessage {
  const origin = { transport: 'http', peer }
  if (operation !== undefined && destination === EXCHANGES) {
    return { kind: 'pick-up', origin, mediaType: preferredType(request), exchange: operation }
  }
  // SOAP 1.2 Part 2 §6.3: the SOAP Response exchange has a request without envelope.
  const retrieved = operation === undefined ? retrievedBy(query) : { operation, parameters: query }
  if (retrieved) {
    const mediaType = MEDIA_TYPES['1.2']
    const form = preferredForm(request)
    return { kind: 'retrieval', origin: { ...origin, destination }, mediaType, form, ...retrieved }
  }
  const form = formOf(query, request.fields.accept)
  if (!form) throw methodRefusal(request.method, 'OPTIONS, POST')
  const base = baseFor(request, options, peer)
  const mediaType = MEDIA_TYPES['1.1']
  return { kind: 'description', origin: { ...origin, destination }, mediaType, form, base }
}

/** `?op=Name&a=1`: the first `op` names the operation, every other pair is a parameter. */
function retrievedBy(
  query: RetrievalMessage['parameters'],
): Pick<RetrievalMessage, 'operation' | 'parameters'> | undefined {
  const at = query.findIndex(([name]) => name === 'op')
  const [, operation] = query[at] ?? []
  return operation === undefined ? undefined : { operation, parameters: query.toSpliced(at, 1) }
}
