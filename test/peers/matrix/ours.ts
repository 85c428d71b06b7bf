/** Our client as one more: it takes the calls that the programs of other stacks take, and answers as they do. */
import type { MailOptions } from '../../../src/client/mail-options.js'
import { createSender, FaultAnswer } from '../../../src/index.js'
import type { WarehouseService } from '../contracts/warehouse.types.js'
import type { Answer, Client, Fields } from '../peer.js'
import { CONTRACT } from '../projects.js'

/** @param mail  how it takes part in mail; none: it calls over HTTP alone */
export function ourClient(mail?: MailOptions): Client {
  return {
    call: (operation, fields) => call(operation, fields, mail),
    end: () => Promise.resolve(),
  }
}

async function call(operation: string, fields: Fields, mail?: MailOptions): Promise<Answer> {
  const soap = fields.soap === '1.2' ? '1.2' : '1.1'
  const sender = createSender(mail === undefined ? { soap } : { soap, mail, timeout: 60_000 })
  const warehouse = sender.use<WarehouseService>(new URL(CONTRACT), {
    to: fields.address,
    addressing: fields.id !== undefined,
    mtom: fields.mtom !== undefined,
  })
  const { text = '', item = '', count = '' } = fields
  try {
    switch (operation) {
      case 'Reserve': {
        const { reservation } = await warehouse.Reserve({ line: { item, count: Number(count) } })
        return { result: reservation }
      }
      case 'Note':
        await warehouse.Note({ text })
        return { result: 'sent' }
      case 'Echo': {
        const { amount = '', at = '', open, items = '' } = fields
        const sent = { text, count: Number(count), amount, at, open: open === 'true' }
        const { echoed } = await warehouse.Echo({ values: { ...sent, item: items.split('|') } })
        return {
          text: echoed.text,
          count: String(echoed.count),
          amount: echoed.amount,
          at: echoed.at,
          open: String(echoed.open),
          items: echoed.item.join('|'),
        }
      }
      case 'Mark': {
        const blocks = { headers: { Caller: { name: fields.caller ?? '' } } }
        const { values, headers } = await warehouse.Mark.answer({ text }, blocks)
        return { result: values?.text ?? '', receipt: headers.Receipt?.number ?? '' }
      }
      case 'Store': {
        const content = Buffer.from(fields.content ?? '', 'base64')
        const { stored } = await warehouse.Store({ content })
        return { content: Buffer.from(stored).toString('base64') }
      }
      default:
        return { error: `there is no operation ${operation}` }
    }
  } catch (error) {
    if (warehouse.Reserve.isFault(error)) {
      const { item, left } = error.fault.detail
      return { declared: 'StockFault', item: item, left: String(left) }
    }
    if (error instanceof FaultAnswer) return { fault: error.code ?? '', reason: error.reason ?? '' }
    return { error: String(error) }
  } finally {
    await sender.close()
  }
}
