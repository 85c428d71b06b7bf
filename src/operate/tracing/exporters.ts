/** The exporters that the standard variables name, as far as their packages are installed. */
import { construct, type Installed } from './installed.js'
import { type Environment, namesIn } from './tracing-requested.js'

/** By the names of OTEL_EXPORTER_OTLP_PROTOCOL, the standard's own default first. */
const PACKAGES = {
  'http/protobuf': '@opentelemetry/exporter-trace-otlp-proto',
  'http/json': '@opentelemetry/exporter-trace-otlp-http',
  grpc: '@opentelemetry/exporter-trace-otlp-grpc',
} as const

/**
 * @param sdk  the module that has the span processors
 * @returns a span processor for each
 * @throws Error for an exporter that is not installed, or not known
 */
export async function exporters(
  environment: Environment,
  sdk: unknown,
  find: Installed,
): Promise<readonly unknown[]> {
  const named = namesIn(environment.OTEL_TRACES_EXPORTER)
  const names = named.length === 0 ? ['otlp'] : named
  return Promise.all(names.map((name) => processorOf(name, environment, sdk, find)))
}

async function processorOf(
  name: string,
  environment: Environment,
  sdk: unknown,
  find: Installed,
): Promise<unknown> {
  switch (name) {
    case 'otlp':
      return construct(sdk, 'BatchSpanProcessor', await otlp(environment, find))
    case 'console':
      return construct(sdk, 'SimpleSpanProcessor', construct(sdk, 'ConsoleSpanExporter'))
    default:
      throw new Error(`OTEL_TRACES_EXPORTER: expected otlp, console or none, got ${name}`)
  }
}

async function otlp(environment: Environment, find: Installed): Promise<unknown> {
  const { OTEL_EXPORTER_OTLP_TRACES_PROTOCOL: own, OTEL_EXPORTER_OTLP_PROTOCOL: all } = environment
  const protocol = own?.trim() || all?.trim() || undefined
  const wanted = Object.entries(PACKAGES).filter(([name]) => (protocol ?? name) === name)
  for (const [, name] of wanted) {
    const module = await find(name)
    if (module !== undefined) return construct(module, 'OTLPTraceExporter')
  }
  const install = (wanted[0] ?? Object.entries(PACKAGES)[0])?.[1]
  throw new Error(`no exporter for ${protocol ?? 'otlp'} is installed: npm install ${install}`)
}
