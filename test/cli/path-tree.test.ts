/** The drawing of a path, character by character. */
import test from 'ava'
import { pathTree } from '../../src/cli/call/path-tree.js'
import type { Visit } from '../../src/message/way/visits.js'

const visit = (node: string, parts: Partial<Visit> = {}): Visit => ({
  node,
  transport: 'http',
  at: '2026-01-01T00:00:00.000Z',
  ms: 1,
  outcome: 'forwarded',
  ...parts,
})

test('each node stands below the one before it, its columns below each other', (t) => {
  t.is(
    pathTree([
      visit('urn:example:gateway', { ms: 12.06, to: 'mailto' }),
      visit('urn:example:auditor', { transport: 'smtp', ms: 2103.4, to: 'http' }),
      visit('urn:ledger', { ms: 0, outcome: 'replied' }),
    ]),
    `path
└─ urn:example:gateway     http    12.1 ms  forwarded to mailto
   └─ urn:example:auditor  smtp  2103.4 ms  forwarded to http
      └─ urn:ledger        http     0.0 ms  replied
`,
  )
})

test('one node, and none', (t) => {
  t.is(pathTree([visit('urn:a', { outcome: 'fault' })]), 'path\n└─ urn:a  http  1.0 ms  fault\n')
  t.is(pathTree([]), 'path: no node added itself to the message\n')
})

test('no name of a node moves the cursor', (t) => {
  const drawn = pathTree([visit('urn:\u001b[2J\u202e\u0085x', { transport: 'a\nb', to: '\u0007' })])
  t.is(drawn, 'path\n└─ urn:\\u001b[2J\\u202e\\u0085x  a\\u000ab  1.0 ms  forwarded to \\u0007\n')
})
