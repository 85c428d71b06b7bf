/** Namespaces and URIs of the specifications that message security speaks. */
export { SOAP_SEC, WSU } from '../soap/part-ids.js'

/** XML Signature. */
export const DS = 'http://www.w3.org/2000/09/xmldsig#'
/** XML Signature 1.1. */
export const DS11 = 'http://www.w3.org/2009/xmldsig11#'
/** XML Encryption. */
export const XENC = 'http://www.w3.org/2001/04/xmlenc#'
/** XML Encryption 1.1. */
export const XENC11 = 'http://www.w3.org/2009/xmlenc11#'
/** WS-Security 1.0, and most of 1.1. */
export const WSSE =
  'http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-secext-1.0.xsd'
/** What WS-Security 1.1 adds. */
export const WSSE11 = 'http://docs.oasis-open.org/wss/oasis-wss-wssecurity-secext-1.1.xsd'

/** WS-Security 1.1 §6.3: how a token's octets are written. */
export const BASE64_BINARY =
  'http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-soap-message-security-1.0#Base64Binary'
/** WS-Security 1.1 §7.3: a key identifier that is the SHA-1 of the token. */
export const THUMBPRINT_SHA1 =
  'http://docs.oasis-open.org/wss/oasis-wss-soap-message-security-1.1#ThumbprintSHA1'
/** WS-Security 1.1 §8.3 */
export const STR_TRANSFORM =
  'http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-soap-message-security-1.0#STR-Transform'

const X509_PROFILE =
  'http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-x509-token-profile-1.0'
/** X.509 Token Profile 1.1 §3.1: one certificate. */
export const X509_V3 = `${X509_PROFILE}#X509v3`
/** X.509 Token Profile 1.1 §3.1: an ordered list of certificates. */
export const X509_PKI_PATH = `${X509_PROFILE}#X509PKIPathv1`
/** X.509 Token Profile 1.1 §3.2.1 */
export const SUBJECT_KEY_IDENTIFIER = `${X509_PROFILE}#X509SubjectKeyIdentifier`

const USERNAME_PROFILE =
  'http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-username-token-profile-1.0'
/** Username Token Profile 1.1 §3.1 */
export const PASSWORD_TEXT = `${USERNAME_PROFILE}#PasswordText`
/** Username Token Profile 1.1 §3.1 */
export const PASSWORD_DIGEST = `${USERNAME_PROFILE}#PasswordDigest`

const SWA_PROFILE = 'http://docs.oasis-open.org/wss/oasis-wss-SwAProfile-1.1'
/** SwA Profile 1.1 §5.4.2: signs the content of an attachment. */
export const ATTACHMENT_CONTENT = `${SWA_PROFILE}#Attachment-Content-Signature-Transform`
/** SwA Profile 1.1 §5.4.3: signs header fields and content of an attachment. */
export const ATTACHMENT_COMPLETE = `${SWA_PROFILE}#Attachment-Complete-Signature-Transform`
/** SwA Profile 1.1 §5.5.2: makes the ciphertext of what a part holds. */
export const ATTACHMENT_CIPHERTEXT = `${SWA_PROFILE}#Attachment-Ciphertext-Transform`
/** SwA Profile 1.1 §5.5.1: types of what is encrypted. */
export const ATTACHMENT_CONTENT_ONLY = `${SWA_PROFILE}#Attachment-Content-Only`
export const ATTACHMENT_WHOLE = `${SWA_PROFILE}#Attachment-Complete`
