/** Attachments through a gateway: two daemons, real sockets, byte for byte there and back, and never in memory. */
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import type { Attachment, OutboundMessage, Packaging } from '../../src/message/message.js'
import { Spools } from '../../src/message/spool/index.js'
import { Undeliverable } from '../../src/transport.js'
import { HttpSender } from '../../transports/http/sender/sender.js'
import { folderOf } from '../support/folder.js'
import { until } from '../support/jobs.js'
import { LONG } from '../support/long.js'
import { type RunningDaemon, startDaemon } from '../support/nodes/daemon.js'
import { WEIGH, WEIGHING_PLUGIN } from '../support/nodes/weighing-plugin.js'
import { digestOf, NumberedBinary } from '../support/numbered-binary.js'
import { soap11 } from '../support/wire/envelopes.js'

const MIB = 1024 ** 2
const SIZE = (LONG ? 200 : 16) * MIB
/** A process that holds it in memory has more than this. */
const MAX_MEMORY = 250 * MIB

const FIELDS: Attachment['fields'] = [
  ['Content-Location', 'http://a.example/scan'],
  ['content-type', 'image/tiff; application=faxbw'],
  ['Content-ID', '<scan@a.example>'],
  ['Content-Description', 'page 1'],
]

const CONTENT = new NumberedBinary(SIZE, 7)

function messageOf(packaging: Packaging): OutboundMessage {
  const contentType = 'image/tiff; application=faxbw'
  const big: Attachment = { contentType, id: 'scan@a.example', fields: FIELDS, content: CONTENT }
  const small = { contentType: 'text/plain', id: 's@a.example', content: new NumberedBinary(9, 1) }
  return { body: soap11(WEIGH), soap: '1.1', packaging, attachments: [big, small] }
}

async function daemonOf(t: ExecutionContext, settings: readonly string[]): Promise<RunningDaemon> {
  const daemon = await startDaemon(settings)
  t.teardown(async () => {
    await daemon.stop()
  })
  return daemon
}

/** A gateway that sends everything on to a place. */
function gatewayTo(t: ExecutionContext, to: string, mode: string, queue: string) {
  return daemonOf(t, settingsOf(to, mode, queue))
}

function settingsOf(to: string, mode: string, queue: string): readonly string[] {
  const routes = JSON.stringify([{ operation: '{urn:example:weighing}*', to, mode }])
  return ['node.uri=urn:example:gateway', `routes=${routes}`, queue, 'plugins=[]']
}

/** Most that was resident at any time. */
function peakOf({ process: { pid } }: RunningDaemon): number {
  const [, kilobytes] = /VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  return Number(kilobytes) * 1024
}

function sending(t: ExecutionContext) {
  const sender = new HttpSender({ maxBody: MIB })
  const spool = new Spools().open()
  t.teardown(async () => {
    await sender.close()
    await spool.close()
  })
  return (message: OutboundMessage, url: string) =>
    sender.ask(message, new URL(url), AbortSignal.timeout(300_000), { spool })
}

/** What `Weigh` tells of the message. */
async function weighed(): Promise<readonly string[]> {
  const big = `${SIZE} ${await digestOf(CONTENT)} ${JSON.stringify(FIELDS)}`
  const small = `9 ${await digestOf(new NumberedBinary(9, 1))}`
  return [big, small]
}

for (const packaging of ['attachments', 'xop'] as const) {
  for (const mode of ['relay', 'store'] as const) {
    test.serial(
      `${mode}, ${packaging}: ${SIZE / MIB} MiB arrive byte for byte with the fields of their part`,
      async (t) => {
        const folder = folderOf(t, { 'weighing/index.js': WEIGHING_PLUGIN })
        const last = await daemonOf(t, [`plugins=["${join(folder, 'weighing')}"]`])
        const queue = `stateDir=${join(folder, 'state')}`
        const gateway = await gatewayTo(t, `${last.url}/weighing`, mode, queue)
        const received = await sending(t)(messageOf(packaging), gateway.url)
        t.is(received.kind, mode === 'relay' ? 'envelope' : 'accepted')
        const file = join(folder, 'weighing', 'weighed')
        await until(() => linesOf(file).length === 1)
        const [line = ''] = linesOf(file)
        for (const part of await weighed()) t.true(line.includes(part), line)
        const peak = peakOf(gateway)
        t.log(`${Math.round(peak / MIB)} MiB resident at most`)
        t.true(peak < MAX_MEMORY)
      },
    )
  }
}

test.serial(`relay: an answer with ${SIZE / MIB} MiB comes back byte for byte`, async (t) => {
  const echo = createServer((request, response) => {
    response.writeHead(200, { 'content-type': request.headers['content-type'] })
    request.pipe(response)
  })
  await new Promise<void>((listening) => echo.listen(0, '127.0.0.1', listening))
  t.teardown(() => {
    echo.close()
  })
  const { port } = echo.address() as AddressInfo
  const gateway = await gatewayTo(t, `http://127.0.0.1:${port}/`, 'relay', 'queue.url=memory:')
  const received = await sending(t)(messageOf('attachments'), gateway.url)
  if (received.kind !== 'envelope') return t.fail(received.kind)
  const [big, small] = received.attachments
  t.is(received.packaging, 'attachments')
  t.deepEqual(big?.fields, FIELDS)
  t.is(await digestOf(big?.content), await digestOf(CONTENT))
  t.is(await digestOf(small?.content), await digestOf(new NumberedBinary(9, 1)))
  const peak = peakOf(gateway)
  t.log(`${Math.round(peak / MIB)} MiB resident at most`)
  t.true(peak < MAX_MEMORY)
})

test.serial(
  'store: a gateway that is killed in the middle has lost nothing acknowledged, and sends nothing half',
  async (t) => {
    const folder = folderOf(t, { 'weighing/index.js': WEIGHING_PLUGIN })
    const file = join(folder, 'weighing', 'weighed')
    const last = await daemonOf(t, [`plugins=["${join(folder, 'weighing')}"]`])
    const to = `${last.url}/weighing`
    const queue = `stateDir=${join(folder, 'state')}`
    const send = sending(t)
    let acknowledged = 0
    // In its upload, while it is kept, or while it is sent on: whenever so many milliseconds are over.
    for (const milliseconds of LONG ? [20, 60, 100, 150, 200, 300, 400, 600] : [60, 200]) {
      const gateway = await startDaemon(settingsOf(to, 'store', queue))
      const requested = send(messageOf('attachments'), gateway.url)
      const kill = setTimeout(() => gateway.process.kill('SIGKILL'), milliseconds)
      try {
        if ((await requested).kind === 'accepted') acknowledged += 1
      } catch (error) {
        t.true(error instanceof Undeliverable)
      }
      clearTimeout(kill)
      gateway.process.kill('SIGKILL')
      await gateway.ended()
    }
    const gateway = await gatewayTo(t, to, 'store', queue)
    t.is((await send(messageOf('attachments'), gateway.url)).kind, 'accepted')
    await until(() => linesOf(file).length >= acknowledged + 1)
    const parts = await weighed()
    for (const line of linesOf(file)) for (const part of parts) t.true(line.includes(part), line)
  },
)

/** Those that are written to their end. */
function linesOf(file: string): readonly string[] {
  try {
    return readFileSync(file, 'utf8').split('\n').slice(0, -1)
  } catch {
    return []
  }
}
