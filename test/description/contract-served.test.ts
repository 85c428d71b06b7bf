/** What a node serves of a plugin that is given as a contract, over HTTP: the documents as they were written, at the addresses of the node. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import test, { type ExecutionContext } from 'ava'
import type { UntypedContractPlugin } from '../../src/contract/first/untyped.js'
import { readContracts } from '../../src/contract/wsdl/read/index.js'
import { ofContract } from '../../src/path/plugins/of-contract.js'
import type { Plugin } from '../../src/plugin.js'
import { namesIn, parts, value } from '../support/contract-names.js'
import { ABSTRACT, BOUND, OLD, TRIAL } from '../support/contracts/written.js'
import { ordersPlugin, rootOf } from '../support/described.js'
import { folderOf } from '../support/folder.js'
import { type ServedNode, serveNode } from '../support/nodes/node.js'

const FILES = { 'abstract.wsdl': ABSTRACT, 'bound.wsdl': BOUND }

/** Plugins by their names, each given as a contract in a folder of its own. */
async function nodeOf(
  t: ExecutionContext,
  input: Readonly<
    Record<string, Omit<UntypedContractPlugin, 'contract'> & { readonly file: string }>
  >,
  settings: readonly string[] = [],
  described: Readonly<Record<string, Plugin>> = {},
): Promise<ServedNode> {
  const folder = folderOf(t, FILES)
  // As its declaration says.
  writeFileSync(join(folder, 'trial.wsdl'), Buffer.from(TRIAL, 'latin1'))
  const made = Object.entries(input).map(([name, { file, ...plugin }]) => {
    const contract = pathToFileURL(join(folder, file))
    return [name, ofContract({ ...plugin, contract }, `the plugin ${name}`)] as const
  })
  const plugins = made.map(([name, { definition }]) => [name, definition] as const)
  const contracts = Object.fromEntries(made.map(([name, { contract }]) => [name, contract]))
  const served = await serveNode(
    { ...Object.fromEntries(plugins), ...described },
    { settings, contracts },
  )
  t.teardown(() => served.close())
  return served
}

const TRIED = {
  file: 'trial.wsdl',
  service: 'TrialService',
  handlers: { Try: () => ({ value: 1 }), Forget: () => undefined },
}
const BOUND_ONE = { file: 'bound.wsdl', handlers: { Add: () => ({ sum: 1 }) } }

async function get(url: string, status = 200): Promise<string> {
  const answer = await fetch(url)
  const text = await answer.text()
  if (answer.status !== status) throw new Error(`${url}: ${answer.status} ${text}`)
  return text
}

const warnings = ({ processor }: ServedNode) => processor.parts.descriptions?.differences ?? []

/** The documents, and the folder of a client that keeps them under their numbers. */
async function fetched(t: ExecutionContext, url: string): Promise<readonly string[]> {
  const first = await get(url)
  const imported = parts(rootOf(first), 'import').map((node) => value(node, 'location') ?? '')
  t.deepEqual(imported.length, 1)
  return [first, ...(await Promise.all(imported.map((location) => get(location))))]
}

function readAgain(t: ExecutionContext, [first = '', second = '']: readonly string[]) {
  const files = {
    'a.wsdl': first.replace(/location="[^"]*document=2"/, 'location="b.wsdl"'),
    'b.wsdl': second,
  }
  return readContracts(join(folderOf(t, files), 'a.wsdl'))
}

