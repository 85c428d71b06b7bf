/** Stands in for a collector of OpenTelemetry: takes spans over OTLP/HTTP, as JSON. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Waiting } from './waiting.js'

export interface CollectedSpan {
  /** `service.name` of who recorded it. */
  readonly service: string
  readonly name: string
  /** 1 internal, 2 server, 3 client, 4 producer, 5 consumer. */
  readonly kind: number
  readonly traceId: string
  readonly spanId: string
  /** Empty for the first of a trace. */
  readonly parent: string
  readonly state: string
  /** 2 for an error. */
  readonly status: number
  readonly attributes: Readonly<Record<string, unknown>>
  readonly events: readonly string[]
}

export interface Collector {
  readonly url: string
  readonly spans: readonly CollectedSpan[]
  /** All that it was sent, as text. */
  readonly text: string
  until(found: (spans: readonly CollectedSpan[]) => boolean): Promise<readonly CollectedSpan[]>
}

interface Teardown {
  teardown(clean: () => void | Promise<void>): void
}

export async function startCollector(t: Teardown): Promise<Collector> {
  const spans: CollectedSpan[] = []
  const texts: string[] = []
  const waiting = new Waiting()
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const text = Buffer.concat(chunks).toString('utf8')
    texts.push(text)
    spans.push(...spansIn(JSON.parse(text)))
    response.writeHead(200, { 'Content-Type': 'application/json' }).end('{}')
    waiting.changed()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.teardown(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    spans,
    get text() {
      return texts.join('\n')
    },
    until: (found) =>
      waiting.until(
        () => (found(spans) ? spans : undefined),
        () => `such spans, but ${spans.map(({ service, name }) => `${service} ${name}`)}`,
      ),
  }
}

interface Attribute {
  readonly key: string
  readonly value: Readonly<Record<string, unknown>>
}

interface Exported {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: readonly Attribute[] }
    readonly scopeSpans: readonly {
      readonly spans: readonly {
        readonly name: string
        readonly kind: number
        readonly traceId: string
        readonly spanId: string
        readonly parentSpanId?: string
        readonly traceState?: string
        readonly status: { readonly code: number }
        readonly attributes: readonly Attribute[]
        readonly events: readonly { readonly name: string }[]
      }[]
    }[]
  }[]
}

function spansIn({ resourceSpans }: Exported): readonly CollectedSpan[] {
  return resourceSpans.flatMap(({ resource, scopeSpans }) =>
    scopeSpans
      .flatMap(({ spans }) => spans)
      .map(({ status, parentSpanId = '', traceState = '', attributes, events, ...span }) => ({
        ...span,
        service: String(valuesOf(resource.attributes)['service.name']),
        parent: parentSpanId,
        state: traceState,
        status: status.code,
        attributes: valuesOf(attributes),
        events: events.map(({ name }) => name),
      })),
  )
}

function valuesOf(attributes: readonly Attribute[]): Readonly<Record<string, unknown>> {
  return Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]))
}
