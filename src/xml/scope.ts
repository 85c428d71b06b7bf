/** What prefixes stand for: the namespaces in scope at an element, and whether a signature covers them there. */

/** Namespace of `xml:lang`, `xml:space` and `xml:base`; the prefix `xml` is always bound to it. */
export const XML_NAMESPACE = 'http://www.w3.org/XML/1998/namespace'

/** An `xmlns` or `xmlns:prefix` attribute. */
export interface NamespaceDeclaration {
  /** `''` for the default namespace. */
  readonly prefix: string
  /** `''` where the default namespace is taken back. */
  readonly namespace: string
}

/** The namespaces in scope at an element: its own declarations, then its parent's. */
export interface NamespaceScope {
  readonly declarations: readonly NamespaceDeclaration[]
  readonly parent: NamespaceScope | undefined
  /** Set within a signed element, where its signature does not cover every prefix. */
  readonly signed?: SignedScope | undefined
}

/** What the canonical form declares that was signed: whatever else prefixes stand for can be changed on the way. */
export interface SignedScope {
  /** On the element itself: what else holds is said around it. */
  readonly declarations: readonly NamespaceDeclaration[]
  /** Local name of the signed element. */
  readonly within: string
}

/** Thrown where a value of a signed element has a prefix, and its signature does not cover what that stands for. */
export class UnsignedPrefix extends Error {
  /** `''` for the default namespace. */
  readonly prefix: string

  /** @param within  local name of the signed element */
  constructor(prefix: string, within: string) {
    const what = prefix === '' ? 'the default namespace' : `the prefix ${JSON.stringify(prefix)}`
    super(
      `a value in ${within} has ${what}, and the signature of ${within} does not cover what that stands for`,
    )
    this.name = 'UnsignedPrefix'
    this.prefix = prefix
  }
}

const NO_PREFIXES: ReadonlyMap<string, string> = new Map()
const ROOT_SCOPE: NamespaceScope = {
  declarations: [{ prefix: 'xml', namespace: XML_NAMESPACE }],
  parent: undefined,
}

/** The scope around the root element, in which only `xml` is bound. */
export function rootScope(): NamespaceScope {
  return ROOT_SCOPE
}

/**
 * The namespace that a prefix in a value stands for in a scope; `''` if none is bound to the empty prefix.
 *
 * @throws UnsignedPrefix if the value is signed, and what its prefix stands for is not
 */
export function namespaceOf(scope: NamespaceScope, prefix: string): string | undefined {
  const unsigned = unsignedIn(scope, prefix)
  if (unsigned) throw unsigned
  return boundTo(scope, prefix)
}

/** The namespace that is bound to a prefix, whoever has declared it; as `namespaceOf` else. */
export function boundTo(scope: NamespaceScope, prefix: string): string | undefined {
  for (let at: NamespaceScope | undefined = scope; at; at = at.parent) {
    const namespace = declaredIn(at.declarations, prefix)
    if (namespace !== undefined) return namespace
  }
  return prefix === '' ? '' : undefined
}

/** What `namespaceOf` throws for a prefix; undefined for one that may be resolved, or is not bound. */
export function unsignedIn(scope: NamespaceScope, prefix: string): UnsignedPrefix | undefined {
  if (!scope.signed || prefix === 'xml') return undefined
  const bound = boundTo(scope, prefix)
  if (bound === undefined || bound === signedNamespace(scope, prefix)) return undefined
  return new UnsignedPrefix(prefix, scope.signed.within)
}

/** The namespace that the signed form gives a prefix; undefined if it does not declare it. */
export function signedNamespace(scope: NamespaceScope, prefix: string): string | undefined {
  for (let at: NamespaceScope | undefined = scope; at?.signed; at = at.parent) {
    const namespace = declaredIn(at.signed.declarations, prefix)
    if (namespace !== undefined) return namespace
  }
  return undefined
}

function declaredIn(
  declarations: readonly NamespaceDeclaration[],
  prefix: string,
): string | undefined {
  for (const declaration of declarations) {
    if (declaration.prefix === prefix) return declaration.namespace
  }
  return undefined
}

/** Every prefix bound in a scope, innermost binding first, without `xml`. */
export function inScope(scope: NamespaceScope): ReadonlyMap<string, string> {
  if (scope === ROOT_SCOPE) return NO_PREFIXES
  const bound = new Map<string, string>()
  for (let at: NamespaceScope | undefined = scope; at; at = at.parent) {
    for (const { prefix, namespace } of at.declarations) {
      if (prefix !== 'xml' && !bound.has(prefix)) bound.set(prefix, namespace)
    }
  }
  return bound
}
