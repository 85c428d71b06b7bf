/** Operational errors: every code is documented as it is, and none beside them. */
import { readFileSync } from 'node:fs'
import test from 'ava'
import { claimedTwice, ERROR_KINDS, type ErrorCode, EXIT, WaybillError } from '../src/errors.js'

const DOCUMENT = readFileSync(new URL('../../docs/errors.md', import.meta.url), 'utf8')
const CODES = Object.keys(ERROR_KINDS) as ErrorCode[]

/** The text below each heading that is a code. */
const sections = new Map(
  DOCUMENT.split(/^## /m)
    .filter((section) => section.startsWith('WAYBILL_'))
    .map((section) => [section.slice(0, section.indexOf('\n')), section] as const),
)

test('the document has a section for every code, in the same order, and for no other', (t) => {
  t.deepEqual([...sections.keys()], CODES)
})

for (const code of CODES) {
  const { exitCode, hint } = ERROR_KINDS[code]

  test(`${code} is documented with exit code, meaning and what to do`, (t) => {
    const section = sections.get(code) ?? ''
    t.regex(section, new RegExp(`\\n\\nExit code ${exitCode}\\. \\S.{20,}`))
    t.true(section.replaceAll('\n', ' ').includes(`What to do: ${hint}`), hint)
    t.true(DOCUMENT.includes(`| [${code}](#${code.toLowerCase()}) | ${exitCode} |`))
  })

  test(`${code} has a hint that is a sentence and an exit code that is known`, (t) => {
    t.regex(hint, /^[A-Z].*\.$/)
    t.true((Object.values(EXIT) as number[]).includes(exitCode))
    t.not(exitCode, EXIT.ok)
  })
}

test('an error carries its code, hint and exit code', (t) => {
  const cause = new Error('why')
  const error = new WaybillError('WAYBILL_ADDRESS_IN_USE', 'http: ::1:80 is in use', { cause })
  t.is(error.name, 'WaybillError')
  t.is(error.message, 'http: ::1:80 is in use')
  t.is(error.exitCode, 69)
  t.is(error.hint, ERROR_KINDS.WAYBILL_ADDRESS_IN_USE.hint)
  t.is(error.cause, cause)
})

test('a conflict names what is claimed and both who claim it', (t) => {
  const { code, message, hint } = claimedTwice('operation', '{urn:x}Add', 'one', 'two')
  t.is(code, 'WAYBILL_PLUGIN_CONFLICT')
  t.is(message, 'the operation {urn:x}Add is claimed by two plugins: one and two')
  t.regex(hint, /path: own/)
})
