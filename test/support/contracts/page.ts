/** Pages of contracts, and what stands in them for who reads them. */
import type { Contract } from '../../../src/contract/contract.js'
import { writingServicePage } from '../../../src/contract/page/index.js'
import { compileSchema } from '../../../src/schema/waybill.js'
import { atOnce } from '../../../src/xml/walk.js'
import { operation } from './shop.js'

export const ADDRESS = 'http://127.0.0.1:8080/soap/shop'

export function pageOf(contract: Contract): string {
  return atOnce(writingServicePage(contract, { address: ADDRESS }))
}

/** What a browser shows of it, without markup. */
export function pageText(page: string): string {
  return unescaped(page.replace(/<style>.*?<\/style>/s, '').replace(/<[^>]*>/g, ' '))
}

/** The texts that can be copied, in their order. */
export function commandsIn(page: string): readonly string[] {
  const found = page.matchAll(/<pre class="command"[^>]*><code>(.*?)<\/code><\/pre>/gs)
  return [...found].map(([, text = '']) => unescaped(text))
}

function unescaped(text: string): string {
  return text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&')
}

/** A contract with one operation, `Ask`, of namespace `urn:test`. */
export function contractOf(file: string, documentation?: string): Contract {
  return {
    name: 'Test',
    namespace: 'urn:test',
    documentation,
    schema: compileSchema([file]),
    ports: [],
    operations: [operation('Ask', { response: undefined, exchange: 'one-way' }, 'urn:test')],
  }
}
