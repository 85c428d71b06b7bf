/** Keeps records in a file: an operation with an effect that must come about once, and not be lost. */
import { resolve } from 'node:path'
import { definePlugin, element, operation, SoapFault } from '#plugin'
import type { Count, CountResponse, Has, HasResponse, Record } from './ledger.types.js'
import { LedgerFile } from './ledger-file.js'

const schema = new URL('./ledger.xsd', import.meta.url)

/**
 * The option `file` is the path of the file, from the folder of the configuration. Default: `ledger.jsonl`.
 */
export default definePlugin(async ({ options: { file = 'ledger.jsonl' }, folder, log }) => {
  if (typeof file !== 'string' || file === '') throw new TypeError('file is the path of a file')
  const ledger = await LedgerFile.open(resolve(folder, file), log)
  return {
    operations: [
      operation<Record>({
        name: '{urn:example:ledger}Record',
        exchange: 'one-way',
        schema,
        // May run any number of times for one message, as it does when a node dies under it: the id
        // makes one record of them all.
        async invoke({ id, text }) {
          if (await ledger.record(id, text)) return
          throw new SoapFault({
            code: 'Client',
            reason: 'The id is recorded already, with another text.',
            detail: [element({ name: '{urn:example:ledger}RecordedOtherwise', prefix: 'l' })],
          })
        },
      }),
      operation<Has, HasResponse>({
        name: '{urn:example:ledger}Has',
        schema,
        safe: true,
        invoke: async ({ id }) => ({ result: await ledger.has(id) }),
      }),
      operation<Count, CountResponse>({
        name: '{urn:example:ledger}Count',
        schema,
        safe: true,
        invoke: () => ({ result: ledger.count }),
      }),
    ],
    close: () => ledger.close(),
  }
})
