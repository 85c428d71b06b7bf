/** The service of SOAPBuilders' rounds in rpc/encoded, called by clients that write and read the encoding themselves. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import anyTest, { type ExecutionContext, type TestFn } from 'ava'
import { type RunningDaemon, startDaemon } from '../support/nodes/daemon.js'
import { compiled } from './compile.js'
import { CLIENTS, foreignScript, run, shell } from './foreign-client.js'

const test = anyTest as TestFn
const STRUCT = { varString: 'arg', varInt: 34, varFloat: 1.5 }
/** As the clients that have them give the values; `cycle` and `shared` say that what was one object still is. */
const EXPECTED = {
  echoString: 'grüß <&> dich',
  echoStringArray: ['a', '', 'c'],
  echoInteger: -42,
  echoIntegerArray: [1, 2, 3],
  echoFloat: 1.5,
  echoFloatArray: [1.5, -2.25],
  echoStruct: STRUCT,
  echoStructArray: [STRUCT, STRUCT],
  echoBase64: 'dGVhAA==',
  echoHexBinary: 'tea',
  echoDate: '2026-11-23T00:00:00Z',
  echoDecimal: '123.456',
  echoBoolean: true,
  echoVoid: null,
  echoStructAsSimpleTypes: { outputString: 'arg', outputInteger: 34, outputFloat: 1.5 },
  echoSimpleTypesAsStruct: STRUCT,
  echoNestedStruct: { ...STRUCT, varStruct: STRUCT },
  echoNestedArray: { ...STRUCT, varArray: ['red', 'blue'] },
  echo2DStringArray: [
    ['a', 'b'],
    ['c', 'd'],
  ],
  echoLinkedList: { varInt: 1, varString: 'a', child: { varInt: 2, varString: 'b', child: null } },
  nothing: null,
  header: 'hello',
  cycle: true,
  shared: true,
} as const

const folder = mkdtempSync(join(tmpdir(), 'waybill-interop-'))
let daemon: RunningDaemon
const url = () => `${daemon.url}/rpc`

test.before(async () => {
  const plugin = fileURLToPath(new URL('../fixtures/soapbuilders/rpc.js', import.meta.url))
  const file = join(folder, 'waybill.yaml')
  writeFileSync(file, JSON.stringify({ plugins: [plugin] }))
  daemon = await startDaemon([], ['--config', file])
})
test.after.always(async () => {
  await daemon?.stop()
  rmSync(folder, { recursive: true, force: true })
})

/** @param missing  what the client does not call, or cannot do */
function check(t: ExecutionContext, results: unknown, missing: readonly (keyof typeof EXPECTED)[]) {
  const expected = Object.entries(EXPECTED).filter(([name]) => !missing.some((one) => one === name))
  t.deepEqual(results, Object.fromEntries(expected))
}

for (const soap of ['1.1', '1.2'] as const) {
  test(`SOAP ${soap}: PHP, by the WSDL`, async (t) => {
    const call = foreignScript('php', 'encoded.php')
    check(t, await call({ wsdl: `${url()}?wsdl`, soap }), ['nothing', 'header'])
  })

  test(`SOAP ${soap}: SOAP::Lite, without a WSDL`, async (t) => {
    const results = await foreignScript('perl', 'encoded.pl')({ url: url(), soap })
    // Of SOAP 1.2 it knows neither references nor dimensions.
    const unknown = soap === '1.1' ? [] : (['cycle', 'shared', 'echo2DStringArray'] as const)
    // Its numbers and truth values are texts.
    const text = JSON.stringify(results).replaceAll(/"(-?[\d]+(\.\d+)?)"/g, '$1')
    const { echoBoolean, echoDecimal, ...rest } = JSON.parse(text)
    t.deepEqual([echoBoolean, echoDecimal], [1, 123.456])
    check(t, rest, [
      ...(['echoBoolean', 'echoDecimal', 'echoHexBinary'] as const),
      ...(['echoStructAsSimpleTypes', 'echoSimpleTypesAsStruct'] as const),
      ...unknown,
    ])
  })
}

