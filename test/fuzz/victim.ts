/** The node that is attacked: a daemon with routes and mail on, which must be as it was afterwards. */
import type { ExecutionContext } from 'ava'
import { mailSink } from '../support/mail/sink.js'
import { startBounded } from '../support/nodes/daemon.js'
import { httpHop } from '../support/nodes/next-hop.js'
import { honest } from '../support/wire/hostile.js'
import { many } from './many.js'
import { SEED } from './run.js'

/** Bytes by which a run may let the process grow. */
const MAX_GROWTH = 100 * 1024 ** 2

export const ACTOR = 'urn:example:next'

/** @param settings  beside those of the node that is attacked */
export async function victim(t: ExecutionContext, settings: readonly string[] = []) {
  const hop = await httpHop({ status: 202 })
  const sink = await mailSink()
  const bounds = {
    http: { headersTimeout: 1000, writeTimeout: 1000 },
    smtp: { receiving: { commandTimeout: 2000 } },
  }
  const daemon = await startBounded(bounds, [
    'http.requestTimeout=1500ms',
    'http.keepAliveTimeout=1s',
    'smtp.maxMailsPerMinute=1000000000',
    'node.uri=urn:example:victim',
    'smtp.domains=["localhost"]',
    `smtp.relay=${JSON.stringify({ url: sink.url, from: 'node@localhost' })}`,
    `routes=${JSON.stringify([{ actor: ACTOR, to: 'next', mode: 'relay' }])}`,
    `destinations=${JSON.stringify({ next: { url: hop.url } })}`,
    ...settings,
  ])
  t.teardown(async () => {
    await daemon.stop()
    await hop.close()
    await sink.close()
  })

  /** Attacks it, first a little until it has its working size, and tells what came of it. */
  const attacked = async (
    count: number,
    atOnce: number,
    attack: (number: number) => Promise<string>,
  ) => {
    await many(Math.min(2000, count), atOnce, attack)
    await honest(t, daemon)
    const before = await daemon.memory()
    const { ends, hung } = await many(count, atOnce, attack)
    await honest(t, daemon)
    const grown = (await daemon.memory()) - before
    const mebibytes = (bytes: number) => Math.round(bytes / 1024 ** 2)
    const report = { seed: SEED, count, ends, before: mebibytes(before), grown: mebibytes(grown) }
    t.log(JSON.stringify(report))
    t.deepEqual(hung, [])
    t.true(grown < MAX_GROWTH, `grew by ${mebibytes(grown)} MiB`)
    t.is(daemon.process.exitCode, null)
    const failed = daemon.log.filter(({ level }) => level === 'error' || level === 'fatal')
    t.deepEqual(failed.slice(0, 5), [])
  }
  return { daemon, attacked }
}
