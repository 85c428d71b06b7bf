/** What an error is called and says, whatever was thrown. */
import { readFileSync } from 'node:fs'
import test from 'ava'
import { codeOf, messageOf, systemReason } from '../../src/base/errno.js'

test('a system error is called by its code, and what has none is unknown', (t) => {
  const error = t.throws(() => readFileSync('/nowhere/at/all'))
  t.is(codeOf(error), 'ENOENT')
  const numbered = Object.assign(new Error('no'), { code: 7 })
  for (const thrown of [new Error('no'), numbered, { code: 'ENOENT' }, 'ENOENT', undefined, null]) {
    t.is(codeOf(thrown), 'unknown error')
  }
})

test('an error says its message, and anything else is said as it is', (t) => {
  t.is(messageOf(new RangeError('too many')), 'too many')
  t.is(messageOf('ENOENT'), 'ENOENT')
  t.is(messageOf(undefined), 'undefined')
})

test('why the system refused is told in its words, and by its code where it has none', (t) => {
  const read = (path: string) => t.throws(() => readFileSync(path))
  t.is(systemReason(read('/nowhere/at/all')), 'no such file or directory')
  t.is(systemReason(read('/')), 'illegal operation on a directory')
  t.is(
    systemReason(Object.assign(new Error('connect 192.0.2.1'), { code: 'ETIMEDOUT' })),
    'ETIMEDOUT',
  )
  t.is(systemReason('ENOENT: no such file, open'), 'unknown error')
})
