/** A plugin that is given as a contract: its WSDL says what goes over the wire, and each operation has its handler. */
import { definePlugin } from 'waybill/plugin'
import type { FindResponse, Orders } from './orders.types.js'

export default definePlugin<Orders>(() => {
  const stock = new Map([
    ['tea', 12],
    ['coffee', 3],
  ])
  const orders = new Map<string, FindResponse>()
  let last = 0

  return {
    contract: new URL('./orders.wsdl', import.meta.url),
    handlers: {
      Place({ line }, { headers, fault, addHeader }) {
        for (const { item, count } of line) {
          const left = stock.get(item) ?? 0
          if (left < count) {
            throw fault('OutOfStock', { item, left }, { reason: `There is not enough ${item}.` })
          }
        }
        for (const { item, count } of line) stock.set(item, (stock.get(item) ?? 0) - count)
        last += 1
        const order = `${last}`
        orders.set(order, { line, customer: headers.Customer ?? null })
        addHeader('Receipt', { number: last })
        return { order }
      },

      Find({ order }, { fault }) {
        const found = orders.get(order)
        if (!found) throw fault('UnknownOrder', order)
        return found
      },

      // It may run more than once for one message: an order that is gone stays gone.
      Cancel({ order }) {
        for (const { item, count } of orders.get(order)?.line ?? []) {
          stock.set(item, (stock.get(item) ?? 0) + count)
        }
        orders.delete(order)
      },
    },
    options: { Find: { safe: true } },
  }
})
