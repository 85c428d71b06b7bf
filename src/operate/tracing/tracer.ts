/** The tracer of OpenTelemetry's API, where an SDK is registered: without one, nothing is asked of the API. */
import { ProxyTracerProvider, type Tracer, trace } from '@opentelemetry/api'
import { packageVersion } from '../../base/version.js'

export function registeredTracer(): Tracer | undefined {
  const provider = trace.getTracerProvider()
  const registered =
    !(provider instanceof ProxyTracerProvider) || provider.getDelegateTracer(NAME) !== undefined
  return registered ? provider.getTracer(NAME, packageVersion()) : undefined
}

const NAME = 'waybill'