test('SOAP 1.1: soap4r, without a WSDL', async (t) => {
  check(t, await foreignScript('ruby', 'encoded.rb')({ url: url() }), [
    ...(['echoFloatArray', 'echoHexBinary', 'echoDate', 'echoDecimal', 'header'] as const),
    ...(['echoStructAsSimpleTypes', 'echoSimpleTypesAsStruct'] as const),
    ...(['echoNestedStruct', 'echoNestedArray', 'echo2DStringArray'] as const),
  ])
})

test('SOAP 1.1: zeep, by the WSDL', async (t) => {
  const output = await run('/usr/bin/python3', [`${CLIENTS}encoded-zeep.py`, `${url()}?wsdl`])
  const { echoString, echoLinkedList, ...results } = JSON.parse(output.toString('utf8'))
  t.is(echoString.body.return, EXPECTED.echoString)
  t.is(echoLinkedList.child.varString, 'b')
  const {
    echoInteger,
    echoFloat,
    echoBoolean,
    echoDecimal,
    echoStruct,
    echoNestedStruct,
    echoVoid,
  } = EXPECTED
  t.deepEqual(results, {
    ...{ echoInteger, echoFloat, echoBoolean, echoDecimal, echoStruct, echoNestedStruct, echoVoid },
  })
})

test('SOAP 1.1: suds, by the WSDL', async (t) => {
  const output = await run('/usr/bin/python3', [`${CLIENTS}encoded-suds.py`, `${url()}?wsdl`])
  const { echoString, echoInteger, echoFloat, echoBoolean, echoStruct, echoVoid } = EXPECTED
  t.deepEqual(JSON.parse(output.toString('utf8')), {
    ...{ echoString, echoInteger, echoFloat, echoBoolean, echoStruct, echoVoid },
    echoStringArray: ['a', 'b'],
  })
})

const LIBRARIES = ['axis', 'jaxrpc', 'saaj', 'commons-logging', 'commons-discovery', 'wsdl4j']
const classes = LIBRARIES.map((name) => `/usr/share/java/${name}.jar`).join(':')
const axis = compiled(
  test,
  `ecj -1.8 -proc:none -nowarn -cp ${classes} -d . "$CLIENTS/AxisEncoded.java"`,
)

test('SOAP 1.1: Axis, which writes every struct and array beside the entry', async (t) => {
  const output = await run('java', [
    '-Dfile.encoding=UTF-8',
    '-cp',
    `${axis}:${classes}`,
    'AxisEncoded',
    url(),
  ])
  t.deepEqual(lines(output), {
    echoString: 'grüß <&> dich',
    nothing: 'null',
    echoInteger: '-42',
    echoFloat: '1.5',
    echoBoolean: 'true',
    echoBase64: 'tea',
    echoStringArray: '[a, null, c]',
    echoIntegerArray: '[1, 2, 3]',
    echo2DStringArray: '[[a, b], [c, d]]',
    echoStruct: 'arg 34 1.5',
    echoStructArray: '[arg 34 1.5, arg 34 1.5]',
    shared: 'true',
    echoLinkedList: 'abnull',
    cycle: 'true',
    echoVoid: 'null',
  })
})

test('SOAP 1.1: gSOAP, by stubs that it makes of the WSDL', async (t) => {
  const stubs = mkdtempSync(join(folder, 'gsoap-'))
  await shell(
    `wsdl2h -o e.h '${url()}?wsdl'
     soapcpp2 -C -1 -w -x -L e.h
     g++ -I. -o encoded '${CLIENTS}encoded.cpp' soapC.cpp soapClient.cpp -lgsoap++`,
    stubs,
  )
  t.deepEqual(lines(await run(join(stubs, 'encoded'), [url()])), {
    echoString: 'grüß <&> dich',
    echoInteger: '-42',
    echoIntegerArray: '123',
    echoStructArray: 'arg',
    shared: 'true',
    echoLinkedList: 'b',
    cycle: 'true',
  })
})

/** `name=value` on each line; others are a logger's. */
function lines(output: Buffer): Readonly<Record<string, string>> {
  const found = output.toString('utf8').matchAll(/^(\w+)=(.*)$/gm)
  return Object.fromEntries([...found].map(([, name, value]) => [name ?? '', value ?? '']))
}
