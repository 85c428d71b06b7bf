/** Reads the message of a job as far as it says where its answer goes, without running anything. */
import type { EnvelopeMessage } from '../../message/message.js'
import type { InvokeJob } from '../../queue/job.js'
import { parseEnvelope } from '../../soap/envelope.js'
import { decodeText } from '../../xml/charset.js'
import type { Arrived } from '../admit.js'
import type { ProcessorParts } from '../parts.js'
import type { Reached } from '../reached.js'
import { target } from '../target.js'
import { understand } from '../understand.js'

/** @throws Unreadable or SoapFault if the limits are lower now than when the message came */
export function readAgain(
  arrival: Arrived<EnvelopeMessage>,
  { body, charset }: InvokeJob,
  { versions, limits, actors, handlers, policy }: ProcessorParts,
): Reached {
  const envelope = parseEnvelope(decodeText(body, charset), versions, limits)
  const routed = {
    ...arrival,
    version: envelope.version,
    publicOnly: false,
    envelope,
    answers: undefined,
    route: { role: 'ultimate-receiver' },
  } as const
  return understand(target(routed, actors), handlers, policy)
}
