/** Policies of mailboxes: `config check` names what they are passed by at, and `plan --message` which of them hold. */
import test, { type ExecutionContext } from 'ava'
import { folderOf } from '../support/folder.js'
import { cli } from '../support/nodes/cli.js'
import { ADD, soap11, soap12 } from '../support/wire/envelopes.js'

const ORDERS = 'mailbox: orders@a.example, require: password'

function configured(
  t: ExecutionContext,
  policies: readonly string[],
  transports = 'smtp',
  addresses = 'orders: { plugin: calculator }',
) {
  return folderOf(t, {
    'w.yaml': `
plugins: [calculator, echo]
transports: [${transports}]
smtp: { domains: [a.example, b.example], addresses: { ${addresses} } }
security:
  peers: { bank: { password: "sha256:${'0'.repeat(64)}", sharedKey: "${'A'.repeat(24)}" } }
  policies:
${policies.map((policy) => `    - { ${policy} }\n`).join('')}`,
    'm.xml': soap11(ADD),
    'm12.xml': soap12(ADD),
  })
}

type Configured = readonly [policies: readonly string[], transports?: string, addresses?: string]

async function warningsOf(t: ExecutionContext, ...input: Configured) {
  const { code, err } = await cli(['config', 'check', '-c', 'w.yaml'], {
    folder: configured(t, ...input),
  })
  t.is(code, 0, err)
  return err
    .split('\n')
    .filter((line) => line.includes('security.policies'))
    .map((line) => line.replace('warning: security.policies.', ''))
}

const END = 'and it holds wherever they are called'
const REMEDY = `write operation: in place of mailbox:, ${END}`

test('other names of the plugin and other domains are named, other plugins are not', async (t) => {
  t.deepEqual(await warningsOf(t, [ORDERS]), [
    `0.mailbox: calculator@a.example, calculator@b.example and orders@b.example reach the same operations as orders@a.example without this policy; ${REMEDY}`,
  ])
})

test('so are the node as a whole, and any other address', async (t) => {
  const policy = 'mailbox: any@a.example, require: password'
  const reached = await warningsOf(t, [policy], 'smtp', 'bus: {}, "*": { plugin: calculator }')
  t.deepEqual(reached, [
    `0.mailbox: calculator@a.example, bus@a.example, *@a.example, calculator@b.example, bus@b.example and 1 more reach the same operations as any@a.example without this policy; ${REMEDY}`,
  ])
  t.deepEqual(await warningsOf(t, [policy]), [
    '0.mailbox: any@a.example is no address of this node: the policy never holds',
  ])
})

test('other transports are named, unless the policy is for one of them, or something is asked for there', async (t) => {
  const both = 'http, smtp'
  const [warning = '', ...more] = await warningsOf(t, [ORDERS], both)
  t.deepEqual(more, [])
  t.regex(
    warning,
    /: http:\/\/127\.0\.0\.1:8080\/soap, http:\/\/127\.0\.0\.1:8080\/soap\/calculator, calculator@a/,
  )
  const [mailOnly = ''] = await warningsOf(t, [`${ORDERS}, transport: smtp`], both)
  t.notRegex(mailOnly, /http:/)
  const [guarded = ''] = await warningsOf(t, [ORDERS, 'transport: http, require: password'], both)
  t.notRegex(guarded, /http:/)
})

test('an address where another policy asks for as much is not named, where it asks for less it is', async (t) => {
  const same = ['calculator@a.example', 'calculator@b.example', 'ORDERS@b.example'].map(
    (mailbox) => `mailbox: ${mailbox}, require: [password, mac]`,
  )
  const warnings = await warningsOf(t, [ORDERS, ...same])
  t.is(warnings.filter((line) => line.startsWith('0.')).length, 0, warnings.join('\n'))
  const less = await warningsOf(t, [
    'mailbox: orders@a.example, require: [password, mac]',
    ...same.map((policy) => policy.replace(', mac', '')),
  ])
  t.regex(less.find((line) => line.startsWith('0.')) ?? '', /calculator@a\.example, /)
})

for (const policy of [
  'operation: "{urn:example:calculator}*", require: password',
  'path: calculator, require: password',
  'mailbox: orders@a.example',
]) {
  test(`nothing is said of a policy with ${policy}`, async (t) => {
    t.deepEqual(await warningsOf(t, [policy]), [])
  })
}

test('with an operation, the mailbox is to be left out', async (t) => {
  const [warning = ''] = await warningsOf(t, [`${ORDERS}, operation: "{urn:x}Y"`])
  t.true(warning.endsWith(`without this policy; leave it out, ${END}`), warning)
})

for (const file of ['m.xml', 'm12.xml']) {
  test(`plan --message ${file}: which policies of mailboxes hold, for all recipients`, async (t) => {
    const folder = configured(t, ['name: strict, mailbox: orders@a.example, require: tls'])
    const plan = (...more: readonly string[]) =>
      cli(['plan', '-c', 'w.yaml', '--message', file, '--transport', 'smtp', ...more], { folder })
    const open = await plan()
    t.is(open.code, 0)
    t.true(
      open.out.includes('does not hold: policy strict  mailbox orders@a.example: tls'),
      open.out,
    )
    const held = await plan('--mailbox', 'calculator@a.example', 'Orders+1@A.example')
    t.is(held.code, 65)
    t.true(held.out.includes('strict: it did not come over TLS'), held.out)
  })
}

test('--mailbox is for a message', async (t) => {
  const { code, err } = await cli(['plan', '--mailbox', 'a@b.example'])
  t.is(code, 64)
  t.true(err.includes('--mailbox says where a --message is sent to'), err)
})
