/** `waybill plan` as a process: what is in effect, for people to read. */
import test from 'ava'
import { folderOf } from '../support/folder.js'
import { cli } from '../support/nodes/cli.js'

test('the plan of the defaults', async (t) => {
  const { code, out, err } = await cli(['plan'])
  t.is(code, 0)
  t.is(err, '')
  const base = 'http://127.0.0.1:8080/soap'
  t.is(
    out,
    `Listeners
  ${base}

Mail
  smtp://127.0.0.1:2525  for calculator@localhost, echo@localhost, trace@localhost

Actors
  next
  ultimate receiver

Envelope namespaces beside SOAP 1.1 and 1.2
  (none)

Operations
  {urn:example:calculator}Add  request-response, safe, validated, at ${base}/calculator
  {urn:example:calculator}Subtract  request-response, safe, validated, at ${base}/calculator
  {urn:example:calculator}Divide  request-response, safe, validated, at ${base}/calculator
  {urn:example:echo}Echo  request-response, safe, validated, at ${base}/echo

Header handlers
  the blocks of WS-Addressing (addressing.enabled)
  {urn:waybill:route}Hops  for next, validated, by Waybill (routing.hops)
  {urn:waybill:route}Trace  for next, validated, by Waybill (routing.trace)
  {urn:example:trace}Trace  for next, validated, by trace

Destinations
  (none)

Routes
  (none)

Queue
  embedded, in ./waybill-state; 10 jobs at once
`,
  )
})

test('the plan shows what differs from the defaults', async (t) => {
  const folder = folderOf(t, {
    'p.mjs': `export default () => ({
      operations: [{ name: '{urn:x}Tell', exchange: 'one-way', invoke() {} }],
      headers: [
        { name: '{urn:x}A', process() {} },
        { name: '{urn:x}B', actor: 'ultimate-receiver', process() {} },
        { name: '{urn:x}C', actor: 'urn:example:audit', process() {} },
      ],
    })`,
    'w.yaml': `
http: { port: 99, basePath: /in }
node: { actors: ["urn:example:audit"] }
soap: { validate: false, namespaces: { "urn:old": "1.1" } }
plugins: [{ use: ./p.mjs, as: told }, echo]
`,
  })
  const { code, out } = await cli(['plan', '--config', 'w.yaml'], { folder })
  t.is(code, 0)
  for (const line of [
    '  http://127.0.0.1:99/in\n',
    '  urn:example:audit\n',
    '  urn:old as 1.1\n',
    '  {urn:x}Tell  one-way, queued (18 attempts of 1m), no schema, at http://127.0.0.1:99/in/told\n',
    '  {urn:example:echo}Echo  request-response, safe, not validated, at http://127.0.0.1:99/in/echo\n',
    '  {urn:x}A  for every actor of this node, no schema, by told\n',
    '  {urn:x}B  for the ultimate receiver, no schema, by told\n',
    '  {urn:x}C  for urn:example:audit, no schema, by told\n',
  ]) {
    t.true(out.includes(line), `${line}\n${out}`)
  }
})

test('the plan writes an IPv6 address as a URL has it', async (t) => {
  const { out } = await cli(['plan', '--set', 'http.host=::1'])
  t.true(out.startsWith('Listeners\n  http://[::1]:8080/soap\n'), out)
})

test('a plan does not start the node, and closes its plugins', async (t) => {
  const folder = folderOf(t, {
    'held.mjs': `export default () => { const held = setInterval(() => {}, 1e6); return { close: () => clearInterval(held) } }`,
    'w.yaml': 'plugins: [./held.mjs]\n',
  })
  const { code, out } = await cli(['plan', '-c', 'w.yaml'], { folder })
  t.is(code, 0)
  t.regex(out, /Operations\n {2}\(none\)\n/)
})
