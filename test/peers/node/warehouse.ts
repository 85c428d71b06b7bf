/** The warehouse as a plugin: what an item is called says what happens to it, and each run writes a line into the log. */
import { definePlugin } from '../../../src/plugin.js'
import type { WarehouseService } from '../contracts/warehouse.types.js'

export default definePlugin<WarehouseService>(() => {
  const shipped = new Set<string>()
  let last = 0
  return {
    contract: new URL('../contracts/warehouse.wsdl', import.meta.url),
    handlers: {
      Reserve({ line: { item } }, { fault, log }) {
        log.info({ item }, 'Reserve runs')
        if (item.startsWith('broken')) throw new Error('the database is away')
        if (item.startsWith('nothing')) throw fault('stockFault', { item, left: 0 })
        last += 1
        return { reservation: `R-${last}` }
      },
      // Its first attempt fails.
      Ship({ reservation }, { log }) {
        log.info({ item: reservation }, 'Ship runs')
        if (shipped.has(reservation)) return { parcel: `P-${reservation}` }
        shipped.add(reservation)
        throw new Error('the van is away')
      },
      Note({ text }, { log }) {
        log.info({ item: text }, 'Note runs')
      },
      Echo: ({ values }) => ({ echoed: values }),
      Mark({ text }, { headers, addHeader }) {
        addHeader('Receipt', { number: `of ${text}` })
        return { text: `${text}, by ${headers.Caller?.name}` }
      },
      Store: ({ content }) => ({ stored: content }),
    },
    options: {
      Ship: { dispatch: 'queue', retry: { attempts: 5, delay: 1000 } },
      Echo: { safe: true },
    },
  }
})
