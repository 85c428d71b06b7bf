/** Describes what can be called here. */
import { type Pending, then } from '../../base/steps.js'
import type { DescriptionMessage } from '../../message/message.js'
import type { Document, Outcome } from '../../message/outcome.js'
import { lackOf } from '../../security/admission.js'
import type { OpenExchange } from '../exchange.js'
import { Refused } from '../facts/refused.js'
import type { ProcessorParts } from '../parts/parts.js'
import type { Admission } from '../state/values.js'

type Describing = Pick<ProcessorParts, 'descriptions' | 'slices'>

/** @throws Refused not-described; forbidden, unauthenticated for what its sender may not call */
export function describe(
  message: DescriptionMessage,
  { peer, publicOnly }: Admission,
  exchange: OpenExchange,
  parts: Describing,
): Pending<Outcome> {
  return then(documentFor(message, publicOnly, exchange, parts), (document) => {
    if (document) return { kind: 'document', document }
    if (publicOnly) throw new Refused(lackOf(message, peer), 'no rule admits its sender')
    throw new Refused('not-described', 'there is no such description')
  })
}

function documentFor(
  { origin, form, base }: DescriptionMessage,
  publicOnly: boolean,
  exchange: OpenExchange,
  { descriptions, slices }: Describing,
): Pending<Document | undefined> {
  const { destination, transport } = origin
  const request = { transport, base, all: false, publicOnly }
  switch (form.kind) {
    case 'wsdl':
      return descriptions?.wsdl(destination, {
        ...request,
        all: form.ports === 'all',
        soap: form.soap,
        document: form.document,
      })
    case 'schema':
      return descriptions?.schema(destination, form.number, request)
    case 'page': {
      const writing = descriptions?.page(destination, request)
      return writing && slices.run(writing, exchange)
    }
  }
}
