/** Three nodes with one journal: a gateway asked over HTTP, an auditor reached by mail, a ledger behind it. */
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import type { ExecutionContext } from 'ava'
import { linkTo } from '../../../src/operate/admin/access/link.js'
import type { ExchangeView } from '../../../src/operate/admin/api.js'
import { readStateToken } from '../../../src/security/credentials/state-token.js'
import { until } from '../../support/jobs.js'
import { MailClient } from '../../support/mail/client.js'
import { viewOf } from '../../support/nodes/admin-node.js'
import { type ChainOfDaemons, chainOfDaemons } from '../../support/nodes/chain-of-daemons.js'
import { anyRedis } from '../../support/redis/redis.js'
import { type Asking, ask11 } from '../../support/wire/wire.js'

/** A name, a reason and an id that a browser would run if they ever became markup. */
export const SCRIPT = '<img src=x onerror=alert(1)>'

export interface Stage {
  readonly chain: ChainOfDaemons
  readonly mail: MailClient
  /** URL of the console of a node, wherever that runs now: a link that logs in, unless it has operators. */
  console(index: number): Promise<string>
  /** Asks the gateway over HTTP. */
  ask(entry: string, header?: string, asking?: Asking): ReturnType<typeof ask11>
  /** Waits until the journal tells of these nodes, by any id of the message. */
  reported(id: string, nodes: readonly string[]): Promise<void>
  /** Leaves dead letters at the ledger: a record, then others of the same id. */
  letters(id: string, count?: number): Promise<void>
}

export const GATEWAY = 0
export const AUDITOR = 1
export const LEDGER = 2

const NAMES = ['gateway', 'auditor', 'ledger'] as const

/** Where nobody answers: port 9 of this machine. */
export const DOWN = 'http://127.0.0.1:9/soap'

export interface Settings {
  /** Of every node, beside what the stage says. */
  readonly admin?: Readonly<Record<string, unknown>>
  /** URL that calls of `{urn:partner}*` are sent on to. Default: nobody answers there. */
  readonly partner?: string
}

export async function stage(t: ExecutionContext, settings: Settings = {}): Promise<Stage> {
  const { admin = {}, partner = DOWN } = settings
  const redis = await anyRedis()
  t.teardown(() => redis.close())
  const mail = new MailClient()
  const mark = randomBytes(4).toString('hex')
  const common = (index: number) => ({
    ...Object.fromEntries(Object.entries(admin).map(([key, value]) => [`admin.${key}`, value])),
    journal: {
      prefix: `journal-${mark}`,
      capture: [{ operation: '{urn:example:ledger}*' }, { operation: '{urn:partner}*' }],
    },
    'node.uri': `urn:example:${NAMES[index]}`,
  })
  const queue = (index: number) => [`queue.url=${redis.url}`, `queue.prefix=node${index}-${mark}`]
  const chain = await chainOfDaemons(
    t,
    3,
    (addresses) => [
      {
        queue: queue(GATEWAY),
        mail: true,
        config: {
          ...common(GATEWAY),
          plugins: ['calculator'],
          replies: { schemes: ['http'], hosts: ['127.0.0.1:*'], addresses: ['127.0.0.0/8'] },
          destinations: {
            auditor: { url: addresses.mail(AUDITOR) },
            partner: {
              url: partner,
              retry: { attempts: 2, delay: '1ms' },
              breaker: { failures: 1, pause: '500ms' },
            },
          },
          routes: [
            {
              operation: '{urn:example:ledger}*',
              to: 'auditor',
              mode: 'store',
              answerTime: '500ms',
            },
            { operation: '{urn:partner}*', to: 'partner', mode: 'store' },
          ],
        },
      },
      {
        queue: queue(AUDITOR),
        mail: true,
        config: {
          ...common(AUDITOR),
          destinations: {
            ledger: { url: addresses.http(LEDGER), breaker: { failures: 1, pause: '500ms' } },
          },
          routes: [{ operation: '{urn:example:ledger}*', to: 'ledger', mode: 'store' }],
        },
      },
      {
        queue: queue(LEDGER),
        config: {
          ...common(LEDGER),
          plugins: [{ use: 'ledger', options: { file: join(addresses.folder, 'ledger.jsonl') } }],
        },
      },
    ],
    { 'client.example': mail.destination },
  )
  const console = async (index: number) => {
    const node = chain.nodes[index]
    const line = await node?.logged(({ msg }) => msg === 'health is available')
    const [url = ''] = (line?.listening ?? []) as readonly string[]
    if (!node || admin.operators !== undefined) return `${url}/`
    return linkTo(url, readStateToken(node.stateDir))
  }
  const ask: Stage['ask'] = (entry, header = '', asking = {}) =>
    ask11(chain.nodes[GATEWAY]?.url ?? '', entry, header, asking)
  return {
    chain,
    mail,
    console,
    ask,
    async reported(id, nodes) {
      const request = `/api/exchanges/${encodeURIComponent(id)}`
      await until(async () => {
        const gateway = chain.nodes[GATEWAY]
        if (!gateway) return false
        const { path } = await viewOf<ExchangeView>(gateway.admin(request))
        return nodes.every((name) => path.some(({ node }) => node === `urn:example:${name}`))
      })
    },
    async letters(id, count = 1) {
      for (let number = 0; number <= count; number++) {
        await ask(record(id, `text ${number}`))
        await chain.quiet()
      }
    },
  }
}

export const add = (a: string, b: string) =>
  `<c:Add xmlns:c="urn:example:calculator"><c:a>${a}</c:a><c:b>${b}</c:b></c:Add>`

export const record = (id: string, text: string) =>
  `<l:Record xmlns:l="urn:example:ledger"><l:id>${id}</l:id><l:text>${text}</l:text></l:Record>`