test('the documents stand as they were written, comments too, and only addresses are the node’s', async (t) => {
  const served = await nodeOf(t, { trial: TRIED })
  const [first = '', second = ''] = await fetched(t, `${served.url}/trial?wsdl`)
  const kept = (text: string) => text.replace(/ encoding="[^"]*"/, '')
  // What is left of the contract stands in its order, byte for byte.
  let at = 0
  for (const line of kept(first)
    .split('\n')
    .filter((one) => !/(?:import|address) |wsp:(?:Policy|All)/.test(one))) {
    const found = kept(TRIAL).indexOf(line.trim(), at)
    t.true(found >= at, line)
    at = found
  }
  t.true(first.startsWith('<?xml version="1.0" encoding="UTF-8"?>\n<!-- Made by hand. -->'))
  t.true(first.includes('<w:documentation>Trials é &amp; <b>errors</b></w:documentation>'))
  t.true(first.includes('<x:extension since="2"/>') && first.includes('<x:owner>Ada</x:owner>'))
  t.true(first.includes(`<s:address location="${served.url}/trial"/>`))
  t.deepEqual(namesIn(rootOf(second)), namesIn(rootOf(ABSTRACT)))
  t.regex(second, /<xs:schema [^>]*targetNamespace="urn:trial:abstract"/)
  const [contract] = readAgain(t, [first, second])
  t.is(contract?.name, 'TrialService')
  t.deepEqual(
    contract?.ports.map(({ name, soap }) => [name, soap]),
    [['TrialPort', '1.1']],
  )
  t.deepEqual(
    contract?.operations.map(({ name, soapAction, request }) => [
      name,
      soapAction,
      request.headers.length,
    ]),
    [
      ['Try', 'tryIt', 1],
      ['Forget', '', 0],
    ],
  )
})

test('nothing that is served leads to the server of before', async (t) => {
  const served = await nodeOf(t, { trial: TRIED })
  for (const query of ['wsdl', 'wsdl=1.1', 'wsdl=all']) {
    const text = (await fetched(t, `${served.url}/trial?${query}`)).join('')
    t.false(text.includes(OLD), query)
    t.notRegex(
      text,
      /name="(?:OtherService|OtherPort|TrialJms)"|<w:port name="TrialGet"|EndpointReference/,
    )
    // They lead nowhere, and are names of the contract.
    t.regex(text, /<w:binding name="TrialOverJms"[\s\S]*<w:binding name="TrialGet"/)
  }
})

test('a version of SOAP that the contract has not is added where soap.contractPorts asks for it, and taken anyway', async (t) => {
  const own = await nodeOf(t, { trial: TRIED })
  t.notRegex(await get(`${own.url}/trial?wsdl`), /soap12/)
  await get(`${own.url}/trial?wsdl=1.2`, 404)
  const call = await fetch(`${own.url}/trial`, {
    method: 'POST',
    headers: { 'content-type': 'application/soap+xml' },
    body: '<e:Envelope xmlns:e="http://www.w3.org/2003/05/soap-envelope"><e:Body><Try xmlns="urn:trial:abstract">1</Try></e:Body></e:Envelope>',
  })
  t.is(call.status, 200)
  const both = await nodeOf(t, { trial: TRIED }, ['soap.contractPorts=both'])
  const documents = await fetched(t, `${both.url}/trial?wsdl`)
  const [contract, ...more] = readAgain(t, documents)
  t.deepEqual(more, [])
  t.deepEqual(
    contract?.ports.map(({ name, soap, address }) => [name, soap, address]),
    [
      ['TrialPort', '1.1', `${both.url}/trial`],
      ['TrialPortSoap12', '1.2', `${both.url}/trial`],
    ],
  )
  const [mine] = contract?.source?.bound.slice(1) ?? []
  t.deepEqual(
    mine?.binding.operations.map(({ name, soapAction }) => [name, soapAction]),
    [
      ['Try', 'tryIt'],
      ['Forget', ''],
    ],
  )
  const only = await get(`${both.url}/trial?wsdl=1.2`)
  t.notRegex(only, /<s:|name="TrialPort"/)

  t.regex(only, /<w:binding [^>]*name="TrialBindingSoap12"[\s\S]*<soap12:address/)
})

