/** A plugin that leaves a mark for everything it is made to do: what left none did not run. */
import { element, elementText, NEXT, type Plugin, SoapFault } from '../../../src/plugin.js'

export const T = 'urn:example:marking'

/** What no peer may read of a crash. */
export const SECRET = 'ENOENT /srv/secret/place.txt'

export interface Marking {
  readonly plugin: Plugin
  readonly marks: ReadonlySet<string>
}

/** A body entry that leaves the mark when it runs. */
export const mark = (text: string, operation = 'Mark') =>
  `<t:${operation} xmlns:t="${T}"><t:text>${text}</t:text></t:${operation}>`

/** A header block without end of ways: its attributes are written as they stand. */
export const block = (name: string, attributes = '', content = '') =>
  `<t:${name} xmlns:t="${T}"${attributes && ' '}${attributes}>${content}</t:${name}>`

export function marking(): Marking {
  const marks = new Set<string>()
  const note = ({ text }: { readonly [name: string]: unknown }) => {
    marks.add(String(text))
  }
  const plugin: Plugin = {
    operations: [
      {
        name: `{${T}}Mark`,
        safe: true,
        invoke(parameters) {
          note(parameters)
          return { result: parameters.text, more: 'second' }
        },
      },
      // A name without a namespace.
      { name: 'Plain', invoke: ({ text }) => ({ text }) },
      { name: `{${T}}Tell`, exchange: 'one-way', dispatch: 'inline', invoke: note },
      { name: `{${T}}Act`, safe: true, action: 'urn:example:act', invoke: note },
      {
        name: `{${T}}Refuse`,
        safe: true,
        invoke() {
          const children = [element({ name: `{${T}}Why`, prefix: 't', children: ['because'] })]
          throw new SoapFault({
            code: 'Client',
            reason: 'It will not be done.',
            detail: [element({ name: `{${T}}Refused`, prefix: 't', children })],
          })
        },
      },
      {
        name: `{${T}}Crash`,
        safe: true,
        invoke() {
          throw new RangeError(SECRET)
        },
      },
    ],
    headers: [
      {
        name: `{${T}}Known`,
        process(found, exchange) {
          marks.add(elementText(found))
          exchange.addHeader(element({ name: `{${T}}Seen`, prefix: 't' }))
        },
      },
      { name: `{${T}}Kept`, process: (found) => found },
      {
        name: `{${T}}NextOnly`,
        actor: NEXT,
        process: (found) => void marks.add(elementText(found)),
      },
      {
        name: `{${T}}Changed`,
        process: () =>
          element({
            name: `{${T}}Changed`,
            prefix: 't',
            children: [element({ name: 'plain', children: ['changed'] })],
          }),
      },
      {
        name: `{${T}}Refused`,
        process() {
          throw new SoapFault({
            code: 'Client',
            reason: 'The block cannot be obeyed.',
            detail: [
              element({ name: `{${T}}Why`, prefix: 't' }),
              element({ name: 'Plain', children: ['unqualified'] }),
            ],
          })
        },
      },
      {
        name: `{${T}}Crash`,
        process() {
          throw new RangeError(SECRET)
        },
      },
    ],
  }
  return { plugin, marks }
}
