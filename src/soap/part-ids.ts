/** The ids by which signatures refer to a header block or a body entry: they belong to the message, not to the data. */
import { type ClarkName, clarkName, XML_NAMESPACE } from '../xml/tree.js'

/** wsu:Id and wsu:Timestamp. */
export const WSU =
  'http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-utility-1.0.xsd'
/** SOAP-DSIG §2.1. */
export const SOAP_SEC = 'http://schemas.xmlsoap.org/soap/security/2000-12'

export const PART_IDS: ReadonlySet<ClarkName> = new Set([
  clarkName({ namespace: WSU, local: 'Id' }),
  clarkName({ namespace: SOAP_SEC, local: 'id' }),
  clarkName({ namespace: XML_NAMESPACE, local: 'id' }),
])
