/** Keeps records in a file: an operation with an effect that must come about once, and not be lost. */
import { definePlugin, element, SoapFault, type Values } from '#plugin'
import { LedgerFile } from './ledger-file.js'

const schema = new URL('./ledger.xsd', import.meta.url)

export interface LedgerOptions {
  /** Path of the file, relative to the working directory. Default `ledger.jsonl`. */
  readonly file?: string
}

/** The schema has seen to it that each has the texts it asks for. */
const texts = (parameters: Values) => parameters as { readonly id: string; readonly text: string }

export default definePlugin<LedgerOptions>(async ({ options: { file = 'ledger.jsonl' }, log }) => {
  if (typeof file !== 'string' || file === '') throw new TypeError('file is the path of a file')
  const ledger = await LedgerFile.open(file, log)
  return {
    operations: [
      {
        name: '{urn:example:ledger}Record',
        exchange: 'one-way',
        schema,
        // May run any number of times for one message, as it does when a node dies under it: the id
        // makes one record of them all.
        async invoke(parameters) {
          const { id, text } = texts(parameters)
          if (await ledger.record(id, text)) return
          throw new SoapFault({
            code: 'Client',
            reason: 'The id is recorded already, with another text.',
            detail: [element({ name: '{urn:example:ledger}RecordedOtherwise', prefix: 'l' })],
          })
        },
      },
      {
        name: '{urn:example:ledger}Has',
        schema,
        safe: true,
        async invoke(parameters) {
          return { result: await ledger.has(texts(parameters).id) }
        },
      },
      {
        name: '{urn:example:ledger}Count',
        schema,
        safe: true,
        invoke: () => ({ result: ledger.count }),
      },
    ],
    close: () => ledger.close(),
  }
})
