/** What is sent: a short Add, and Echos of 10 KiB and 1 MiB, in SOAP 1.1, with the answers they must get. */

export interface Workload {
  readonly name: string
  /** The request's envelope. */
  readonly request: string
  /** The envelope that the node answers, and a bare server. */
  readonly answer: string
  /** What every answer holds, whatever its prefixes. */
  readonly holds: string
  /** True if each request has an identity of its own, in place of `IDENTITY`. Default: false. */
  readonly identified?: boolean
}

/** Stands for another text in each request. */
export const IDENTITY = '[<id>]'

export const HEADERS = { 'Content-Type': 'text/xml; charset=utf-8', SOAPAction: '""' } as const

const TEXT = 'The quick brown fox jumps over the lazy dog. '.repeat(228).slice(0, 10 * 1024)

export const ADD: Workload = {
  name: 'Add',
  request: envelope('<c:Add xmlns:c="urn:example:calculator"><c:a>1</c:a><c:b>2</c:b></c:Add>'),
  answer: answered(
    '<m:AddResponse xmlns:m="urn:example:calculator"><m:result>3</m:result></m:AddResponse>',
  ),
  holds: '>3<',
}

/** The same with a wsa:MessageID, as every client of a WSDL with wsam:Addressing sends it. */
export function identified({ name, request, ...rest }: Workload): Workload {
  const header =
    '<soap:Header xmlns:a="http://www.w3.org/2005/08/addressing">' +
    `<a:Action>urn:example:calculator:Add</a:Action><a:MessageID>urn:example:${IDENTITY}</a:MessageID></soap:Header>`
  return {
    ...rest,
    name: `${name} with a wsa:MessageID`,
    request: request.replace('<soap:Body>', `${header}<soap:Body>`),
    identified: true,
  }
}

export const WORKLOADS: readonly Workload[] = [
  ADD,
  echo('Echo 10 KiB', TEXT.length),
  echo('Echo 1 MiB', 1024 ** 2),
]

/** 1 KiB to be sent on, and 1 MiB. */
export const RELAYED = echo('1 KiB, one hop', 854)
export const LARGE = echo('1 MiB, three hops', 1024 ** 2)

function echo(name: string, characters: number): Workload {
  const text = TEXT.repeat(Math.ceil(characters / TEXT.length)).slice(0, characters)
  return {
    name,
    request: envelope(`<e:Echo xmlns:e="urn:example:echo"><e:text>${text}</e:text></e:Echo>`),
    answer: answered(
      `<m:EchoResponse xmlns:m="urn:example:echo"><m:text>${text}</m:text></m:EchoResponse>`,
    ),
    holds: `>${text}<`,
  }
}

function answered(body: string): string {
  return `<?xml version="1.0" encoding="UTF-8"?>${envelope(body)}`
}

function envelope(body: string): string {
  return (
    '<soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/">' +
    `<soap:Body>${body}</soap:Body></soap:Envelope>`
  )
}
