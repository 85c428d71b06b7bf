/** What meets in a node: the factors with their values, and which values never meet, each with the reason. */
import { combinations, type Never, type Row } from './covering.js'

export const FACTORS = {
  transport: ['http', 'https', 'smtp', 'memory'],
  soap: ['1.1', '1.2'],
  message: ['plain', 'mtom', 'swa', 'many'],
  proof: [
    'none',
    'password',
    'digest',
    'client-certificate',
    'body',
    'parts',
    'encrypted',
    'soap-dsig',
  ],
  policy: ['none', 'path', 'mailbox', 'operation', 'route'],
  freshness: ['timestamp', 'no-expires', 'none'],
  replays: ['once', 'dated', 'refuse'],
  repetition: ['none', 'same-bytes', 'same-id', 'after-trim', 'after-restart'],
  block: ['handled', 'none'],
  way: ['answer', 'waited', 'one-way', 'deferred', 'relay', 'store', 'request-reply'],
  answerTo: ['connection', 'address', 'none'],
  result: ['answer', 'fault', 'declared', 'undeclared', 'throws'],
  size: ['small', 'large'],
  reload: ['no', 'yes'],
  evidence: ['off', 'on'],
  attempt: [
    'honest',
    'unproven',
    'unsigned-block',
    'mixed',
    'elsewhere',
    'unsigned-place',
    'behind-another',
  ],
} as const

export type Case = { readonly [Name in keyof typeof FACTORS]: (typeof FACTORS)[Name][number] }

/** Those of `npm test`: what takes a restart, or a reload, is in the long form. */
export const SHORT = {
  ...FACTORS,
  repetition: ['none', 'same-bytes', 'same-id'],
  reload: ['no'],
} as const

const UNSIGNED = ['none', 'password', 'digest', 'client-certificate']
const ON_THE_WAY = ['relay', 'store', 'request-reply']
const OWN = ['answer', 'waited', 'one-way', 'deferred']
/** What a queue tries again, if it has the message. */
const FAILING = ['undeclared', 'throws']

const never = (values: Never['values'], others: Never['with'], because: string): Never => ({
  values,
  with: others,
  because,
})

export const NEVERS: readonly Never[] = [
  never(
    { proof: ['client-certificate'] },
    { transport: ['http', 'memory'] },
    'only TLS shows a client certificate',
  ),
  never({ proof: ['password'] }, { transport: ['memory'] }, 'memory carries no password'),
  never(
    { policy: ['mailbox'] },
    { transport: ['http', 'https', 'memory'] },
    'only mail is sent to a mailbox',
  ),
  never(
    { result: FAILING },
    { way: ['one-way', 'deferred', ...ON_THE_WAY] },
    'a queue tries it again, and so it runs more than once by right',
  ),
  never(
    { result: FAILING },
    { answerTo: ['address', 'none'] },
    'nobody waits, so that it goes through a queue, which tries it again',
  ),
  never(
    { result: FAILING },
    { transport: ['smtp'] },
    'a mail goes through a queue, which tries it again',
  ),
  never({ result: ['declared'] }, { way: ['one-way'] }, 'what has no answer declares no fault'),
  never({ policy: ['route'] }, { way: OWN }, 'what is for this node takes no route'),
  never(
    { freshness: ['timestamp', 'no-expires'] },
    { proof: ['none', 'password', 'client-certificate', 'soap-dsig'] },
    'a Timestamp stands in a wsse:Security, which this proof has not',
  ),
  never(
    { message: ['mtom'] },
    { proof: ['encrypted'] },
    'nothing of an encrypted Body is beside the envelope: a CipherValue is text here',
  ),
  never(
    { proof: ['encrypted'], policy: ['none'] },
    { way: ON_THE_WAY },
    'what is encrypted for the ultimate receiver is refused where its operation is sent on: nothing goes on in the clear',
  ),
  never(
    { transport: ['memory'], way: ['relay'] },
    { message: ['mtom'] },
    'known: the answer comes by MTOM, and what is beside it has no place at a message from memory: its sender gets a Server fault',
  ),
  never({ replays: ['dated', 'refuse'] }, { policy: ['none'] }, 'a policy says so'),
  never(
    { replays: ['dated', 'refuse'] },
    { proof: ['none', 'password', 'client-certificate'] },
    'nothing tells a repetition',
  ),
  never({ replays: ['dated'] }, { proof: ['digest', 'soap-dsig'] }, 'a signature covers no time'),
  never({ replays: ['dated'] }, { freshness: ['none'] }, 'a signature covers no time'),
  never({ evidence: ['on'] }, { policy: ['none'] }, 'a policy asks for evidence'),
  never({ evidence: ['on'] }, { proof: UNSIGNED }, 'evidence is of signatures'),
  never(
    { evidence: ['on'] },
    { transport: ['http', 'memory'] },
    'non-repudiation needs a client certificate, which TLS shows',
  ),
  never(
    { attempt: ['unproven', 'elsewhere', 'behind-another'] },
    { proof: ['none'] },
    'there is no proof to leave out',
  ),
  never(
    { attempt: ['unproven', 'mixed', 'elsewhere', 'unsigned-place', 'behind-another'] },
    { policy: ['none'] },
    'nothing asks for what is missing',
  ),
  never(
    { attempt: ['unsigned-block', 'mixed', 'unsigned-place'] },
    { proof: UNSIGNED },
    'nothing is signed',
  ),
  never(
    { attempt: ['mixed'] },
    { proof: ['body'], freshness: ['none'] },
    'Body is all that is asked for',
  ),
  never(
    { attempt: ['mixed'] },
    { proof: ['encrypted'] },
    'what is encrypted anew has another Body: its signature would not hold',
  ),
  never(
    { attempt: ['unsigned-place'] },
    { answerTo: ['connection', 'none'] },
    'no address is named',
  ),
  never(
    { attempt: ['behind-another'] },
    { policy: ['path', 'operation', 'route'] },
    'it passes by a policy of a mailbox',
  ),
  never(
    { attempt: ['behind-another'] },
    { transport: ['http', 'https', 'memory'] },
    'only mail has several recipients',
  ),
]

/** Every pair among honest messages, and every value beside each attempt: what is refused at once covers nothing else. */
export function pairsOf(factors: Readonly<Record<keyof Case, readonly string[]>>): readonly Row[] {
  const { attempt, ...others } = factors
  return [
    ...combinations(others, 2, { attempt: 'honest' }),
    ...attempt
      .filter((value) => value !== 'honest')
      .flatMap((value) => combinations(others, 1, { attempt: value })),
  ]
}

/** Every three values of the factors that security stands or falls by. */
export function triplesOf(
  factors: Readonly<Record<keyof Case, readonly string[]>>,
): readonly Row[] {
  const { transport, proof, policy, repetition, way, answerTo } = factors
  return combinations({ transport, proof, policy, repetition, way, answerTo }, 3, {
    attempt: 'honest',
  })
}

/** A row with a value of each factor is a case. */
export function caseOf(row: Row): Case {
  if (!isCase(row)) throw new Error(`no case: ${JSON.stringify(row)}`)
  return row
}

function isCase(row: Row): row is Case {
  return Object.entries(FACTORS).every(([name, values]) =>
    values.some((value) => value === row[name]),
  )
}
