/** The operations that give back what came: the node reads it into values, and writes those. */
import { type Operation, operation } from '#plugin'
import type * as Types from './documents.types.js'
import { named, schema } from './names.js'

export const echoes: readonly Operation[] = [
  operation<Types.EchoNumbers, Types.EchoNumbersResponse>({
    name: named('EchoNumbers'),
    schema,
    safe: true,
    invoke: ({ numbers }) => ({ numbers }),
  }),
  operation<Types.EchoTimes, Types.EchoTimesResponse>({
    name: named('EchoTimes'),
    schema,
    safe: true,
    invoke: ({ times }) => ({ times }),
  }),
  operation<Types.EchoTexts, Types.EchoTextsResponse>({
    name: named('EchoTexts'),
    schema,
    safe: true,
    invoke: ({ texts }) => ({ texts }),
  }),
  operation<Types.EchoBytes, Types.EchoBytesResponse>({
    name: named('EchoBytes'),
    schema,
    safe: true,
    invoke: ({ base64, hex }) => ({ base64, hex }),
  }),
  operation<Types.EchoPerson, Types.EchoPersonResponse>({
    name: named('EchoPerson'),
    schema,
    safe: true,
    invoke: ({ person }) => ({ person }),
  }),
  operation<Types.EchoNil, Types.EchoNilResponse>({
    name: named('EchoNil'),
    schema,
    safe: true,
    invoke: ({ answers }) => ({ answers }),
  }),
  operation<Types.Pay, Types.PayResponse>({
    name: named('Pay'),
    schema,
    invoke: ({ payment }) => ({ payment }),
  }),
  operation<Types.Annotate, Types.AnnotateResponse>({
    name: named('Annotate'),
    schema,
    safe: true,
    invoke: ({ prose, extension }) => ({ prose, extension }),
  }),
  operation<Types.Ping, Types.PingResponse>({
    name: named('Ping'),
    schema,
    safe: true,
    invoke: () => ({}),
  }),
]
