/** The part of the configuration about messages for other nodes: which go on, where to, by what means. */
import { z } from 'zod'
import { keyName } from './journal.js'
import { count, DAY, duration, file, secret, text } from './kinds.js'
import { PLUGIN_NAME, PLUGIN_NAMES } from './plugin-name.js'
import { difference } from './retry.js'

/** Of letters that a flag, a variable of the environment and a line of a log can hold. */
const name = /^[A-Za-z][A-Za-z0-9_-]*$/
const NAME = 'expected a letter, then letters, digits, _ and -'

/** Each has a circuit of its own, and may take the time of an attempt. */
const MAX_ADDRESSES = 8

const destination = z
  .strictObject({
    url: text()
      .optional()
      .describe('Where it is: a URL of one of the transports, without credentials. This or urls.'),
    urls: z
      .array(text())
      .min(2)
      .max(MAX_ADDRESSES)
      .optional()
      .describe(
        'Several such URLs of one scheme, in order: a message goes to the next one if the one before surely has not taken it.',
      ),
    user: text()
      .optional()
      .describe('Name for Basic authentication, over https: or on the loopback address only.'),
    password: secret().optional().describe('Its password.'),
    token: secret().optional().describe('Bearer token, in place of user and password.'),
    certificate: file()
      .optional()
      .describe('File with the certificate that this node shows, and its chain, in PEM.'),
    key: file().optional().describe('File with the key of the certificate, in PEM.'),
    ca: file()
      .optional()
      .describe('File with trusted authorities, in PEM. Default: those of Node.js.'),
    pin: z
      .array(
        z
          .string()
          .regex(
            /^([0-9a-f]{2}:?){31}[0-9a-f]{2}$/i,
            'expected 32 bytes in hexadecimal digits, with or without colons',
          ),
      )
      .min(1)
      .optional()
      .describe(
        'SHA-256 of its certificates, or of their public keys: no other is taken, whoever issued it. Default: any by ca.',
      ),
    timeout: duration()
      .optional()
      .describe(
        'Time that one attempt may take, relayed or from the queue. Default: as long as the message has where it is relayed, queue.retry.timeLimit from the queue.',
      ),
    connections: count(100_000)
      .optional()
      .describe('Connections at once; further messages wait for one. Default: no bound.'),
    contract: file()
      .optional()
      .describe(
        'File with its contract, a WSDL 1.1 document: it says which faults are declared, and which operations are one-way. Default: none is known.',
      ),
    catalog: file()
      .optional()
      .describe(
        'File of an XML catalog (OASIS), for what the contract imports from elsewhere. Default: none.',
      ),
    perSecond: z
      .number()
      .min(0.001)
      .max(100_000)
      .optional()
      .describe(
        'Messages that each node sends to it in a second at most; stored ones wait for their turn. Default: no bound.',
      ),
    retry: difference.prefault({}).describe('What differs from queue.retry for this destination.'),
    breaker: z
      .strictObject({
        failures: count(1_000_000)
          .default(5)
          .describe('Messages in a row that did not get through; then its circuit is open.'),
        pause: duration().prefault('30s').describe('Time until one message tries again.'),
      })
      .prefault({}),
  })
  .refine(({ url, urls }) => (url === undefined) !== (urls === undefined), {
    error: 'expected url or urls, and not both',
  })
  .meta({ oneOf: ['url', 'urls'].map((key) => ({ properties: { [key]: {} }, required: [key] })) })

export const destinations = z
  .record(z.string().regex(name, NAME), destination)
  .prefault({})
  .describe('Other nodes by names of your choice, for routes: how each is reached.')

const route = z.strictObject({
  name: z
    .string()
    .regex(name, NAME)
    .optional()
    .describe('For logs and waybill plan. Default: route and its number.'),
  actor: text()
    .optional()
    .describe('Actor of the first header block that is for another node, exactly.'),
  address: text().optional().describe('What wsa:To says, exactly, or its beginning and *.'),
  operation: z
    .string()
    .regex(/^(\{[^{}\s]+\})?([^{}\s*:]+|(?<=\})\*)$/, 'expected {namespace}Name or {namespace}*')
    .optional()
    .describe('Name of the body entry, as {namespace}Name or {namespace}*.'),
  path: z
    .string()
    .regex(PLUGIN_NAMES, `expected ${PLUGIN_NAME}`)
    .optional()
    .describe('Path below http.basePath, or local part of the mailbox, that it was sent to.'),
  peer: text()
    .optional()
    .describe(
      'Name in security.peers of whom the transport has proven the sender to be: its password, key, token, certificate or mail domain; a signature is checked once the route is chosen.',
    ),
  transport: text().optional().describe('Name of the transport that it came over, exactly.'),
  key: z
    .record(keyName(), text())
    .optional()
    .describe(
      'What business keys of journal.keys say, by their names, each exactly or its beginning and *; of several values one is enough.',
    ),
  to: text().describe('Name of a destination, or a URL of one of the transports.'),
  mode: z
    .enum(['relay', 'store', 'request-reply'], {
      error: ({ input }) =>
        input === 'bridge'
          ? 'expected relay, store or request-reply, got "bridge": write mode: request-reply'
          : undefined,
    })
    .optional()
    .describe(
      'How it goes on: answered on the connection (relay), made durable first (store), or durable while its sender waits for the answer (request-reply). Default: relay; request-reply where answers are messages of their own, as by mail.',
    ),
  ordered: z
    .boolean()
    .default(false)
    .describe(
      'Send the messages of one sender one at a time, in the order in which they were accepted, retries included; in modes store and request-reply.',
    ),
  answerTime: duration({ most: 366 * DAY })
    .optional()
    .describe(
      'Time for which an answer is waited for that is a message of its own, as by mail, or that the next node has accepted and not finished. Default: a day in mode store, an hour in mode request-reply.',
    ),
  answers: z
    .enum(['none', 'expected'])
    .optional()
    .describe(
      'Whether its messages have answers: none, so that nobody waits; or expected in mode store, so that the sender gets a fault in place of 202 while there is no answer. Default: expected in modes relay and request-reply; not known in mode store. None, whatever is said here, where the contract of the destination says that the operation is one-way.',
    ),
  retryFaults: z
    .enum(['none', 'undeclared', 'all'])
    .optional()
    .describe(
      'Which Server faults of the next node are failed attempts: none, those that no contract declares (undeclared), or all. Default: none in mode request-reply, undeclared in mode store.',
    ),
})

export const routes = z
  .array(route)
  .prefault([])
  .describe(
    'Which messages go on to another node: the first whose conditions all hold; none: none.',
  )

/** The URLs of a destination, in the order in which they are tried. */
export function addressesOf({
  url,
  urls,
}: {
  readonly url?: string | undefined
  readonly urls?: readonly string[] | undefined
}): readonly string[] {
  return urls ?? (url === undefined ? [] : [url])
}

/** Paths that routes ask for: messages may be addressed to them though no plugin is there. */
export function pathsOf(config: {
  readonly routes: readonly { readonly path?: string | undefined }[]
}): readonly string[] {
  return [...new Set(config.routes.flatMap(({ path }) => path ?? []))]
}
