/** What messages must have, as far as a policy in a WSDL can say it. */

export interface Needs {
  /** How the connection is secured; undefined for any. */
  readonly transport: 'tls' | 'client-certificate' | undefined
  /** True for a name and its password. */
  readonly password: boolean
  /** True for a signature by an X.509 certificate over the parts of the request. */
  readonly signature: boolean
  /** Parts that such a signature covers where the rest is left to TLS; undefined for none. */
  readonly endorsed?: readonly string[] | undefined
  readonly request: ProtectedParts
  readonly response: ProtectedParts
  /** True if what is signed is encrypted before. Default: after. */
  readonly encryptsFirst?: boolean | undefined
  /** True if answers have a signed Timestamp. */
  readonly timestamps: boolean
  /** True if answers have the certificate in them that they are signed with. */
  readonly token: boolean
  /** True if answers confirm the signatures of their requests. */
  readonly confirms: boolean
  /** Name of the suite by which messages are taken and answered; undefined for `strong`, which has no name elsewhere. */
  readonly suite: string | undefined
  /** True if the connection is secured by TLS, as the address of the port says. */
  readonly secure: boolean
}

/** Parts by their names in the configuration: `Body`, `Addressing` and others, or `{namespace}Name` of a header block. */
export interface ProtectedParts {
  readonly signed: readonly string[]
  readonly encrypted: readonly string[]
}

export const isProtected = ({ signed, encrypted }: ProtectedParts): boolean =>
  signed.length + encrypted.length > 0
