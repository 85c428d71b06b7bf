/** Three nodes with one journal: a gateway asked over HTTP, an auditor reached by mail, a ledger behind it. */
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import type { ExecutionContext } from 'ava'
import { MailClient } from '../../support/mail/client.js'
import { type ChainOfDaemons, chainOfDaemons } from '../../support/nodes/chain-of-daemons.js'
import { anyRedis } from '../../support/redis/redis.js'
import { ask11 } from '../../support/wire/wire.js'

/** A name, a reason and an id that a browser would run if they ever became markup. */
export const SCRIPT = '<img src=x onerror=alert(1)>'

export interface Stage {
  readonly chain: ChainOfDaemons
  readonly mail: MailClient
  /** URL of the console of a node. */
  console(index: number): Promise<string>
  /** Asks the gateway over HTTP. */
  ask(entry: string, header?: string): ReturnType<typeof ask11>
}

export const GATEWAY = 0
export const AUDITOR = 1
export const LEDGER = 2

export async function stage(t: ExecutionContext): Promise<Stage> {
  const redis = await anyRedis()
  t.teardown(() => redis.close())
  const mail = new MailClient()
  const mark = randomBytes(4).toString('hex')
  const journal = { prefix: `journal-${mark}` }
  const queue = (index: number) => [`queue.url=${redis.url}`, `queue.prefix=node${index}-${mark}`]
  const chain = await chainOfDaemons(
    t,
    3,
    (places) => [
      {
        queue: queue(GATEWAY),
        mail: true,
        config: {
          journal,
          'node.uri': 'urn:example:gateway',
          plugins: ['calculator'],
          destinations: { auditor: { url: places.mail(AUDITOR) } },
          routes: [
            { operation: '{urn:example:ledger}*', to: 'auditor', mode: 'store', answerTime: 500 },
          ],
        },
      },
      {
        queue: queue(AUDITOR),
        mail: true,
        config: {
          journal,
          'node.uri': 'urn:example:auditor',
          destinations: { ledger: { url: places.http(LEDGER) } },
          routes: [{ operation: '{urn:example:ledger}*', to: 'ledger', mode: 'store' }],
        },
      },
      {
        queue: queue(LEDGER),
        config: {
          journal,
          'node.uri': 'urn:example:ledger',
          plugins: [{ use: 'ledger', options: { file: join(places.folder, 'ledger.jsonl') } }],
        },
      },
    ],
    { 'client.example': mail.destination },
  )
  return {
    chain,
    mail,
    async console(index) {
      const line = await chain.nodes[index]?.logged(({ msg }) => msg === 'health can be asked for')
      const [url = ''] = (line?.listening ?? []) as readonly string[]
      return `${url}/`
    },
    ask: (entry, header = '') => ask11(chain.nodes[GATEWAY]?.url ?? '', entry, header),
  }
}

export const add = (a: string, b: string) =>
  `<c:Add xmlns:c="urn:example:calculator"><c:a>${a}</c:a><c:b>${b}</c:b></c:Add>`

export const record = (id: string, text: string) =>
  `<l:Record xmlns:l="urn:example:ledger"><l:id>${id}</l:id><l:text>${text}</l:text></l:Record>`
