/** Sends a call of an operator to a listener of this node, as any other client would, and tells all of the answer. */
import { messageOf } from '../../../base/errno.js'
import { monotonicTime, signalAfter } from '../../../base/time.js'
import { newId } from '../../../message/exchange-id.js'
import { traceIdOf, traceparentOnward } from '../../../message/traceparent.js'
import { MEDIA_TYPES, type VersionName } from '../../../soap/version.js'
import type { CallView } from '../api.js'

/** Milliseconds until its answer is in, and bytes of it that are told. */
const DEADLINE = 30_000
const MAX_BYTES = 2 * 1024 ** 2

export interface Call {
  readonly url: string
  readonly soap: VersionName
  readonly action?: string | undefined
  readonly envelope: string
}

export async function send(
  { url, soap, action, envelope }: Call,
  stop: AbortSignal,
): Promise<CallView> {
  const trace = traceparentOnward(undefined, newId())
  const headers = { ...headersFor(soap, action), traceparent: trace.parent }
  const requestHeaders = Object.entries(headers)
  const begun = monotonicTime()
  const took = () => Number((monotonicTime() - begun).toFixed(2))
  const exchange = traceIdOf(trace)
  try {
    const answer = await fetch(url, {
      method: 'POST',
      headers,
      body: envelope,
      redirect: 'manual',
      signal: AbortSignal.any([stop, signalAfter(DEADLINE)]),
    })
    const text = await bodyText(answer)
    const answerHeaders = [...answer.headers]
    return {
      ms: took(),
      status: answer.status,
      requestHeaders,
      answerHeaders,
      answer: text,
      exchange,
    }
  } catch (error) {
    const why = error instanceof Error && error.cause ? messageOf(error.cause) : messageOf(error)
    const none = { status: undefined, answerHeaders: [], answer: '' }
    return { ms: took(), requestHeaders, ...none, exchange, error: why }
  }
}

function headersFor(soap: VersionName, action: string | undefined): Record<string, string> {
  const type = `${MEDIA_TYPES[soap]}; charset=utf-8`
  const quoted = `"${action ?? ''}"`
  // SOAP 1.1 §6.1.1: the field is there for every request; SOAP 1.2 Part 2 §7.1.3: a parameter of the media type.
  if (soap === '1.1') return { 'content-type': type, soapaction: quoted }
  return { 'content-type': action === undefined ? type : `${type}; action=${quoted}` }
}

/** As far as the bound goes. */
async function bodyText({ body }: Response): Promise<string> {
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of body ?? []) {
    chunks.push(chunk)
    length += chunk.length
    if (length > MAX_BYTES) break
  }
  return Buffer.concat(chunks).subarray(0, MAX_BYTES).toString('utf8')
}
