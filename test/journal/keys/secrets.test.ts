/** The secret of a journal: one for all that share it, made once, for this user only, and found again. */
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import test from 'ava'
import { Redis } from 'ioredis'
import { deferred } from '../../../src/base/deferred.js'
import { readKeyFile } from '../../../src/store/journal/keys/secret-file.js'
import { openKeySecrets, readKeySecret } from '../../../src/store/journal/keys/secrets.js'
import { folderOf } from '../../support/folder.js'
import { ownRedis } from '../../support/redis/redis.js'
import { SILENT } from '../../support/silent.js'

const settings = (stateDir: string, url?: string, prefix = 'waybill') => ({
  stateDir,
  journal: {},
  queue: { url, prefix, cluster: [], sentinels: [], sentinelName: 'mymaster' },
})

test('in a file it is made at its first use, for this user only, and stays the same', async (t) => {
  const folder = folderOf(t, {})
  const one = openKeySecrets(settings(folder), SILENT)
  t.deepEqual(readdirSync(folder), [])
  t.is(await readKeySecret(settings(folder)), undefined)
  const { current } = one
  t.is(current?.length, 32)
  t.deepEqual(await one.get(), current)
  t.deepEqual(await openKeySecrets(settings(folder), SILENT).get(), current)
  t.deepEqual(await readKeySecret(settings(folder)), current)
  t.deepEqual(readdirSync(folder), ['journal.key'])
  if (process.platform !== 'win32') {
    t.is(statSync(join(folder, 'journal.key')).mode & 0o777, 0o600)
  }
})

test('a file that holds no secret is not used, and not replaced', async (t) => {
  const folder = folderOf(t, { 'journal.key': 'something else\n' })
  const warnings: string[] = []
  const log = { warn: (_: object, sentence = '') => warnings.push(sentence) }
  const secrets = openKeySecrets(settings(folder), log)
  t.is(secrets.current, undefined)
  t.is(secrets.current, undefined)
  t.is(warnings.length, 1)
  await t.throwsAsync(secrets.get(), { code: 'WAYBILL_STATE_UNUSABLE' })
  t.throws(() => readKeyFile(folder), { message: /journal\.key does not hold the secret/ })
  t.is(readFileSync(join(folder, 'journal.key'), 'utf8'), 'something else\n')
  writeFileSync(join(folder, 'journal.key'), `${'a'.repeat(43)}\n`)
  t.is(secrets.current?.length, 32)
})

test('in memory it is one for each process', async (t) => {
  const one = openKeySecrets(settings('none', 'memory:'), SILENT)
  t.deepEqual(await one.get(), one.current)
  t.notDeepEqual(one.current, openKeySecrets(settings('none', 'memory:'), SILENT).current)
  t.is(await readKeySecret(settings('none', 'memory:')), undefined)
})

test('in Redis all nodes of a journal have the same, and put it back when Redis has lost it', async (t) => {
  const redis = await ownRedis()
  t.teardown(() => redis.close())
  const of = (prefix?: string) => settings('none', redis.url, prefix)
  const nodes = [1, 2, 3].map(() => openKeySecrets(of(), SILENT, 10))
  t.teardown(() => Promise.all(nodes.map((node) => node.close())).then(() => undefined))
  t.is(await readKeySecret(of()), undefined)
  const [first, ...others] = await Promise.all(nodes.map((node) => node.get()))
  for (const other of others) t.deepEqual(other, first)
  t.deepEqual(await readKeySecret(of()), first)
  t.is(await readKeySecret(of('other')), undefined)
  const connection = new Redis(redis.url)
  t.teardown(() => connection.disconnect())
  await connection.flushall()
  let back = await readKeySecret(of())
  while (!back) back = await readKeySecret(of())
  t.deepEqual(back, first)
})

test('while Redis does not answer there is none, and later there is', async (t) => {
  const redis = await ownRedis()
  t.teardown(() => redis.close())
  await redis.kill()
  const warned = deferred()
  const node = openKeySecrets(settings('none', redis.url), { warn: () => warned.resolve() })
  t.teardown(() => node.close())
  t.is(node.current, undefined)
  await warned.promise
  await redis.start()
  t.is((await node.get()).length, 32)
  t.is(node.current?.length, 32)
})