test('?wsdl=all adds ports of transports that the contract has not', async (t) => {
  const served = await nodeOf(t, { trial: TRIED })
  const [contract] = readAgain(t, await fetched(t, `${served.url}/trial?wsdl=all`))
  t.deepEqual(
    contract?.ports.map(({ name, soap, transport }) => [name, soap, transport]),
    [
      ['TrialPort', '1.1', 'http://schemas.xmlsoap.org/soap/http'],
      ['TrialPortMail11', '1.1', 'http://schemas.pocketsoap.com/soap/smtp'],
    ],
  )
})

test('a contract without a service gets one, and an encoded binding is copied with the encoding of its version', async (t) => {
  const served = await nodeOf(t, { bound: BOUND_ONE }, ['soap.contractPorts=both'])
  const text = await get(`${served.url}/bound?wsdl`)
  const [contract] = readContracts(join(folderOf(t, { 'a.wsdl': text }), 'a.wsdl'))
  t.is(contract?.name, 'AddingBinding')
  t.deepEqual(
    contract?.ports.map(({ name, soap }) => [name, soap]),
    [
      ['Soap11', '1.1'],
      ['Soap12', '1.2'],
    ],
  )
  t.regex(
    text,
    /<soap12-2:body use="encoded" [^>]*encodingStyle="http:\/\/www.w3.org\/2003\/05\/soap-encoding"/,
  )
  t.deepEqual(
    contract?.source?.bound.map(({ binding }) => binding.operations[0]?.input?.encodingStyle),
    ['http://schemas.xmlsoap.org/soap/encoding/', 'http://www.w3.org/2003/05/soap-encoding'],
  )
  // WSDL 1.1 §3.5: the entry of an rpc message is made of its parts, and declared by no schema.
  t.notRegex(text, /<xs:element/)
})

test('what a contract asks for by WS-SecurityPolicy and the node does not is left out, with a warning', async (t) => {
  const served = await nodeOf(t, { trial: TRIED })
  const text = await get(`${served.url}/trial?wsdl`)
  t.notRegex(text, /<sp:/)
  t.regex(
    text,
    /<wsp:Policy wsu:Id="Input"><wsp:ExactlyOne><wsp:All\/><\/wsp:ExactlyOne><\/wsp:Policy>/,
  )
  t.regex(text, /<wsam:Addressing [\s\S]*<wsoma:Optimized[\s\S]*<x:Unknown level="3"\/>/)
  t.is(text.match(/PolicyReference/g)?.length, 2)
  t.deepEqual(warnings(served), [
    `the contract of the plugin trial asks for TransportBinding/TransportToken/HttpsToken, SignedParts/Body, the policy at http://${OLD}/policy.xml, and security.policies do not: its WSDL says what security.policies ask for`,
  ])
})

test('what security.policies ask for takes the place of what the contract does, with a warning that names the difference', async (t) => {
  const password = `security.peers={bank: {password: "sha256:${'0'.repeat(64)}"}}`
  const policies = 'security.policies=[{require: [tls, password]}]'
  const address = 'http.publicUrl=https://soap.example.com/soap'
  const served = await nodeOf(t, { trial: TRIED }, [password, policies, address])
  const text = await get(`${served.url}/trial?wsdl`)
  t.regex(text, /<wsam:Addressing [\s\S]*<x:Unknown level="3"\/>/)
  const [, id = ''] =
    /<w:documentation>Over HTTP<\/w:documentation>\s*<wsp:PolicyReference xmlns:wsp="http:\/\/www.w3.org\/ns\/ws-policy" URI="#([^"]*)"\/>/.exec(
      text,
    ) ?? []
  const [, written = ''] =
    new RegExp(`<wsp:Policy [^>]*wsu:Id="${id}">((?:.|\\n)*?)</wsp:Policy>\\s*<w:`).exec(text) ?? []
  t.regex(written, /<sp:HttpsToken>[\s\S]*<sp:UsernameToken /)
  t.is(text.match(/<sp:TransportBinding>/g)?.length, 1)
  t.is(warnings(served).length, 1)
  t.regex(
    warnings(served)[0] ?? '',
    /^the contract of the plugin trial asks for SignedParts\/Body, the policy at [^;]*, and security\.policies do not; security\.policies ask for [^;]*SupportingTokens\/UsernameToken\/WssUsernameToken10[^;]*, and it does not: /,
  )
  // A contract that asks for nothing is no other one: it says what the node asks for.
  const bound = await nodeOf(t, { bound: BOUND_ONE }, [password, policies, address])
  t.regex(await get(`${bound.url}/bound?wsdl`), /<sp:UsernameToken /)
  t.deepEqual(warnings(bound), [])
  // What holds for one operation stands there.
  const one = `security.policies=[{operation: "{urn:trial:abstract}Try", require: [tls]}]`
  const single = await nodeOf(t, { trial: TRIED }, [one, address])
  t.regex(
    await get(`${single.url}/trial?wsdl`),
    /<w:operation name="Try">\s*<wsp:PolicyReference xmlns:wsp="http:\/\/www.w3.org\/ns\/ws-policy" /,
  )
})

