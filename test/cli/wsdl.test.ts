/** `waybill wsdl`: what it prints, and what it refuses. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import test from 'ava'
import type { Finding } from '../../src/message/finding.js'
import { ABSTRACT, TRIAL } from '../support/contracts/written.js'
import { rootOf } from '../support/described.js'
import { folderOf } from '../support/folder.js'
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

test('it prints the documents of a contract, and `config check` says where its policies differ', async (t) => {
  const plugin = `export default () => ({
    contract: new URL('./trial.wsdl', import.meta.url),
    service: 'TrialService',
    handlers: { Try: () => ({ value: 1 }), Forget() {} },
  })`
  const folder = folderOf(t, { 'trial.mjs': plugin, 'abstract.wsdl': ABSTRACT })
  writeFileSync(join(folder, 'trial.wsdl'), Buffer.from(TRIAL, 'latin1'))
  const settings = ['--set', `plugins=[{"use": "${join(folder, 'trial.mjs')}", "as": "trial"}]`]
  const first = await cli(['wsdl', 'trial', '--address', 'http://x.example/soap', ...settings])
  t.is(first.code, 0, first.err)
  t.regex(first.out, /location="http:\/\/x\.example\/soap\/trial\?wsdl&amp;document=2"/)
  const second = await cli(['wsdl', 'trial', '--document', '2', ...settings])
  t.regex(second.out, /<portType name="TrialType">/)
  for (const [flags, sentence] of [
    [['--document', '3'], 'there is no document 3'],
    [['--soap', '1.2'], 'no contract has a port of SOAP 1.2; soap.contractPorts: both adds one'],
  ] as const) {
    const { code, err } = await cli(['wsdl', 'trial', ...flags, ...settings])
    t.is(code, 64)
    t.true(err.includes(sentence), err)
  }
  const { out } = await cli(['config', 'check', '--json', ...settings])
  const { findings } = JSON.parse(out)
  t.true(
    findings.some((one: Finding) => one.sentence.includes('trial asks for TransportBinding/')),
    out,
  )
})

for (const [flags, sentence] of [
  [['nobody'], 'there is no plugin nobody; there are: calculator, echo, trace'],
  [['echo', '--xsd', '2'], 'there is no schema 2'],
  [['echo', '--xsd', 'x'], '--xsd x: expected a number from 1 on'],
  [['--address', 'x'], '--address x: expected a URL such as https://soap.example.com/soap'],
  [['--set', 'soap.describe=false'], 'soap.describe is false: nothing is published'],
  [['-t', 'fax'], 'fax has no address of its own: give one with --address'],
] as const) {
  test(`wsdl ${flags.join(' ')} is refused`, async (t) => {
    const { code, out, err } = await cli(['wsdl', ...flags])
    t.is(code, 64)
    t.is(out, '')
    t.true(err.includes(sentence), err)
  })
}
