/** What differs between the SOAP versions: one row each. Only this file knows both vocabularies. */

export type VersionName = '1.1' | '1.2'

/** The fault codes by their names in SOAP 1.1; 1.2 says Sender for Client and Receiver for Server. */
export type FaultCode =
  | 'VersionMismatch'
  | 'MustUnderstand'
  | 'DataEncodingUnknown'
  | 'Client'
  | 'Server'

export interface SoapVersion {
  readonly name: VersionName
  /** Namespace of the envelope; the row's own unless the configuration names another for it. */
  readonly namespace: string
  /** Prefix this node writes for it. */
  readonly prefix: string
  readonly mediaType: string
  /** Local name of the attribute that names the actor of a header block. */
  readonly actorAttribute: 'actor' | 'role'
  /** Actor URI of the first node that the message reaches. */
  readonly next: string
  /** Actor URIs of the ultimate receiver, beside no attribute at all. */
  readonly ultimateReceiver: readonly string[]
  /** Actor URI that no node ever plays. */
  readonly none: string | undefined
  /** What mustUnderstand, and relay in 1.2, may say. */
  readonly booleans: ReadonlyMap<string, boolean>
  /** True where header blocks may carry `relay`. */
  readonly relays: boolean
  readonly codes: Readonly<Record<FaultCode, string>>
  /** Encoding styles that this node can read; in 1.2 any other is a fault. */
  readonly encodings: readonly string[]
  /** True where encodingStyle may stand on Envelope, Header and Body. */
  readonly styledEnvelope: boolean
  /** True where Header and Body may have an Id without a namespace. */
  readonly plainIds: boolean
}

/** What SOAP 1.2 forbids and a node may be told to take. Default: nothing. */
export type Tolerated = Partial<Pick<SoapVersion, 'styledEnvelope' | 'plainIds'>>

const ENVELOPE_11 = 'http://schemas.xmlsoap.org/soap/envelope/'
const ENVELOPE_12 = 'http://www.w3.org/2003/05/soap-envelope'
export const ENCODING_11 = 'http://schemas.xmlsoap.org/soap/encoding/'
export const ENCODING_12 = 'http://www.w3.org/2003/05/soap-encoding'

/** Namespace of SOAP 1.2 Part 2 §4's fault subcodes. */
export const RPC_NAMESPACE = 'http://www.w3.org/2003/05/soap-rpc'

export const SOAP_11: SoapVersion = {
  name: '1.1',
  namespace: ENVELOPE_11,
  prefix: 'soap',
  mediaType: 'text/xml',
  actorAttribute: 'actor',
  // SOAP 1.1 §4.2.2
  next: 'http://schemas.xmlsoap.org/soap/actor/next',
  ultimateReceiver: [],
  none: undefined,
  // SOAP 1.1 §4.2.3: "The value of the mustUnderstand attribute is either "1" or "0"."
  booleans: new Map([
    ['1', true],
    ['0', false],
  ]),
  relays: false,
  codes: {
    VersionMismatch: 'VersionMismatch',
    MustUnderstand: 'MustUnderstand',
    // SOAP 1.1 has no code of its own for it: the message is wrong, so it is Client.
    DataEncodingUnknown: 'Client',
    Client: 'Client',
    Server: 'Server',
  },
  encodings: [ENCODING_11],
  styledEnvelope: true,
  plainIds: true,
}

export const SOAP_12: SoapVersion = {
  name: '1.2',
  namespace: ENVELOPE_12,
  prefix: 'env',
  mediaType: 'application/soap+xml',
  actorAttribute: 'role',
  // SOAP 1.2 Part 1 §2.2 table 2
  next: `${ENVELOPE_12}/role/next`,
  ultimateReceiver: ['', `${ENVELOPE_12}/role/ultimateReceiver`],
  none: `${ENVELOPE_12}/role/none`,
  // SOAP 1.2 Part 1 §5.2.3: an xs:boolean.
  booleans: new Map([
    ['1', true],
    ['true', true],
    ['0', false],
    ['false', false],
  ]),
  relays: true,
  codes: {
    VersionMismatch: 'VersionMismatch',
    MustUnderstand: 'MustUnderstand',
    DataEncodingUnknown: 'DataEncodingUnknown',
    Client: 'Sender',
    Server: 'Receiver',
  },
  encodings: [ENCODING_12, `${ENVELOPE_12}/encoding/none`],
  styledEnvelope: false,
  plainIds: false,
}

/** Media type of the envelopes of each version. */
export const MEDIA_TYPES: Readonly<Record<VersionName, string>> = {
  '1.1': SOAP_11.mediaType,
  '1.2': SOAP_12.mediaType,
}

/** The versions a node serves, found by the namespace of an envelope or by a media type. */
export class SoapVersions {
  readonly #byNamespace: ReadonlyMap<string, SoapVersion>

  /**
   * @param further    envelope namespaces served beside the two official ones, and as which version
   * @param tolerated  what is taken in SOAP 1.2, too
   */
  constructor(further: Readonly<Record<string, VersionName>> = {}, tolerated: Tolerated = {}) {
    const soap12 = Object.values(tolerated).includes(true) ? { ...SOAP_12, ...tolerated } : SOAP_12
    const more = Object.entries(further).map(([namespace, name]) => ({
      ...(name === '1.1' ? SOAP_11 : soap12),
      namespace,
    }))
    this.#byNamespace = new Map([soap12, SOAP_11, ...more].map((row) => [row.namespace, row]))
  }

  /** All rows, the preferred first. */
  get all(): readonly SoapVersion[] {
    return [...this.#byNamespace.values()]
  }

  byNamespace(namespace: string | undefined): SoapVersion | undefined {
    return namespace === undefined ? undefined : this.#byNamespace.get(namespace)
  }

  /** The version to answer in if the envelope has none: SOAP 1.1 unless the media type is that of 1.2. */
  byMediaType(mediaType: string | undefined): SoapVersion {
    return mediaType === SOAP_12.mediaType ? SOAP_12 : SOAP_11
  }
}

/** Namespaces of the SOAP encodings, whose types RPC callers name in `xsi:type`. */
export const RPC_ENCODINGS: ReadonlySet<string> = new Set([ENCODING_11, ENCODING_12])
