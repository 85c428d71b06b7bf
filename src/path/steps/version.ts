/** Step: finds which SOAP a message is, with its Header and its Body in their places. */
import { readEnvelope } from '../../soap/envelope.js'
import type { ProcessorParts } from '../parts/parts.js'
import { documentOf } from '../state/makers.js'
import { step } from '../state/step.js'

/** @throws SoapFault VersionMismatch, or Client for what is no envelope of its version */
export const version = step({
  name: 'version',
  takes: ['message', 'tree'],
  gives: 'document',
  run(
    { message, tree },
    _exchange,
    { versions, limits }: Pick<ProcessorParts, 'versions' | 'limits'>,
  ) {
    const { root, source, inclusions } = tree
    const envelope = readEnvelope(root, source, versions, limits)
    return documentOf(envelope, inclusions, message.attachments, undefined)
  },
})
