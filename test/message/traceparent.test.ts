/** Reading a traceparent, and what the next node gets of it. */
import test from 'ava'
import {
  idFrom,
  readTraceparent,
  traceIdOf,
  traceparentOnward,
} from '../../src/message/traceparent.js'

const ID = '0af7651916cd43dd8448eb211c80319c'
const PARENT = `00-${ID}-b7ad6b7169203331-01`

test('a traceparent is read, and its state if that can be passed on', (t) => {
  t.deepEqual(readTraceparent(PARENT, undefined), { parent: PARENT })
  t.deepEqual(readTraceparent(` ${PARENT} `, ' a=b,c=d '), { parent: PARENT, state: 'a=b,c=d' })
  for (const state of ['', ' ', 'a=\r\nX: y', 'a=é', 'x'.repeat(513)]) {
    t.deepEqual(readTraceparent(PARENT, state), { parent: PARENT }, state)
  }
  t.is(readTraceparent(PARENT, 'x'.repeat(512))?.state?.length, 512)
})

test('a later version is read as far as this one goes', (t) => {
  t.deepEqual(readTraceparent(PARENT.replace('00-', 'cc-'), ''), { parent: PARENT })
  t.deepEqual(readTraceparent(`${PARENT.replace('00-', 'cc-')}-what-will-be`, ''), {
    parent: PARENT,
  })
})

test('an invalid traceparent is not read', (t) => {
  for (const wrong of [
    undefined,
    '',
    PARENT.slice(1),
    PARENT.toUpperCase(),
    `${PARENT}-more`,
    `${PARENT}0`,
    PARENT.replace('00-', 'ff-'),
    PARENT.replace(ID, '0'.repeat(32)),
    PARENT.replace('b7ad6b7169203331', '0'.repeat(16)),
    PARENT.replace('0af', 'xyz'),
    `${PARENT}\r\nX: y`,
  ]) {
    t.is(readTraceparent(wrong, 'a=b'), undefined, wrong)
  }
})

test('the next node gets the same trace, with another parent', (t) => {
  const one = traceparentOnward({ parent: PARENT, state: 'a=b' }, 'unused')
  const other = traceparentOnward({ parent: PARENT }, 'unused')
  t.regex(one.parent, new RegExp(`^00-${ID}-[0-9a-f]{16}-01$`))
  t.is(one.state, 'a=b')
  t.false('state' in other)
  t.is(new Set([PARENT, one.parent, other.parent]).size, 3)
})

test('a trace that begins here has the id of the exchange, if that can be one', (t) => {
  const { parent } = traceparentOnward(undefined, '0AF76519-16cd-43dd-8448-eb211c80319c')
  t.regex(parent, new RegExp(`^00-${ID}-[0-9a-f]{16}-00$`))
  t.is(traceIdOf({ parent }), ID)
  t.is(traceIdOf(undefined), undefined)
  t.regex(idFrom('something-else'), /^[0-9a-f]{32}$/)
})
