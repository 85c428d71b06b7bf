/** A call as it goes over the wire, and as it is made from a terminal or by mail. */

export type Soap = '1.1' | '1.2'

export interface Call {
  readonly url: string
  readonly soap: Soap
  readonly operation: string
  readonly action: string | undefined
  readonly envelope: string
}

const NAMESPACES: Readonly<Record<Soap, string>> = {
  '1.1': 'http://schemas.xmlsoap.org/soap/envelope/',
  '1.2': 'http://www.w3.org/2003/05/soap-envelope',
}

/** @param blocks  header blocks as XML, one after the other */
export function envelopeOf(soap: Soap, blocks: string, body: string): string {
  const header =
    blocks.trim() === '' ? '' : `  <soap:Header>\n${shifted(blocks.trim(), 4)}\n  </soap:Header>\n`
  const inside = body.trim()
  const content =
    inside === '' ? '  <soap:Body/>\n' : `  <soap:Body>\n${shifted(inside, 4)}\n  </soap:Body>\n`
  return `<soap:Envelope xmlns:soap="${NAMESPACES[soap]}">\n${header}${content}</soap:Envelope>\n`
}

/** Text that goes over several lines is no indentation, and stays as it is. */
function shifted(xml: string, by: number): string {
  const room = ' '.repeat(by)
  return /^\s*[^<\s]/m.test(xml) ? room + xml : xml.replaceAll(/^/gm, room)
}

/** A WS-Addressing message id and action; `for` the action that the operation has. */
export function addressingBlocks(id: string, action: string): string {
  return `<wsa:MessageID xmlns:wsa="http://www.w3.org/2005/08/addressing">urn:uuid:${id}</wsa:MessageID>\n<wsa:Action xmlns:wsa="http://www.w3.org/2005/08/addressing">${action
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')}</wsa:Action>`
}

export function contentType({ soap, action }: Pick<Call, 'soap' | 'action'>): string {
  if (soap === '1.1') return 'text/xml; charset=utf-8'
  const parameter = action === undefined ? '' : `; action="${action}"`
  return `application/soap+xml; charset=utf-8${parameter}`
}

export function asCurl(call: Call): string {
  const headers = [
    `-H ${quoted(`Content-Type: ${contentType(call)}`)}`,
    ...(call.soap === '1.1' ? [`-H ${quoted(`SOAPAction: "${call.action ?? ''}"`)}`] : []),
  ]
  return `curl -sS ${headers.join(' ')} \\\n  --data-binary ${quoted(call.envelope)} \\\n  ${quoted(call.url)}`
}

/** `--body -` takes a whole envelope, so that its header blocks go along. */
export function asCommand(call: Call): string {
  const action = call.action === undefined ? '' : ` --action ${quoted(call.action)}`
  return `printf %s ${quoted(call.envelope)} |\n  waybill call ${quoted(call.url)} --body -${action}`
}

/** A whole mail, as a relay takes it. */
export function asMail(call: Call, id: string): string {
  const action = call.soap === '1.1' ? `SOAPAction: "${call.action ?? ''}"\n` : ''
  return `From: you@example.com
To: bus@node.example
Subject: SOAP
Message-ID: <${id}@example.com>
MIME-Version: 1.0
Content-Type: ${contentType(call)}
${action}Content-Transfer-Encoding: 8bit

${call.envelope}`
}

/** One word of a shell, whatever is in it. */
export function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`
}
