/** Envelopes for tests: a few constants and one line that makes any other. */

export const NS11 = 'http://schemas.xmlsoap.org/soap/envelope/'
export const NS12 = 'http://www.w3.org/2003/05/soap-envelope'

export const ADD = '<c:Add xmlns:c="urn:example:calculator"><c:a>1</c:a><c:b>2</c:b></c:Add>'

/** A SOAP 1.1 envelope around the text of a body entry and of header blocks. */
export function soap11(body: string, header = ''): string {
  return envelope(NS11, body, header)
}

/** A SOAP 1.2 envelope around the text of a body entry and of header blocks. */
export function soap12(body: string, header = ''): string {
  return envelope(NS12, body, header)
}

export function envelope(namespace: string, body: string, header = ''): string {
  const head = header === '' ? '' : `<s:Header>${header}</s:Header>`
  return `<s:Envelope xmlns:s="${namespace}">${head}<s:Body>${body}</s:Body></s:Envelope>`
}