test('who may call public operations alone reads no name of another', async (t) => {
  const plugin = { ...TRIED, options: { Try: { public: true } } }
  const nobody = ['http.senders=[{hosts: ["192.0.2.0/24"]}]']
  const served = await nodeOf(t, { trial: plugin }, nobody)
  const text = (await fetched(t, `${served.url}/trial?wsdl`)).join('')
  t.notRegex(text.replace(/<xs:schema[\s\S]*<\/xs:schema>/, ''), /Forget|Secret/)
  t.regex(text, /<operation name="Try">[\s\S]*<message|<message name="TryHeaders">/)
  t.regex(text, /<w:port name="TrialPort"/)
})

test('/soap?wsdl imports each contract, which keeps its target namespace in documents of its own', async (t) => {
  const orders = ordersPlugin()
  t.teardown(orders.close)
  const alone = await nodeOf(t, { trial: TRIED })
  t.is(await get(`${alone.url}?wsdl`), await get(`${alone.url}/trial?wsdl`))
  const served = await nodeOf(t, { trial: TRIED, bound: BOUND_ONE })
  const importsOf = async (url: string) => {
    const imports = parts(rootOf(await get(url)), 'import')
    return imports.map((node) => [value(node, 'namespace'), value(node, 'location')])
  }
  t.deepEqual(await importsOf(`${served.url}?wsdl=1.1`), [
    ['urn:trial:service', `${served.url}/trial?wsdl=1.1`],
    ['urn:trial:bound', `${served.url}/bound?wsdl=1.1`],
  ])
  for (const [namespace, location = ''] of await importsOf(`${served.url}?wsdl`)) {
    t.is(value(rootOf(await get(location)), 'targetNamespace'), namespace)
  }
  await get(`${served.url}?wsdl=1.2`, 404)
  const mixed = await nodeOf(t, { trial: TRIED }, [], { orders: orders.plugin })
  const text = await get(`${mixed.url}?wsdl`)
  t.regex(text, /<wsdl:service name="orders">/)
  t.deepEqual(await importsOf(`${mixed.url}?wsdl`), [
    ['urn:trial:service', `${mixed.url}/trial?wsdl`],
  ])
  t.deepEqual(await importsOf(`${mixed.url}?wsdl=1.2`), [])
})

test('a document is asked for by its number; beyond the last there is none', async (t) => {
  const served = await nodeOf(t, { trial: TRIED })
  const url = `${served.url}/trial`
  t.is(await get(`${url}?wsdl&document=1`), await get(`${url}?wsdl`))
  await get(`${url}?wsdl&document=3`, 404)
  await get(`${url}?wsdl&document=x`, 405)
  await get(`${url}?wsdl&document=2&document=2`, 405)
  await get(`${url}?xsd=1&document=2`, 405)
})
