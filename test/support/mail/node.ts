/** Makes a node in this process that takes part in mail: calculator and echo, a relay for its answers. */
import calculator from '../../../plugins/calculator/index.js'
import echo from '../../../plugins/echo/index.js'
import { createLog } from '../../../src/log.js'
import type { Plugin } from '../../../src/plugin.js'
import type { MailboxOptions } from '../../../transports/smtp/mailbox/options.js'
import type { SmtpOptions } from '../../../transports/smtp/options.js'
import { SmtpSender } from '../../../transports/smtp/sender.js'
import { SmtpTransport } from '../../../transports/smtp/transport.js'
import { isIdle } from '../jobs.js'
import { type FlatMessage, flat } from '../nodes/messages.js'
import { makeNode, type NodeOptions, type TestNode } from '../nodes/node.js'
import { optionsOf } from './options.js'

export interface MailNode extends TestNode {
  /** Of no use for a node that reads a mailbox. */
  readonly port: number
  /** What came by mail, and when, in milliseconds since 1970. */
  readonly received: readonly { readonly at: number; readonly message: FlatMessage }[]
  /** True if the node has nothing to do. */
  idle(): Promise<boolean>
  close(): Promise<void>
}

export interface MailNodeOptions {
  /** URL of the relay. */
  readonly relay: string
  readonly settings?: Partial<SmtpOptions>
  /** Read in place of listening. */
  readonly mailbox?: MailboxOptions
  /** Plugins beside calculator and echo. */
  readonly plugins?: Readonly<Record<string, Plugin>>
  /** What the node does beside mail; its transports, too. */
  readonly node?: NodeOptions
}

const SILENT = { debug: () => undefined, warn: () => undefined, error: () => undefined }

/** A node of the domain bus.example that takes mail from anybody, if not told otherwise. */
export async function mailNode({
  relay,
  settings,
  mailbox,
  plugins: more = {},
  node: beside = {},
}: MailNodeOptions): Promise<MailNode> {
  const { enabled: _, ...defaults } = optionsOf({ port: 0, domains: ['bus.example'] })
  const names = ['calculator', 'echo', ...Object.keys(more)]
  const options = { ...defaults, plugins: names, senders: [{}], ...settings }
  const sender = new SmtpSender({
    url: relay,
    from: `calculator@${options.domains[0]}`,
    plusAddresses: true,
    own: options,
    connections: 5,
    mailsPerConnection: 100,
    connectTimeout: 10_000,
    silenceTimeout: 10_000,
  })
  const transport = new SmtpTransport(options, SILENT, sender, { mailbox })
  const input = { options: {}, folder: '.', log: createLog('silent') }
  const plugins: Record<string, Plugin> = {
    calculator: await calculator(input),
    echo: await echo(input),
    ...more,
  }
  const transports = [transport, ...(beside.transports ?? [])]
  const node = makeNode(plugins, { ...beside, transports })
  const received: { at: number; message: FlatMessage }[] = []
  await transport.listen((message) => {
    received.push({ at: Date.now(), message: flat(message) })
    return node.processor.process(message)
  })
  return {
    ...node,
    received,
    idle: async () => isIdle(await node.queue.admin.stats()),
    port: Number(new URL(transport.listening[0] ?? 'imap://none:0').port),
    close: () => transport.close(AbortSignal.timeout(5000)),
  }
}
