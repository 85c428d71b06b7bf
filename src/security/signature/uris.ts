/** URIs of XML Signature that are not in one of its own namespaces: transforms, and what RFC 9231 collects. */

/** RFC 9231 §2: algorithms of 2001, of 2007 and of 2021. */
export const MORE = 'http://www.w3.org/2001/04/xmldsig-more#'
export const MORE_2007 = 'http://www.w3.org/2007/05/xmldsig-more#'
export const MORE_2021 = 'http://www.w3.org/2021/04/xmldsig-more#'

/** Exclusive XML Canonicalization §4: also the namespace of InclusiveNamespaces. */
export const EXCLUSIVE = 'http://www.w3.org/2001/10/xml-exc-c14n#'
/** XML Signature §6.6.4 */
export const ENVELOPED = 'http://www.w3.org/2000/09/xmldsig#enveloped-signature'
