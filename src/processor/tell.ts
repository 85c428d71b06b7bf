/** Tells what can be called here. */
import type { DescriptionMessage } from '../message/message.js'
import type { Document, Outcome } from '../message/outcome.js'
import { lackOf } from '../security/admission.js'
import type { Admitted } from './admit.js'
import type { ProcessorParts } from './parts.js'
import { Refused } from './refused.js'

type Telling = Pick<ProcessorParts, 'descriptions'>

/** @throws Refused not-described; forbidden, unauthenticated for what its sender may not call */
export function tell(asking: Admitted<DescriptionMessage>, parts: Telling): Outcome {
  const document = documentFor(asking, parts)
  if (document) return { kind: 'document', document }
  const { message, peer, publicOnly } = asking
  if (publicOnly) throw new Refused(lackOf(message, peer), 'no rule admits its sender')
  throw new Refused('not-described', 'there is no such description')
}

function documentFor(
  { message, publicOnly }: Admitted<DescriptionMessage>,
  { descriptions }: Telling,
): Document | undefined {
  const { origin, form, base } = message
  const { destination, transport } = origin
  const asked = { transport, base, all: false, publicOnly }
  switch (form.kind) {
    case 'wsdl':
      return descriptions?.wsdl(destination, { ...asked, all: form.ports === 'all' })
    case 'schema':
      return descriptions?.schema(destination, form.number, asked)
  }
}
