/** The operation with header blocks: it greets who the request's block says, and counts in a block of the answer. */
import {
  childElements,
  element,
  elementText,
  type HeaderHandler,
  header,
  type Operation,
  operation,
  SoapFault,
} from '#plugin'
import type { Greet, GreetResponse, Session } from './documents.types.js'
import { named, schema } from './names.js'

/** Its presence lets a Session block be mandatory. */
export const session: HeaderHandler = header<Session>({
  name: named('Session'),
  schema,
  process: () => undefined,
})

export const greet: Operation = operation<Greet, GreetResponse>({
  name: named('Greet'),
  schema,
  safe: true,
  requestHeaders: [named('Session')],
  responseHeaders: [named('Visit')],
  invoke({ greeting }, exchange) {
    const [block] = exchange.blocks
    const [user] = block === undefined ? [] : childElements(block)
    if (user === undefined) throw new SoapFault({ code: 'Client', reason: 'Who is it?' })
    const children = [
      element({ name: named('user'), prefix: 'i', children: [elementText(user)] }),
      element({ name: named('number'), prefix: 'i', children: ['7'] }),
    ]
    exchange.addHeader(element({ name: named('Visit'), prefix: 'i', children }))
    return { text: `${greeting}, ${elementText(user)}` }
  },
})
