/** A process of its own that keeps evidence of one message after the other, and says what has become of each. */
import { createPrivateKey, X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { OwnKey } from '../../../src/security/keys.js'
import { openSqlite } from '../sqlite-queue.js'
import { entryOf, memoryHeads, opening } from './evidence.js'

const [folder = '', stateDir = '', certificate = '', key = ''] = process.argv.slice(2)
const heads = stateDir === '' ? memoryHeads() : await openSqlite({ stateDir })
const own: OwnKey = {
  certificate: new X509Certificate(readFileSync(certificate)),
  key: createPrivateKey(readFileSync(key)),
  chain: [],
}
const evidence = await opening(folder, heads, { fileSize: 64 * 1024, key: () => own })
process.on('message', () => process.send?.([...(heads as ReturnType<typeof memoryHeads>).kept]))

async function keep(exchange: string): Promise<void> {
  try {
    await evidence.append(entryOf({ exchange, bytes: Buffer.alloc(3_000, exchange) }))
    process.stdout.write(`kept ${exchange}\n`)
  } catch (error) {
    process.stdout.write(`refused ${exchange} ${error instanceof Error ? error.message : ''}\n`)
  }
}

for (let number = 0; ; number += 3) {
  const three = [0, 1, 2].map((more) => `exchange-${number + more}-`)
  await Promise.all(three.map(keep))
}
