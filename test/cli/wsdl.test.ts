/** `waybill wsdl`: what it prints, and what it refuses. */
import test from 'ava'
import { rootOf } from '../support/described.js'
import { cli } from '../support/nodes/cli.js'

test('it prints the WSDL of a plugin, at its address by the configuration', async (t) => {
  const { code, out } = await cli(['wsdl', 'calculator', '--set', 'http.port=8085'])
  t.is(code, 0)
  t.is(rootOf(out).local, 'definitions')
  t.regex(out, /location="http:\/\/127.0.0.1:8085\/soap\/calculator"/)
  t.notRegex(out, /mailto:/)
})

test('it prints all plugins, all ports, one version of SOAP, and the address that is given', async (t) => {
  const { code, out } = await cli([
    'wsdl',
    '--all',
    '--soap',
    '1.1',
    '--address',
    'https://soap.example.com/x/',
  ])
  t.is(code, 0)
  t.regex(out, /<wsdl:service name="echo">/)
  t.regex(out, /location="https:\/\/soap.example.com\/x\/echo"/)
  t.regex(out, /location="mailto:echo@localhost"/)
  t.notRegex(out, /soap12:/)
})

test('it prints a schema of it', async (t) => {
  const { code, out } = await cli(['wsdl', 'echo', '--xsd', '1'])
  t.is(code, 0)
  t.is(rootOf(out).local, 'schema')
})

for (const [flags, sentence] of [
  [['nobody'], 'there is no plugin nobody; there are: calculator, echo, trace'],
  [['echo', '--xsd', '2'], 'there is no schema 2'],
  [['echo', '--xsd', 'x'], '--xsd x: expected a number from 1 on'],
  [['--address', 'x'], '--address x: expected a URL such as https://soap.example.com/soap'],
  [['--set', 'soap.describe=false'], 'soap.describe is false: nothing is told'],
  [['-t', 'fax'], 'fax has no address of its own: give one with --address'],
] as const) {
  test(`wsdl ${flags.join(' ')} is refused`, async (t) => {
    const { code, out, err } = await cli(['wsdl', ...flags])
    t.is(code, 64)
    t.is(out, '')
    t.true(err.includes(sentence), err)
  })
}
