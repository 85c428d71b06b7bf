/** The operation that fails: with either of the details that its contract declares, or without one. */
import { attribute, element, type Operation, operation, SoapFault, type XmlElement } from '#plugin'
import type { Fail } from './documents.types.js'
import { named, schema } from './names.js'

export const fail: Operation = operation<Fail>({
  name: named('Fail'),
  schema,
  safe: true,
  faults: [named('OutOfStock'), named('NoCredit')],
  invoke({ cause }) {
    switch (cause) {
      case 'stock':
        throw failure('There is no tea.', 'OutOfStock', [part('item', 'tea'), part('left', '0')])
      case 'credit':
        throw failure('That is too much.', 'NoCredit', [
          element({
            name: named('limit'),
            prefix: 'i',
            attributes: [attribute('currency', 'EUR')],
            children: ['12.5'],
          }),
        ])
      case 'other':
        throw new SoapFault({ code: 'Server', reason: 'The shop is closed.' })
    }
  },
})

function failure(reason: string, name: string, children: readonly XmlElement[]): SoapFault {
  const detail = element({ name: named(name), prefix: 'i', children })
  return new SoapFault({ code: 'Client', reason, detail: [detail] })
}

function part(name: string, text: string): XmlElement {
  return element({ name: named(name), prefix: 'i', children: [text] })
}
