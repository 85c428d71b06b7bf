/** The header fields of a request that this binding reads, in one shape, in whatever order a client sends them. */
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'

export type HeaderFields = Readonly<Record<FieldName, string | undefined>>

type FieldName =
  | 'accept'
  | 'content-encoding'
  | 'content-length'
  | 'content-type'
  | 'expect'
  | 'host'
  | 'idempotency-key'
  | 'if-none-match'
  | 'prefer'
  | 'soapaction'
  | 'traceparent'
  | 'tracestate'
  | 'transfer-encoding'
  | 'user-agent'
  | 'via'

/** A request whose fields were read. */
export type FieldsRead = IncomingMessage & { readonly fields: HeaderFields }

/**
 * node:http gives `headers` a shape for each order of names. What reads many shapes is slow, and compiled again for each
 * new one: so only this does.
 */
export function readFields(headers: IncomingHttpHeaders): HeaderFields {
  return {
    accept: headers.accept,
    'content-encoding': headers['content-encoding'],
    'content-length': headers['content-length'],
    'content-type': headers['content-type'],
    expect: headers.expect,
    host: headers.host,
    'idempotency-key': joined(headers['idempotency-key']),
    'if-none-match': headers['if-none-match'],
    prefer: joined(headers.prefer),
    soapaction: joined(headers.soapaction),
    traceparent: joined(headers.traceparent),
    tracestate: joined(headers.tracestate),
    'transfer-encoding': headers['transfer-encoding'],
    'user-agent': headers['user-agent'],
    via: headers.via,
  }
}

/** node:http joins what it gives for all names but that of cookies. */
function joined(value: string | readonly string[] | undefined): string | undefined {
  return typeof value === 'object' ? value.join(', ') : value
}
