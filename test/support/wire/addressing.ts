/** Addressing blocks for tests, as text. */

export const WSA = 'http://www.w3.org/2005/08/addressing'
export const ANONYMOUS = `${WSA}/anonymous`
export const NONE = `${WSA}/none`

/** An addressing block; its attributes are written as they stand. */
export const wsa = (local: string, content: string, attributes = '') =>
  `<a:${local} xmlns:a="${WSA}"${attributes && ' '}${attributes}>${content}</a:${local}>`

/** A block that holds an endpoint reference, with what comes behind its address. */
export const endpoint = (local: string, address: string, more = '', attributes = '') =>
  wsa(local, `<a:Address>${address}</a:Address>${more}`, attributes)

export const parameters = (content: string) =>
  `<a:ReferenceParameters>${content}</a:ReferenceParameters>`

export const ACTION = wsa('Action', 'urn:example:act')
export const MESSAGE_ID = wsa('MessageID', 'urn:example:message:1')
/** What a request needs at least. */
export const ADDRESSED = ACTION + MESSAGE_ID
