/** Somebody who knows only the Message-ID of a mail finds what became of it, at any of three nodes with stores of their own. */
import { join } from 'node:path'
import test from 'ava'
import { readStateToken } from '../../src/security/credentials/state-token.js'
import { field } from '../support/mail/post-office.js'
import { chainOfDaemons } from '../support/nodes/chain-of-daemons.js'
import { cliProcess } from '../support/nodes/cli.js'
import type { RunningDaemon } from '../support/nodes/daemon.js'
import { freePort } from '../support/redis/redis.js'
import { ADD, soap11 } from '../support/wire/envelopes.js'
import { ask } from '../support/wire/wire.js'

async function adminOf(daemon: RunningDaemon | undefined): Promise<string> {
  const line = await daemon?.logged(({ msg }) => msg === 'health is available')
  const [url = ''] = Array.isArray(line?.listening) ? line.listening : []
  return new URL('/', String(url)).href
}

const SECRET = '<x:Trail xmlns:x="urn:x"><x:pin>the pin of 4711</x:pin></x:Trail>'

test('by HTTP, mail and HTTP: a Message-ID leads to the whole way and its end', async (t) => {
  const journal = { capture: [{ operation: 'Add' }], redact: ['//{urn:x}pin'] }
  const embedded = { queue: [] }
  const chain = await chainOfDaemons(t, 3, (addresses) => [
    {
      ...embedded,
      mail: true,
      config: { routes: [{ to: addresses.mail(1), mode: 'request-reply' }], journal },
    },
    {
      ...embedded,
      mail: true,
      config: { routes: [{ to: addresses.http(2), mode: 'request-reply' }], journal },
    },
    { ...embedded, config: { plugins: ['calculator'], journal } },
  ])
  const heard = await ask(chain.nodes[0]?.url ?? '', soap11(ADD, SECRET))
  t.is(heard.status, 200, heard.text)
  await chain.quiet()
  const [letter] = chain.office.letters
  const messageId = (letter && field(letter, 'message-id')) ?? ''
  t.regex(messageId, /^<.+@.+>$/)
  const admins: readonly string[] = await Promise.all(chain.nodes.map(adminOf))
  const tokenOf = (index: number) => readStateToken(chain.nodes[index]?.stateDir ?? '')

  for (const index of [0, 1, 2]) {
    const nodes = admins
      .map((url, other) => ({ name: `node${other}`, url, token: tokenOf(other) }))
      .filter((_, other) => other !== index)
    const options = [`stateDir=${join(chain.folder, `state-${index}`)}`, 'smtp.enabled=false']
    const flags = [...options, `journal.nodes=${JSON.stringify(nodes)}`].flatMap((set) => [
      '--set',
      set,
    ])
    const began = performance.now()
    const found = await cliProcess(['find', messageId, ...flags])
    t.log(`found at node ${index} in ${Math.round(performance.now() - began)} ms`)
    t.is(found.code, 0, found.err)
    t.regex(
      found.out,
      /^Add from 127\.0\.0\.1 came to urn:chain:0 over http at \S+, went on to urn:chain:1 and urn:chain:2, and was answered with a reply after /,
    )
    t.regex(
      found.out,
      /^└─ urn:chain:0 +http .*\n {3}└─ urn:chain:1 +smtp .*\n {6}└─ urn:chain:2 +http /m,
    )

    const [, exchange = ''] = /^more: waybill exchanges show (\S+)$/m.exec(found.out) ?? []
    const shown = await cliProcess(['exchanges', 'show', exchange, '--envelopes', ...flags])
    t.is(shown.code, 0, shown.err)
    for (const pattern of [
      /^header block +\{urn:x\}Trail: /m,
      /^job +\S+ {2}forward done, attempt \d/m,
      /^answer came +\S+ {2}over smtp, exchange /m,
      /^received +\S+ at urn:chain:2, exchange /m,
      /^answered +\S+ at urn:chain:2, exchange /m,
      /^sent +\S+ at urn:chain:0, exchange /m,
      /<x:pin>\[redacted\]<\/x:pin>/,
    ]) {
      t.regex(shown.out, pattern)
    }
    t.false(shown.out.includes('pin of 4711'))
  }

  const gone = [
    { name: 'away', url: `http://127.0.0.1:${await freePort()}` },
    { name: 'node1', url: admins[1], token: tokenOf(1) },
  ]
  const state = `stateDir=${join(chain.folder, 'state-2')}`
  const partly = await cliProcess([
    ...['exchanges', 'show', messageId, '--json', '--set', state],
    ...['--set', `journal.nodes=${JSON.stringify(gone)}`],
  ])
  t.is(partly.code, 0, partly.err)
  t.regex(partly.err, /^away did not answer: .*ECONNREFUSED/m)
  const { path } = JSON.parse(partly.out)
  t.deepEqual([...new Set(path.map(({ node }: { readonly node: string }) => node))].toSorted(), [
    'urn:chain:1',
    'urn:chain:2',
  ])
})
