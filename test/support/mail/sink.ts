/** A mail relay on a free port that notes what it was given, and refuses what it is told to. */
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { Waiting } from '../waiting.js'
import { CERTIFICATE, KEY } from '../wire/certificate.js'

export interface NoteOfMail {
  /** Empty for a null return path. */
  readonly from: string
  readonly to: readonly string[]
  /** The mail as it came, with dots unstuffed. */
  readonly content: Buffer
  readonly secure: boolean
  /** Name by AUTH. */
  readonly user: string | undefined
  /** What the client called itself. */
  readonly client: string
  readonly connection: string
}

export interface MailSink {
  readonly port: number
  /** `smtp://127.0.0.1:port` */
  readonly url: string
  readonly mails: readonly NoteOfMail[]
  /** Connections that were opened. */
  readonly connections: readonly string[]
  /** Waits for the mail of this number, the first being 0. */
  mail(index: number): Promise<NoteOfMail>
  close(): Promise<void>
}

/** What the relay answers in place of taking a mail, such as `550 5.1.1 no such user`. */
export interface SinkOptions {
  readonly atRecipient?: (mailbox: string) => string | undefined
  readonly atData?: (content: Buffer) => string | undefined
  readonly smtp?: SMTPServerOptions
}

function refusal(reply: string): Error {
  return Object.assign(new Error(reply.slice(4)), { responseCode: Number(reply.slice(0, 3)) })
}

export async function mailSink(options: SinkOptions = {}): Promise<MailSink> {
  const mails: NoteOfMail[] = []
  const connections: string[] = []
  const waiting = new Waiting()
  const server = new SMTPServer({
    logger: false,
    authOptional: true,
    allowInsecureAuth: true,
    disableReverseLookup: true,
    key: KEY,
    cert: CERTIFICATE,
    closeTimeout: 100,
    onConnect(session, done) {
      connections.push(session.id)
      done()
    },
    onRcptTo({ address }, _session, done) {
      const reply = options.atRecipient?.(address)
      done(reply === undefined ? null : refusal(reply))
    },
    onData(stream, { envelope, secure, user, hostNameAppearsAs, id }, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        const content = Buffer.concat(chunks)
        const reply = options.atData?.(content)
        if (reply !== undefined) {
          done(refusal(reply))
          return
        }
        mails.push({
          from: envelope.mailFrom ? envelope.mailFrom.address : '',
          to: envelope.rcptTo.map(({ address }) => address),
          content,
          secure,
          user: user as string | undefined,
          client: String(hostNameAppearsAs),
          connection: id,
        })
        done()
        waiting.changed()
      })
    },
    ...options.smtp,
  })
  server.on('error', () => undefined)
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  const { port } = server.server.address() as AddressInfo
  return {
    port,
    url: `smtp://127.0.0.1:${port}`,
    mails,
    connections,
    mail: (index) =>
      waiting.until(
        () => mails[index],
        () => `mail ${index}; there are ${mails.length}`,
      ),
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}
