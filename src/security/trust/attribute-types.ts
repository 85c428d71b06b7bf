/** Types of attributes in distinguished names: their object identifiers, and how programs write them. */

/** Short names, the first of each as it is written here (RFC 4514 §3 and the registry of LDAP descriptors). */
const NAMES: Readonly<Record<string, readonly string[]>> = {
  '2.5.4.3': ['CN', 'commonName'],
  '2.5.4.7': ['L', 'localityName'],
  // .NET writes S.
  '2.5.4.8': ['ST', 'S', 'stateOrProvinceName'],
  '2.5.4.10': ['O', 'organizationName'],
  '2.5.4.11': ['OU', 'organizationalUnitName'],
  '2.5.4.6': ['C', 'countryName'],
  '2.5.4.9': ['STREET', 'streetAddress'],
  '0.9.2342.19200300.100.1.25': ['DC', 'domainComponent'],
  '0.9.2342.19200300.100.1.1': ['UID', 'userId'],
  // Java writes EMAILADDRESS, .NET E.
  '1.2.840.113549.1.9.1': ['emailAddress', 'E', 'email'],
  '2.5.4.4': ['SN', 'surname'],
  '2.5.4.5': ['serialNumber'],
  '2.5.4.12': ['title', 'T'],
  '2.5.4.13': ['description'],
  '2.5.4.15': ['businessCategory'],
  '2.5.4.17': ['postalCode'],
  '2.5.4.41': ['name'],
  '2.5.4.42': ['GN', 'givenName', 'G'],
  '2.5.4.43': ['initials', 'I'],
  '2.5.4.44': ['generationQualifier', 'generation'],
  '2.5.4.46': ['dnQualifier', 'DNQ'],
  '2.5.4.65': ['pseudonym'],
  '2.5.4.97': ['organizationIdentifier'],
}

const TYPES = new Map(
  Object.entries(NAMES).flatMap(([type, names]) =>
    names.map((name) => [name.toLowerCase(), type] as const),
  ),
)

/** The object identifier of a type; undefined for a name that nobody knows. */
export function typeOf(written: string): string | undefined {
  // RFC 1779 §2.3 and .NET write OID. before it.
  const plain = written.replace(/^OID\./i, '')
  return /^[0-2](\.(0|[1-9]\d*))+$/.test(plain) ? plain : TYPES.get(plain.toLowerCase())
}

/** Its short name; undefined if it has none here. */
export function shortNameOf(type: string): string | undefined {
  return NAMES[type]?.[0]
}
