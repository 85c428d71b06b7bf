/** Tells whether OpenTelemetry's standard variables ask for spans. */

export type Environment = Readonly<Record<string, string | undefined>>

/** An empty variable is as one that is not set. */
const ASKING = [
  'OTEL_TRACES_EXPORTER',
  'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT',
  'OTEL_EXPORTER_OTLP_ENDPOINT',
] as const

/** @returns the variable that does; undefined if none does, or one of them says no */
export function requestedBy(environment: Environment): string | undefined {
  const { OTEL_SDK_DISABLED: disabled, OTEL_TRACES_EXPORTER: exporter } = environment
  if (disabled?.trim().toLowerCase() === 'true') return undefined
  if (namesIn(exporter).includes('none')) return undefined
  return ASKING.find((name) => (environment[name]?.trim() ?? '') !== '')
}

/** True if the environment names the service. */
export function isNamed({
  OTEL_SERVICE_NAME: name = '',
  OTEL_RESOURCE_ATTRIBUTES: attributes = '',
}: Environment): boolean {
  return name.trim() !== '' || /(?:^|,)\s*service\.name\s*=/.test(attributes)
}

/** The members of a list such as `otlp,console`. */
export function namesIn(list: string | undefined): readonly string[] {
  return (list ?? '')
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '')
}
