/** A plugin whose operations give back what they got, or fail with a detail of their schema. */
import { element, type Plugin, SoapFault } from '../../../src/plugin.js'

const NAMESPACE = 'urn:example:values'
const schema = new URL('./values.xsd', import.meta.url)

export const values: Plugin = {
  operations: [
    {
      name: `{${NAMESPACE}}Same`,
      schema,
      safe: true,
      // What is chosen for the operation changes nothing of what a peer gets.
      values: { dates: 'Date' },
      invoke: (parameters) => parameters,
    },
    { name: `{${NAMESPACE}}Change`, schema, invoke: () => ({}) },
    {
      name: `{${NAMESPACE}}Fail`,
      schema,
      safe: true,
      faults: [`{${NAMESPACE}}Failed`],
      invoke: () => {
        const child = (local: string, text: string) =>
          element({ name: `{${NAMESPACE}}${local}`, children: [text] })
        const children = [child('left', '9007199254740993'), child('tried', '1')]
        const detail = [element({ name: `{${NAMESPACE}}Failed`, children })]
        throw new SoapFault({ code: 'Client', reason: 'It failed.', detail })
      },
    },
    { name: `{${NAMESPACE}}Untyped`, safe: true, invoke: (parameters) => parameters },
    {
      name: `{${NAMESPACE}}Broken`,
      safe: true,
      invoke: () => {
        throw new Error('/etc/secret')
      },
    },
  ],
}
