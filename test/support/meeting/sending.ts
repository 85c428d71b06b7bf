/** Sends a letter over each transport, as its sender would, and tells what the connection said. */
import { once } from 'node:events'
import { type IncomingMessage, request as overHttp } from 'node:http'
import { request as overHttps } from 'node:https'
import { createTransport } from 'nodemailer'
import { MEDIA_TYPES } from '../../../src/soap/version.js'
import { messageOf } from '../nodes/messages.js'
import type { Heard } from '../promises/history.js'
import type { Issued } from '../security/certificates.js'
import type { People } from '../security/forge/letter.js'
import { PATIENCE } from '../waiting.js'
import { DOMAIN } from './configuration.js'
import { SENDERS } from './endpoints.js'
import type { Case } from './factors.js'
import { answerIn } from './heard.js'
import { type Connection, type Letter, PASSWORD } from './letter.js'
import type { LocalDaemon } from './local-daemon.js'
import { packed } from './packed.js'

export interface Sending {
  readonly one: Case
  readonly letter: Letter
  /** Of the sending; its mailbox is named so. */
  readonly key: string
  /** Path of the node; undefined for the node as a whole. */
  readonly path: string | undefined
  /** Recipients of a mail: local parts. */
  readonly mailboxes: readonly string[]
  readonly messageId: string
}

export interface SendResult extends Heard {
  /** Where the answer can be fetched. */
  readonly location?: string | undefined
}

export function send(sending: Sending, node: LocalDaemon, people: People): Promise<SendResult> {
  switch (sending.one.transport) {
    case 'http':
    case 'https':
      return post(sending, node, people)
    case 'smtp':
      return mail(sending, node, people)
    case 'memory':
      return hand(sending, node)
  }
}

const certificateOf = ({ who, certificate }: Connection, { alice, bob }: People) => {
  const own: Issued = who === 'alice' ? alice : bob
  return certificate ? { cert: own.pem, key: own.keyPem } : {}
}

async function post(
  { one, letter, path }: Sending,
  node: LocalDaemon,
  people: People,
): Promise<SendResult> {
  const { transport: scheme, soap } = one
  const { contentType, body } = await packed(letter, soap, false)
  const { connection } = letter
  const basic = Buffer.from(`${connection.who}:${PASSWORD}`).toString('base64')
  const url = node.url(scheme === 'https' ? 'https' : 'http')
  const options = {
    method: 'POST',
    agent: false,
    signal: AbortSignal.timeout(PATIENCE),
    headers: {
      'content-type': contentType,
      'content-length': body.length,
      ...(soap === '1.1' && { soapaction: '""' }),
      ...(connection.password && { authorization: `Basic ${basic}` }),
    },
    ...(scheme === 'https' && { ca: people.authority.pem, ...certificateOf(connection, people) }),
  }
  const sent = (scheme === 'https' ? overHttps : overHttp)(
    path === undefined ? url : `${url}/${path}`,
    options,
  )
  sent.end(body)
  const [answer] = (await once(sent, 'response')) as [IncomingMessage]
  const chunks: Buffer[] = []
  for await (const chunk of answer) chunks.push(chunk)
  const text = Buffer.concat(chunks).toString('utf8')
  const { statusCode = 0 } = answer
  const { location } = answer.headers
  const answered = answerIn(text)
  if (answered) return answered
  return { kind: statusCode === 202 ? 'taken' : 'refused', text: `${statusCode} ${text}`, location }
}

/** Fetches an answer that was not there yet. */
export async function fetchAnswer(
  { one, letter }: Sending,
  location: string,
  node: LocalDaemon,
  people: People,
): Promise<Heard | undefined> {
  const secure = one.transport === 'https'
  const url = new URL(location, node.url(secure ? 'https' : 'http'))
  const sent = (secure ? overHttps : overHttp)(url, {
    agent: false,
    signal: AbortSignal.timeout(PATIENCE),
    ...(secure && { ca: people.authority.pem, ...certificateOf(letter.connection, people) }),
  })
  sent.end()
  const [answer] = (await once(sent, 'response')) as [IncomingMessage]
  const chunks: Buffer[] = []
  for await (const chunk of answer) chunks.push(chunk)
  return answerIn(Buffer.concat(chunks).toString('utf8'))
}

async function mail(
  { one, letter, key, mailboxes, messageId }: Sending,
  node: LocalDaemon,
  people: People,
): Promise<SendResult> {
  const { contentType, body } = await packed(letter, one.soap, true)
  const { connection } = letter
  const from = `${key}@${SENDERS}`
  const to = mailboxes.map((local) => `${local}@${DOMAIN}`)
  const fields = [
    `From: ${from}`,
    `To: ${to.join(', ')}`,
    `Message-ID: <${messageId.replace(/\W+/g, '-')}@${SENDERS}>`,
    'Subject: a message of the meeting',
    'MIME-Version: 1.0',
    `Content-Type: ${contentType.replaceAll('; ', ';\r\n ')}`,
    ...(letter.packaging === undefined ? ['Content-Transfer-Encoding: base64'] : []),
  ]
  const carrier = createTransport({
    host: '127.0.0.1',
    port: Number(new URL(node.url('smtp')).port),
    ...(connection.password && { auth: { user: connection.who, pass: PASSWORD } }),
    tls: {
      servername: 'localhost',
      ca: people.authority.pem,
      ...certificateOf(connection, people),
    },
  })
  const raw = Buffer.concat([Buffer.from(`${fields.join('\r\n')}\r\n\r\n`), body])
  try {
    const { response } = await carrier.sendMail({ envelope: { from, to }, raw })
    return { kind: 'taken', text: response }
  } catch (error) {
    // A reply of SMTP that is no success; whatever else goes wrong is wrong in the test.
    if (!(error instanceof Error && 'responseCode' in error)) throw error
    return { kind: 'refused', text: error.message }
  } finally {
    carrier.close()
  }
}

async function hand({ one, letter, path }: Sending, node: LocalDaemon): Promise<SendResult> {
  const { text, attachments, packaging } = letter
  const outcome = await node.memory(
    messageOf({
      body: Buffer.from(text, 'utf8'),
      charset: 'utf-8',
      mediaType: MEDIA_TYPES[one.soap],
      attachments,
      packaging,
      peer: { address: 'memory' },
      destination: path,
    }),
  )
  switch (outcome.kind) {
    case 'accepted':
    case 'document':
    case 'pending':
      return { kind: 'taken', text: outcome.kind }
    case 'reply':
    case 'fault':
      return answerIn(outcome.message.body) ?? { kind: 'refused', text: outcome.message.body }
    case 'refused':
      return { kind: 'refused', text: outcome.refusal }
  }
}
