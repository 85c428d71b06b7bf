/** What the doctor says of a real Redis: as it should be, with wrong settings, and where nobody is. */
import { once } from 'node:events'
import { connect, createServer } from 'node:net'
import test, { type ExecutionContext } from 'ava'
import { examineRedis } from '../../src/operate/doctor/redis.js'
import { readConfig } from '../support/config.js'
import { ownRedis } from '../support/redis/redis.js'

async function says(url: string): Promise<readonly string[]> {
  const config = readConfig({ environment: {}, settings: [`queue.url=${url}`] })
  const found = await examineRedis({ config })
  return found.map(({ level, sentence }) => `${level} ${sentence}`)
}

async function redisWith(t: ExecutionContext, options: readonly string[]): Promise<string> {
  const redis = await ownRedis(options)
  t.teardown(() => redis.close())
  return redis.url
}

test('a Redis that keeps what it is given', async (t) => {
  const found = await says(await redisWith(t, ['--appendfsync', 'always']))
  t.deepEqual(
    found.filter((line) => !line.startsWith('ok ')),
    ['note it has no replica: what it has is lost with its disk'],
  )
  t.true(found.includes('ok maxmemory-policy is noeviction'))
  t.true(found.includes('ok appendonly is yes'))
  t.true(found.includes('ok its clock and that of this machine agree'))
})

test('a Redis that throws jobs away, and loses them when it ends', async (t) => {
  const url = await redisWith(t, ['--maxmemory-policy', 'allkeys-lru', '--appendonly', 'no'])
  t.deepEqual(
    (await says(url)).filter((line) => line.startsWith('error ')),
    [
      'error maxmemory-policy is allkeys-lru: a full Redis throws jobs away',
      'error appendonly is no: jobs that were accepted since its last snapshot are lost when it ends',
    ],
  )
})

test('a Redis that syncs once a second, and is nearly full', async (t) => {
  const url = await redisWith(t, ['--appendfsync', 'everysec', '--maxmemory', '1mb'])
  const found = await says(url)
  t.true(found.some((line) => /^warning appendfsync is everysec: a loss of power loses/.test(line)))
  t.true(
    found.some((line) => /^error \d+ % of its maxmemory are used/.test(line)),
    found.join('\n'),
  )
})

test('a Redis that refuses the password, and one that is not there: no password is told', async (t) => {
  const redis = await ownRedis(['--requirepass', 'right'])
  t.teardown(() => redis.close())
  const wrong = `redis://:wrong@127.0.0.1:${redis.port}`
  for (const url of [wrong, 'redis://:wrong@127.0.0.1:1']) {
    const found = await says(url)
    t.is(found.length, 1)
    t.regex(found[0] ?? '', /^error redis:\/\/127\.0\.0\.1:\d+ cannot be used: /)
    t.notRegex(found[0] ?? '', /wrong/)
  }
})

test('a Redis whose clock is an hour behind', async (t) => {
  const { hostname, port } = new URL(await redisWith(t, []))
  const between = createServer((client) => {
    const server = connect(Number(port), hostname)
    client.pipe(server)
    server.on('data', (answer) => client.write(anHourBefore(answer)))
    server.on('close', () => client.destroy())
    client.on('close', () => server.destroy())
  }).listen(0, '127.0.0.1')
  await once(between, 'listening')
  t.teardown(() => between.close())
  const address = between.address()
  const own = typeof address === 'object' && address ? address.port : 0
  const found = await says(`redis://127.0.0.1:${own}`)
  t.true(
    found.some((line) =>
      /^warning the clock of this machine is 3(59|60)\d{4,5} ms ahead of that of Redis$/.test(line),
    ),
    found.join('\n'),
  )
})

/** What TIME answers is two texts: seconds, and microseconds of the next one. */
function anHourBefore(answer: Buffer): string {
  return answer
    .toString('latin1')
    .replace(
      /^(\*2\r\n\$10\r\n)(\d{10})\r\n/,
      (_, head, seconds) => `${head}${Number(seconds) - 3600}\r\n`,
    )
}
