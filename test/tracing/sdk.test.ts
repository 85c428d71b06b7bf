/** Starting the SDK by the standard variables: what asks for it, what is missing, and its end. */
import test from 'ava'
import { startSdk } from '../../src/operate/tracing/sdk.js'
import { isNamed, requestedBy } from '../../src/operate/tracing/tracing-requested.js'

const ASKS = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318' }
const none = async () => undefined

function noted() {
  const lines: { readonly level: string; readonly fields: object; readonly sentence: string }[] = []
  const note = (level: string) => (fields: object, sentence?: string) => {
    lines.push({ level, fields, sentence: sentence ?? '' })
  }
  return { lines, info: note('info'), warn: note('warn') }
}

/** Stands in for the package, as far as it is used. */
function fake(shutdown: () => Promise<void>) {
  const made: unknown[] = []
  class NodeSDK {
    constructor(options: unknown) {
      made.push(options)
    }
    start(): void {}
    shutdown(): Promise<void> {
      return shutdown()
    }
  }
  const find = async (name: string) =>
    name === '@opentelemetry/sdk-node' ? { NodeSDK } : undefined
  return { made, find }
}

test('an exporter or an endpoint asks for spans; none, and a disabled SDK, say no', (t) => {
  t.is(requestedBy({}), undefined)
  t.is(requestedBy({ OTEL_SERVICE_NAME: 'x' }), undefined)
  t.is(requestedBy({ OTEL_EXPORTER_OTLP_ENDPOINT: ' ' }), undefined)
  t.is(requestedBy(ASKS), 'OTEL_EXPORTER_OTLP_ENDPOINT')
  t.is(requestedBy({ OTEL_TRACES_EXPORTER: 'console' }), 'OTEL_TRACES_EXPORTER')
  t.is(requestedBy({ ...ASKS, OTEL_TRACES_EXPORTER: 'none' }), undefined)
  t.is(requestedBy({ ...ASKS, OTEL_SDK_DISABLED: 'TRUE' }), undefined)
})

test('a service is named by its own variable or by an attribute of the resource', (t) => {
  t.false(isNamed({}))
  t.true(isNamed({ OTEL_SERVICE_NAME: 'x' }))
  t.true(isNamed({ OTEL_RESOURCE_ATTRIBUTES: 'a=b, service.name=x' }))
  t.false(isNamed({ OTEL_RESOURCE_ATTRIBUTES: 'other.service.name=x' }))
})

test('where nothing asks for spans, no package is looked for and nothing is said', async (t) => {
  const log = noted()
  const find = async () => t.fail()
  t.is(await startSdk({}, find, log), undefined)
  t.deepEqual(log.lines, [])
})

test('where spans are asked for and no SDK is installed, one warning names the package', async (t) => {
  const log = noted()
  t.is(await startSdk(ASKS, none, log), undefined)
  t.is(log.lines.length, 1)
  t.is(log.lines[0]?.level, 'warn')
  t.regex(log.lines[0]?.sentence ?? '', /npm install @opentelemetry\/sdk-node/)
})

test('the whole SDK is started for spans alone, and patches nothing', async (t) => {
  const { made, find } = fake(async () => undefined)
  await startSdk(ASKS, find, noted())
  const quiet = { instrumentations: [], metricReaders: [], logRecordProcessors: [] }
  t.deepEqual(made, [{ ...quiet, serviceName: 'waybill' }])
  await startSdk({ ...ASKS, OTEL_SERVICE_NAME: 'bus' }, find, noted())
  t.deepEqual(made[1], quiet)
})

test('an SDK that does not end in its time does not hold the stop up', async (t) => {
  const { find } = fake(() => new Promise(() => undefined))
  const log = noted()
  const sdk = await startSdk(ASKS, find, log)
  await sdk?.close(20)
  t.regex(log.lines.at(-1)?.sentence ?? '', /lost/)
})

test('an exporter that is not known, and one that is not installed, are said', async (t) => {
  const find = async (name: string) => (name === '@opentelemetry/sdk-trace-node' ? {} : undefined)
  for (const [variables, pattern] of [
    [{ OTEL_TRACES_EXPORTER: 'zipkin' }, /expected otlp, console or none, got zipkin/],
    [{ ...ASKS, OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' }, /npm install .*-otlp-grpc/],
  ] as const) {
    const log = noted()
    t.is(await startSdk(variables, find, log), undefined)
    t.is(log.lines.length, 1)
    t.regex(String(Reflect.get(log.lines[0]?.fields ?? {}, 'err')), pattern)
  }
})
