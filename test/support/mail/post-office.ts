/** Brings mails between domains as relays do, answers for some of them, and counts every one. */
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { createTransport } from 'nodemailer'
import { SMTPServer } from 'smtp-server'

export interface Letter {
  /** Empty for a null return path. */
  readonly from: string
  readonly to: string
  readonly content: string
}

/** What becomes of the mail of a domain: a port it goes to, or letters that come of it. */
export type Destination = number | ((letter: Letter) => readonly Letter[])

export interface PostOffice {
  readonly url: string
  /** Every letter that was handed in, by nodes and by domains that answer, in order. */
  readonly letters: readonly Letter[]
  /** Replies of nodes that did not take a letter, such as `554 5.6.0 …`. */
  readonly refusals: readonly string[]
  /** Letters on their way. */
  readonly underWay: number
  post(letter: Letter): void
  close(): Promise<void>
}

/** @param domains  mail for others is refused with 550 */
export async function postOffice(
  domains: Readonly<Record<string, Destination>>,
): Promise<PostOffice> {
  const letters: Letter[] = []
  const refusals: string[] = []
  const carriers = new Map<number, ReturnType<typeof createTransport>>()
  let underWay = 0

  const carrierTo = (port: number) => {
    const carrier = carriers.get(port) ?? createTransport({ port, host: '127.0.0.1', pool: true })
    carriers.set(port, carrier)
    return carrier
  }
  const bring = async ({ from, to, content }: Letter, destination: Destination) => {
    if (typeof destination !== 'number') {
      for (const letter of destination({ from, to, content })) post(letter)
      return
    }
    const envelope = { from: from === '' ? false : from, to } as const
    try {
      await carrierTo(destination).sendMail({ envelope, raw: content })
    } catch (error) {
      refusals.push((error as { response?: string }).response ?? String(error))
    }
  }
  const post = (letter: Letter) => {
    letters.push(letter)
    const destination = domains[letter.to.slice(letter.to.indexOf('@') + 1)]
    if (destination === undefined) throw new Error(`nobody has ${letter.to}`)
    underWay += 1
    void bring(letter, destination).finally(() => {
      underWay -= 1
    })
  }

  const server = new SMTPServer({
    logger: false,
    authOptional: true,
    hideSTARTTLS: true,
    disableReverseLookup: true,
    closeTimeout: 100,
    onRcptTo({ address }, _session, done) {
      const local = address.slice(address.indexOf('@') + 1) in domains
      done(local ? null : Object.assign(new Error('no such user'), { responseCode: 550 }))
    },
    onData(stream, { envelope: { mailFrom, rcptTo } }, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        const content = Buffer.concat(chunks).toString('latin1')
        const from = mailFrom ? mailFrom.address : ''
        for (const { address } of rcptTo) post({ from, to: address, content })
        done()
      })
    },
  })
  server.on('error', () => undefined)
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  const { port } = server.server.address() as AddressInfo
  return {
    url: `smtp://127.0.0.1:${port}`,
    letters,
    refusals,
    get underWay() {
      return underWay
    },
    post,
    async close() {
      for (const carrier of carriers.values()) carrier.close()
      await new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}

/** The value of a header field of a letter. */
export function field({ content }: Letter, name: string): string | undefined {
  const [head = ''] = content.split('\r\n\r\n')
  return new RegExp(`^${name}: (.*)$`, 'im').exec(head.replace(/\r\n[ \t]/g, ' '))?.[1]?.trim()
}
