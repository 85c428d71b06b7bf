/** The mail system between a node and a stack: GreenMail, which delivers to the mailboxes that it has. */
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { startInstance } from '../support/mail/instance.js'
import { freePort } from '../support/wire/free-port.js'

export interface PostOffice {
  /** Takes mail for everybody, without a login. */
  readonly smtpPort: number
  /** Mailboxes by name, each with the password `secret`. */
  readonly imapPort: number
  close(): Promise<void>
}

/**
 * @param folder  of a project that has GreenMail in its `target`
 * @param mailboxes  addresses; the name of each is what stands before the `@`
 */
export async function openPostOffice(
  folder: string,
  mailboxes: readonly string[],
): Promise<PostOffice> {
  const [smtp, imap] = [await freePort(), await freePort()]
  const users = mailboxes.map((mailbox) => mailbox.replace('@', ':secret@'))
  const settings = {
    hostname: '127.0.0.1',
    'smtp.port': smtp,
    'imap.port': imap,
    users: users.join(),
    'users.login': 'local_part',
  }
  const greenmail = await startInstance({
    command: () => [
      'java',
      ...Object.entries(settings).map(([name, value]) => `-Dgreenmail.${name}=${value}`),
      '-jar',
      join(folder, 'target', 'greenmail-standalone.jar'),
    ],
    files: () => ({}),
    port: imap,
  })
  const counter = await openCounter(smtp)
  return {
    smtpPort: counter.port,
    imapPort: imap,
    async close() {
      await counter.close()
      await greenmail.stop()
    },
  }
}

/** What GreenMail does not take and mail systems do: a null return path (RFC 5321 §4.5.5), and a tag (RFC 5233). */
async function openCounter(behind: number) {
  const sockets = new Set<Socket>()
  const kept = (socket: Socket) => {
    sockets.add(socket)
    return socket.on('error', () => undefined).on('close', () => sockets.delete(socket))
  }
  const server = createServer((client) => {
    kept(client)
    const onward = kept(connect(behind, '127.0.0.1'))
    let rest = ''
    client.on('data', (chunk) => {
      const text = rest + chunk.toString('latin1')
      const end = text.lastIndexOf('\n') + 1
      rest = text.slice(end)
      onward.write(understood(text.slice(0, end)), 'latin1')
    })
    client.on('close', () => onward.destroy())
    onward.on('close', () => client.destroy()).pipe(client)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        for (const socket of sockets) socket.destroy()
      }),
  }
}

function understood(commands: string): string {
  return commands
    .replace(/^MAIL FROM:<>/gim, 'MAIL FROM:<nobody@peer.example>')
    .replace(/^(RCPT TO:<[^+@>]+)\+[^@>]*@/gim, '$1@')
}
