/** Makes a node in this process that takes part in mail: calculator and echo, a relay for its answers. */
import calculator from '../../plugins/calculator/index.js'
import echo from '../../plugins/echo/index.js'
import { smtp } from '../../src/config-smtp.js'
import { createLog } from '../../src/log.js'
import type { Plugin } from '../../src/plugin.js'
import type { MailboxOptions } from '../../transports/smtp/imap-options.js'
import { type SmtpOptions, SmtpSender, SmtpTransport } from '../../transports/smtp/index.js'
import { makeNode, type TestNode } from './node.js'

export interface MailNode extends TestNode {
  /** Of no use for a node that reads a mailbox. */
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
    own: options,
    connections: 5,
    mailsPerConnection: 100,
    connectTimeout: 10_000,
    silenceTimeout: 10_000,
  })
  const transport = new SmtpTransport(options, SILENT, sender, undefined, mailbox)
  const input = { options: {}, log: createLog('silent') }
  const plugins: Record<string, Plugin> = {
    calculator: await calculator(input),
    echo: await echo(input),
  }
  const node = makeNode(plugins, { transports: [transport] })
  await transport.listen((message) => node.processor.process(message))
  return {
    ...node,
    port: Number(new URL(transport.listening[0] ?? 'imap://none:0').port),
    close: () => transport.close(AbortSignal.timeout(5000)),
  }
}
