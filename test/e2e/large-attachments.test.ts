/** Large attachments over HTTP, to and from a daemon, whose memory does not grow with them. */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import test from 'ava'
import { LONG } from '../support/long.js'
import { type RunningDaemon, startDaemon } from '../support/nodes/daemon.js'
import { soap11 } from '../support/wire/envelopes.js'
import { attachedAs, bodyText, madeBytes, sha256, upload } from '../support/wire/upload.js'

const MIB = 1024 ** 2
/** In the long form what is promised: 1 GiB. */
const SIZE = (LONG ? 1024 : 64) * MIB
/** Of the process, with Node.js and all that it has compiled. */
const MAX_PROCESS_BYTES = 250 * MIB
const PLUGIN = fileURLToPath(new URL('../fixtures/files', import.meta.url))
const INCLUDE =
  '<f:data><x:Include xmlns:x="http://www.w3.org/2004/08/xop/include" href="cid:large%40test"/></f:data>'

let daemon: RunningDaemon
test.before(async () => {
  daemon = await startDaemon([
    `plugins=["${PLUGIN}"]`,
    `attachments.maxTotal=${SIZE}B`,
    'http.requestTimeout=10m',
    'limits.operationTime=10m',
  ])
})
test.after.always(() => daemon?.stop())

/** The most that it ever had, in bytes. */
function peak(): number {
  const status = readFileSync(`/proc/${daemon.process.pid}/status`, 'utf8')
  return Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1]) * 1024
}

const body = (name: string, content = '') =>
  soap11(`<f:${name} xmlns:f="urn:example:files">${content}</f:${name}>`)
const content = madeBytes(SIZE)
const attachments = [attachedAs('large@test', content)]

for (const [way, message] of [
  ['MTOM', { body: body('Put', INCLUDE), packaging: 'xop' }],
  ['a plain attachment', { body: body('Put'), packaging: 'attachments' }],
] as const) {
  test.serial(
    `${SIZE / MIB} MiB come by ${way}, and the process stays below 250 MiB`,
    async (t) => {
      const answer = await upload(daemon.url, { soap: '1.1', attachments, ...message })
      t.is(answer.status, 200)
      const digest = await sha256(content.stream())
      t.true((await bodyText(answer.body)).includes(digest))
      t.log(`at most ${Math.round(peak() / MIB)} MiB`)
      t.true(peak() < MAX_PROCESS_BYTES, `${Math.round(peak() / MIB)} MiB`)
    },
  )
}

for (const [way, message, type] of [
  ['MTOM', { body: body('Give', INCLUDE), packaging: 'xop' }, 'application/xop+xml'],
  ['a plain attachment', { body: body('Give'), packaging: 'attachments' }, 'text/xml'],
] as const) {
  test.serial(`${SIZE / MIB} MiB go back by ${way}`, async (t) => {
    const answer = await upload(daemon.url, { soap: '1.1', attachments, ...message })
    t.is(answer.status, 200)
    t.true(answer.type.startsWith(`multipart/related; type="${type}"`))
    let size = 0
    for await (const piece of answer.body) size += piece.length
    t.true(size > SIZE && size < SIZE + 4096)
    t.log(`at most ${Math.round(peak() / MIB)} MiB`)
    t.true(peak() < MAX_PROCESS_BYTES, `${Math.round(peak() / MIB)} MiB`)
  })
}
