/** Tells what can be called here. */
import type { DescriptionMessage } from '../message/message.js'
import type { Document, Outcome } from '../message/outcome.js'
import type { Admitted } from './admit.js'
import type { ProcessorParts } from './parts.js'
import { Refused } from './refused.js'

/** @throws Refused not-described */
export function tell(
  { message }: Admitted<DescriptionMessage>,
  { descriptions }: Pick<ProcessorParts, 'descriptions'>,
): Outcome {
  const document = descriptions && documentFor(message, descriptions)
  if (!document) throw new Refused('not-described', 'there is no such description')
  return { kind: 'document', document }
}

function documentFor(
  { origin: { destination, transport }, form, base }: DescriptionMessage,
  descriptions: NonNullable<ProcessorParts['descriptions']>,
): Document | undefined {
  switch (form.kind) {
    case 'wsdl':
      return descriptions.wsdl(destination, { transport, base, all: form.ports === 'all' })
    case 'schema':
      return undefined
  }
}
