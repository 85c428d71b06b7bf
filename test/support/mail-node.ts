/** Makes a node in this process that takes part in mail: calculator and echo, a relay for its answers. */
import calculator from '../../plugins/calculator/index.js'
import echo from '../../plugins/echo/index.js'
import { smtp } from '../../src/config-smtp.js'
import { createLog } from '../../src/log.js'
import type { Plugin } from '../../src/plugin.js'
import type { Transport } from '../../src/transport.js'
import type { MailboxOptions } from '../../transports/smtp/imap-options.js'
import {
  ImapReceiver,
  readFetched,
  type SmtpOptions,
  SmtpSender,
  SmtpTransport,
} from '../../transports/smtp/index.js'
import { makeNode, type TestNode } from './node.js'

export interface MailNode extends TestNode {
  /** 0 for a node that reads a mailbox. */
  readonly port: number
  close(): Promise<void>
}

export interface MailNodeOptions {
  /** URL of the relay. */
  readonly relay: string
  readonly settings?: Partial<SmtpOptions>
  /** Read in place of listening. */
  readonly mailbox?: MailboxOptions
}

const SILENT = { debug: () => undefined, warn: () => undefined, error: () => undefined }

/** A node of the domain bus.example that takes mail from anybody. */
export async function mailNode({ relay, settings, mailbox }: MailNodeOptions): Promise<MailNode> {
  const { enabled: _, ...defaults } = smtp.parse({ port: 0, domains: ['bus.example'] })
  const options = { ...defaults, plugins: ['calculator', 'echo'], senders: [{}], ...settings }
  const sender = new SmtpSender({
    url: relay,
    from: 'calculator@bus.example',
    plusAddresses: true,
    connections: 5,
    mailsPerConnection: 100,
    connectTimeout: 10_000,
    silenceTimeout: 10_000,
  })
  const listener = new SmtpTransport(options, SILENT, sender)
  const reader = mailbox && new ImapReceiver(mailbox, readFetched(options), SILENT)
  const receiver: Pick<Transport, 'listen' | 'close'> = reader ?? listener
  const input = { options: {}, log: createLog('silent') }
  const plugins: Record<string, Plugin> = {
    calculator: await calculator(input),
    echo: await echo(input),
  }
  const node = makeNode(plugins, { transports: [listener] })
  await receiver.listen((message) => node.processor.process(message))
  return {
    ...node,
    port: Number(new URL(listener.listening[0] ?? 'smtp://none:0').port),
    async close() {
      await receiver.close(AbortSignal.timeout(5000))
      await sender.close()
    },
  }
}
