/** `waybill call --trace` as a process: the path over nodes, drawn after the answer. */
import test from 'ava'
import { chain } from '../support/nodes/chain.js'
import { cli } from '../support/nodes/cli.js'
import { httpHop } from '../support/nodes/next-hop.js'

const ADD = '{urn:example:calculator}Add'
const DIVIDE = '{urn:example:calculator}Divide'
const TIME = / *\d+\.\d ms/g

for (const soap of ['1.1', '1.2']) {
  test.serial(`SOAP ${soap}: the path stands below the values`, async (t) => {
    const [first] = await chain(t, ['urn:example:gateway', 'urn:example:auditor', 'urn:ledger'])
    const call = ['call', first?.url ?? '', ADD, 'a=1', 'b=2', '--soap', soap, '--trace']
    const { code, out, err } = await cli(call)
    t.is(err, '')
    t.is(
      out.replace(TIME, ' 1.0 ms'),
      `result=3
path
└─ urn:example:gateway     http 1.0 ms  forwarded to http
   └─ urn:example:auditor  http 1.0 ms  forwarded to http
      └─ urn:ledger        http 1.0 ms  replied
`,
    )
    t.is(code, 0)
  })
}

test.serial('the path of a fault is drawn, and the fault is printed as usual', async (t) => {
  const [first] = await chain(t, ['urn:a', 'urn:b'])
  const { code, out, err } = await cli(['call', first?.url ?? '', DIVIDE, 'a=1', 'b=0', '--trace'])
  t.is(code, 65)
  t.is(
    out.replace(TIME, ' 1.0 ms'),
    'path\n└─ urn:a     http 1.0 ms  forwarded to http\n   └─ urn:b  http 1.0 ms  fault\n',
  )
  t.regex(err, /^Fault .*Client: The divisor is zero\.\n {2}DivisionByZero\n$/)
})

test.serial('--json and --raw keep standard output to themselves', async (t) => {
  const [first] = await chain(t, ['urn:a'])
  const { out, err } = await cli(['call', first?.url ?? '', ADD, 'a=1', 'b=2', '--trace', '--json'])
  t.is(out, '{"result":"3"}\n')
  t.regex(err, /^path\n└─ urn:a {2}http {2}\d+\.\d ms {2}replied\n$/)
})

test.serial(
  'an accepted message has no path yet, and a trace by which each node can be asked',
  async (t) => {
    const far = await httpHop({ status: 202 })
    t.teardown(() => far.close())
    const { code, out } = await cli(['call', far.url, ADD, '--trace'])
    t.is(code, 0)
    const [, id = ''] = /with traceId\n([0-9a-f]{32}), and/.exec(out) ?? []
    t.is(
      out,
      `accepted
trace=${id}
path: not known yet, as the message was only accepted. Nodes on its way log it with traceId
${id}, and waybill find ${id} shows there what happened to it.
`,
    )
    t.regex(String(far.requests[0]?.headers.traceparent), new RegExp(`^00-${id}-`))
  },
)
