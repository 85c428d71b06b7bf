/** Where in a message content may stand, and what the node does with it there. */
import { randomUUID } from 'node:crypto'
import { soap11 } from '../wire/envelopes.js'

const ADDRESSING = 'http://www.w3.org/2005/08/addressing'

/** Those for operations in namespaces of their own need `test/hostile/plugin.ts`. */
export const SLOTS = {
  /** In an operation that echoes one text: its schema refuses elements there. */
  echo: (content: string) =>
    soap11(`<e:Echo xmlns:e="urn:example:echo"><e:text>${content}</e:text></e:Echo>`),
  /** In an operation without a schema, which takes what it is given. */
  open: (content: string) => soap11(`<h:Take xmlns:h="urn:hostile"><v>${content}</v></h:Take>`),
  /** In an operation that goes through the queue, which recognizes a message that comes again. */
  queued: (content: string) => {
    const addressed = `<a:MessageID xmlns:a="${ADDRESSING}">urn:uuid:${randomUUID()}</a:MessageID>`
    const action = `<a:Action xmlns:a="${ADDRESSING}">urn:keep</a:Action>`
    return soap11(`<h:Keep xmlns:h="urn:hostile"><v>${content}</v></h:Keep>`, addressed + action)
  },
  /** In an entry that no operation is for. */
  unknown: (content: string) => soap11(`<u:U xmlns:u="urn:unknown">${content}</u:U>`),
  /** In a header block for any node that comes by. */
  header: (content: string) =>
    soap11('<h:Take xmlns:h="urn:hostile"/>', `<h:H xmlns:h="urn:h">${content}</h:H>`),
  /** Behind Body, where SOAP 1.1 allows elements. */
  behind: (content: string) =>
    soap11('').replace('</s:Envelope>', `<t:T xmlns:t="urn:t">${content}</t:T></s:Envelope>`),
  /** In an entry that is not closed: the error is the last thing that is found. */
  unclosed: (content: string) => soap11(`<a>${content}</b>`),
} as const

export type Slot = keyof typeof SLOTS
