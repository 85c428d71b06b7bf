/** What is sent: a short Add and an Echo of 10 KiB, in SOAP 1.1, with the answers they must get. */

export interface Workload {
  readonly name: string
  /** The request's envelope. */
  readonly request: string
  /** The envelope that every target answers. */
  readonly answer: string
}

export const HEADERS = { 'Content-Type': 'text/xml; charset=utf-8', SOAPAction: '""' } as const

const TEXT = 'The quick brown fox jumps over the lazy dog. '.repeat(228).slice(0, 10 * 1024)

export const WORKLOADS: readonly Workload[] = [
  {
    name: 'Add',
    request: envelope('<c:Add xmlns:c="urn:example:calculator"><c:a>1</c:a><c:b>2</c:b></c:Add>'),
    answer: envelope(
      '<m:AddResponse xmlns:m="urn:example:calculator"><m:result>3</m:result></m:AddResponse>',
    ),
  },
  {
    name: 'Echo',
    request: envelope(`<e:Echo xmlns:e="urn:example:echo"><e:text>${TEXT}</e:text></e:Echo>`),
    answer: envelope(
      `<m:EchoResponse xmlns:m="urn:example:echo"><m:text>${TEXT}</m:text></m:EchoResponse>`,
    ),
  },
]

/** 1 KiB to be sent on, and 1 MiB. */
export const RELAYED = echo('1 KiB, one hop', 854)
export const LARGE = echo('1 MiB, three hops', 1024 ** 2)

function echo(name: string, characters: number): Workload {
  const text = TEXT.repeat(Math.ceil(characters / TEXT.length)).slice(0, characters)
  return {
    name,
    request: envelope(`<e:Echo xmlns:e="urn:example:echo"><e:text>${text}</e:text></e:Echo>`),
    answer: envelope(
      `<m:EchoResponse xmlns:m="urn:example:echo"><m:text>${text}</m:text></m:EchoResponse>`,
    ),
  }
}

function envelope(body: string): string {
  return (
    '<soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/">' +
    `<soap:Body>${body}</soap:Body></soap:Envelope>`
  )
}
