/** A gateway of two nodes on one Redis: the answer by mail comes to the other node than the one that was asked. */
import { randomBytes } from 'node:crypto'
import test, { type ExecutionContext } from 'ava'
import type { Letter } from '../support/mail/post-office.js'
import { type ChainOfDaemons, chainOfDaemons, domainOf } from '../support/nodes/chain-of-daemons.js'
import { anyRedis } from '../support/redis/redis.js'
import { ADD } from '../support/wire/envelopes.js'
import { ask11 } from '../support/wire/wire.js'

const GATEWAY = 'gateway.example'
const CALLERS = 5

/** Nodes 0 and 1 are the gateway, of which node 1 has its mail; node 2 calculates. */
async function cluster(t: ExecutionContext): Promise<ChainOfDaemons> {
  const redis = await anyRedis()
  const queue = [`queue.url=${redis.url}`, `queue.prefix=gateway-${randomBytes(4).toString('hex')}`]
  const toOther = (letter: Letter) => [{ ...letter, to: letter.to.replace(GATEWAY, domainOf(1)) }]
  t.teardown(() => redis.close())
  return chainOfDaemons(
    t,
    3,
    (addresses, relay) => {
      const gateway = (index: number) => ({
        queue,
        mail: true,
        config: {
          'node.uri': 'urn:chain:gateway',
          smtp: {
            port: 0,
            domains: [GATEWAY, domainOf(index)],
            addresses: { bus: {} },
            relay: { url: relay, from: `bus@${GATEWAY}` },
          },
          routes: [{ to: addresses.mail(2) }],
        },
      })
      return [gateway(0), gateway(1), { mail: true, config: { plugins: ['calculator'] } }]
    },
    { [GATEWAY]: toOther },
  )
}

test('callers at one node have the answers that come by mail to the other', async (t) => {
  const chain = await cluster(t)
  const [first, other] = chain.nodes
  const calls = Array.from({ length: CALLERS }, (_, number) =>
    ask11(first?.url ?? '', ADD.replace('>1<', `>${number}<`)),
  )
  for (const [number, heard] of (await Promise.all(calls)).entries()) {
    t.is(heard.status, 200)
    t.regex(heard.text, new RegExp(`>${number + 2}<`))
  }
  const fault = await ask11(first?.url ?? '', ADD.replace('>1<', '>x<'))
  t.is(fault.fault.code, 'Client')
  const receivedBy = (log: readonly Record<string, unknown>[] = []) =>
    log.filter(({ msg }) => msg === 'an answer came').length
  await chain.stop()
  t.is(receivedBy(other?.log), CALLERS + 1)
  t.is(receivedBy(first?.log), 0)
})
