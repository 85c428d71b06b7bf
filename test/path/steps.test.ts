/** The steps of the path: their signatures as docs/principles.md lists them, and that none needs what a later one learns. */
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import test from 'ava'

const ROOT = fileURLToPath(new URL('../../../', import.meta.url))
const DOCUMENT = `${ROOT}docs/principles.md`
const TABLE = /(<!-- steps -->\n)[\s\S]*?(<!-- \/steps -->)/

/** Step, function, file below src/. */
const STEPS = [
  ['admit', 'admit', 'path/admit.ts'],
  ['read', 'read', 'path/read.ts'],
  ['version', 'readEnvelope', 'soap/envelope.ts'],
  ['correlate', 'correlate', 'path/correlate.ts'],
  ['route', 'route', 'path/route.ts'],
  ['target', 'target', 'path/target.ts'],
  ['understand', 'understand', 'path/understand.ts'],
  ['understand', 'refuseMissed', 'path/understand.ts'],
  ['verify', 'verify', 'path/verify.ts'],
  ['verify', 'checkAnswer', 'path/check-answer.ts'],
  ['validate', 'validate', 'path/validate.ts'],
  ['validate', 'checkOwnBlocks', 'path/check-own-blocks.ts'],
  ['validate', 'checkAttachments', 'path/check-attachments.ts'],
  ['once', 'refuseReplay', 'path/refuse-replay.ts'],
  ['once', 'record', 'path/record.ts'],
  ['once', 'claim', 'path/claim.ts'],
  ['process', 'processHeaders', 'path/headers.ts'],
  ['act', 'dispatch', 'path/dispatch.ts'],
  ['act', 'enqueue', 'path/enqueue.ts'],
  ['act', 'forward', 'path/forward/forward.ts'],
  ['answer', 'reply', 'path/reply.ts'],
  ['answer', 'refuse', 'path/refuse.ts'],
  ['answer', 'answer', 'path/answer.ts'],
  ['answer', 'resend', 'path/resend.ts'],
  ['seal', 'sealAnswer', 'path/seal.ts'],
  ['seal', 'sealRequest', 'path/seal.ts'],
  ['deliver', 'resume', 'path/deliver/resume.ts'],
  ['deliver', 'forwardAgain', 'path/deliver/forward.ts'],
  ['deliver', 'settleFailure', 'path/deliver/settle.ts'],
] as const

/** What is known of a message, in the order in which the steps learn it. */
const KNOWN = [
  'Arrived',
  'Admitted',
  'Read',
  'Opened',
  'Correlated',
  'Routed',
  'Targeted',
  'Understood',
  'Verified',
  'Valid',
  'Processed',
]

interface Signature {
  readonly takes: readonly string[]
  readonly gives: string
}

/** Types of the parameters and of the result of an exported function, as its source has them. */
function signatureOf(name: string, file: string): Signature {
  const text = readFileSync(`${ROOT}src/${file}`, 'utf8')
  const head = new RegExp(`^export (?:async )?function\\*? ${name}(?:<[^(]*>)?\\(`, 'm').exec(text)
  if (!head) throw new Error(`${file} exports no function ${name}`)
  let depth = 1
  let at = head.index + head[0].length
  const parameters = ['']
  for (; depth > 0; at += 1) {
    const character = text.charAt(at)
    if ('({[<'.includes(character)) depth += 1
    if (')}]'.includes(character) || (character === '>' && text.charAt(at - 1) !== '=')) depth -= 1
    if (depth === 1 && character === ',') parameters.push('')
    else if (depth > 0) parameters[parameters.length - 1] += character
  }
  const gives = /^: ([^{]*) \{/.exec(text.slice(at))?.[1] ?? ''
  return { takes: parameters.flatMap((one) => typeOf(one) ?? []), gives }
}

/** The type behind the last colon that is in no pattern; undefined for what is no parameter. */
function typeOf(parameter: string): string | undefined {
  const plain = parameter.replace(/^\s*\{[\s\S]*\}\s*:/, ':').trim()
  return plain === ''
    ? undefined
    : plain
        .slice(plain.indexOf(':') + 1)
        .trim()
        .replace(/ = .*/s, '')
}

function rows(): string {
  const lines = STEPS.map(([step, name, file]) => {
    const { takes, gives } = signatureOf(name, file)
    const code = (type: string) => `\`${type.replace(/\s+/g, ' ').replaceAll('|', '\\|')}\``
    return `| ${step} | \`${name}\` | ${takes.map(code).join(', ')} | ${code(gives)} |`
  })
  return `| step | function | takes | gives |\n| --- | --- | --- | --- |\n${lines.join('\n')}\n`
}

test('the table of the steps says what their source does', (t) => {
  const document = readFileSync(DOCUMENT, 'utf8')
  const kept = document.replace(TABLE, (_, open, close) => open + rows() + close)
  if (process.env.UPDATE_DOCS) writeFileSync(DOCUMENT, kept)
  t.regex(document, TABLE)
  t.is(
    document === kept || process.env.UPDATE_DOCS !== undefined,
    true,
    'run UPDATE_DOCS=1 npx ava dist/test/path/steps.test.js',
  )
})

test('no step needs the result of a later one', (t) => {
  const known = (type: string) => KNOWN.findIndex((one) => new RegExp(`\\b${one}\\b`).test(type))
  let learnt = 0
  const last = STEPS.findIndex(([step]) => step === 'process')
  for (const [, name, file] of STEPS.slice(0, last + 1)) {
    const { takes, gives } = signatureOf(name, file)
    for (const type of takes) t.true(known(type) <= learnt, `${name} takes ${type}`)
    // What gives no result of its own learns nothing.
    learnt = Math.max(learnt, known(gives))
    if (name === 'readEnvelope') learnt = KNOWN.indexOf('Opened')
  }
  t.is(KNOWN[learnt], 'Processed')
})
