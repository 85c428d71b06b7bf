/** What is said to a peer whose bytes node:http could not parse as a request. */
import { METHODS } from 'node:http'
import { ANSWERS, HttpRefusal, MESSAGES, methodRefusal } from '../protocol/status.js'
import { segments } from '../protocol/target.js'

/** An error of node:http's parser, with the bytes that it was reading. */
export interface ParserError extends NodeJS.ErrnoException {
  readonly rawPacket?: Buffer
  readonly bytesParsed?: number
}

/**
 * @param basePath  path of the node
 * @returns undefined if the peer has gone
 */
export function refusalOf(error: ParserError, basePath: string): HttpRefusal | undefined {
  const { code = 'parse error' } = error
  switch (code) {
    case 'ECONNRESET':
    case 'EPIPE':
      return undefined
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return new HttpRefusal(408, code)
    case 'HPE_HEADER_OVERFLOW':
      return new HttpRefusal(431, code)
    case 'HPE_INVALID_METHOD':
    // Methods of RTSP, which the parser knows too.
    case 'HPE_INVALID_CONSTANT':
      return unknownMethod(error, basePath) ?? new HttpRefusal(400, code)
    default:
      return new HttpRefusal(400, code)
  }
}

const REQUEST_LINE = /([!#$%&'*+.^_`|~0-9A-Za-z-]+) (\/[^\s?#]*)(?:\?[^\s#]*)? HTTP\/1\.[01]\r\n/y

/** Characters of the methods that the parser knows: capitals, hyphens, low lines. */
const MAX_METHOD_LENGTH = 16

/** BP 1.1 R1114: 405 for a method other than POST, here for those that the parser does not know. */
function unknownMethod(error: ParserError, basePath: string): HttpRefusal | undefined {
  REQUEST_LINE.lastIndex = startOf(error)
  const [, method, path] = REQUEST_LINE.exec(packetText(error)) ?? []
  if (method === undefined || path === undefined || METHODS.includes(method)) return undefined
  try {
    return methodRefusal(method, segments(path, basePath).length > 1 ? ANSWERS : MESSAGES)
  } catch (refusal) {
    if (refusal instanceof HttpRefusal) return refusal
    throw refusal
  }
}

/** Where the request line begins: the end of the request before it may stand right in front of it. */
function startOf(error: ParserError): number {
  const read = packetText(error).slice(0, error.bytesParsed)
  // The parser stops at the version after a method of RTSP, else within the method or right behind it.
  const end =
    error.code === 'HPE_INVALID_CONSTANT'
      ? read.lastIndexOf(' ', read.lastIndexOf(' ') - 1)
      : read.length
  const [method = ''] =
    /[A-Z_-]*$/.exec(read.slice(Math.max(0, end - MAX_METHOD_LENGTH), end)) ?? []
  return end - method.length
}

function packetText({ rawPacket }: ParserError): string {
  return rawPacket?.toString('latin1') ?? ''
}
