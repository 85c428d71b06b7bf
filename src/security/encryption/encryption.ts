/** XML Encryption of elements and of their content: AES-GCM, under keys by RSA-OAEP or ECDH-ES. */
export { decrypting } from './decrypt.js'
export type { Decrypted, DecryptedCut, Decryption } from './decryption.js'
export { type Encryption, encrypting } from './encrypt.js'
