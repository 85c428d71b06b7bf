/** Marks, in the tree of a message, the prefixes of values that a signature does not cover: they count as unsigned. */
import {
  boundTo,
  inScope,
  type NamespaceDeclaration,
  type NamespaceScope,
  signedNamespace,
} from '../xml/scope.js'
import type { XmlElement } from '../xml/tree.js'
import { ELEMENT, Pace, type Walk } from '../xml/walk.js'
import { utilizes } from './signature/prefix-list.js'
import type { AcceptedSignature } from './verdict.js'

/** What a signature covers, with the prefixes of the PrefixList by which it does. */
export type Covered = Pick<AcceptedSignature, 'covers' | 'prefixes'>

/**
 * Exclusive XML Canonicalization §1.3: where a prefix is in values only, the canonical form does not declare it
 * unless a PrefixList has it: whoever declares it again, around the signed element or within it, gives the
 * values another meaning, and the signature still holds.
 *
 * @param root        of the tree that the signatures were verified on
 * @param signatures  those of the sender that count
 * @returns a tree in which `namespaceOf` refuses these prefixes; the same one if there are none
 */
export function* markingUnsigned(
  root: XmlElement,
  signatures: readonly Covered[],
): Walk<XmlElement> {
  const apexes = new Map<number, ReadonlySet<string>>()
  for (const { covers, prefixes } of signatures) {
    for (const [index, { start }] of covers.entries()) {
      apexes.set(start, new Set([...(apexes.get(start) ?? []), ...(prefixes?.[index] ?? [])]))
    }
  }
  if (apexes.size === 0) return root
  const pace = new Pace()
  let frame = openFrame(root, stateOf(root, undefined, apexes.get(root.start)), undefined)
  for (;;) {
    const { element, state, around } = frame
    const child = element.children[frame.at]
    if (child === undefined) {
      const made = madeOf(element, state, frame.children)
      if (!around) return made
      put(made, around)
      frame = around
      continue
    }
    frame.at += 1
    if (typeof child === 'string') continue
    const inside = stateOf(child, frame, apexes.get(child.start))
    if (isLeaf(child)) put(madeOf(child, inside, undefined), frame)
    else frame = openFrame(child, inside, frame)
    if (pace.done(ELEMENT)) yield
  }
}

/** An element while its content is walked over. */
interface Frame {
  readonly element: XmlElement
  readonly state: State
  readonly around: Frame | undefined
  /** How many children are done. */
  at: number
  /** With those that were marked; undefined as long as there are none. */
  children: (XmlElement | string)[] | undefined
}

function openFrame(element: XmlElement, state: State, around: Frame | undefined): Frame {
  return { element, state, around, at: 0, children: undefined }
}

function isLeaf({ children }: XmlElement): boolean {
  return children.length === 0 || (children.length === 1 && typeof children[0] === 'string')
}

/** Puts what was made of a child in its place. */
function put(made: XmlElement, parent: Frame): void {
  const { element, at } = parent
  if (made === element.children[at - 1]) return
  parent.children ??= [...element.children]
  parent.children[at - 1] = made
}

function madeOf(
  element: XmlElement,
  { scope }: State,
  children: XmlElement['children'] | undefined,
): XmlElement {
  if (!scope && !children) return element
  return { ...element, scope: scope ?? element.scope, children: children ?? element.children }
}

/** What is known of the prefixes of an element. */
interface State {
  /** Those of the PrefixLists that hold here; undefined outside of all signed elements. */
  readonly inclusive: ReadonlySet<string> | undefined
  /** Local name of the signed element. */
  readonly within: string
  /** The marked one; undefined where every prefix is covered. */
  readonly scope: NamespaceScope | undefined
}

const OUTSIDE: State = { inclusive: undefined, within: '', scope: undefined }

/** @param listed  the PrefixList of the signature that covers just this element; undefined if none does */
function stateOf(
  element: XmlElement,
  around: Frame | undefined,
  listed: ReadonlySet<string> | undefined,
): State {
  const before = around?.state ?? OUTSIDE
  if (!before.inclusive && !listed) return before
  const inclusive = listed ? new Set([...(before.inclusive ?? []), ...listed]) : before.inclusive
  const within = before.inclusive ? before.within : element.local
  const parts = { element, inclusive: inclusive ?? NO_PREFIXES, within }
  const scope =
    around && before.scope
      ? markedWithin(parts, around.element, before.scope, listed)
      : markedFirst(parts, around?.element, before.inclusive !== undefined)
  return !listed && scope === before.scope ? before : { inclusive, within, scope }
}

interface Parts extends Pick<State, 'within'> {
  readonly element: XmlElement
  readonly inclusive: ReadonlySet<string>
}

const NO_PREFIXES: ReadonlySet<string> = new Set()

/**
 * Where everything around is covered, or nothing is signed.
 *
 * @param inside  false for the signed element itself
 * @returns undefined as long as everything is covered
 */
function markedFirst(
  { element, inclusive, within }: Parts,
  around: XmlElement | undefined,
  inside: boolean,
): NamespaceScope | undefined {
  const { scope } = element
  const same = scope === around?.scope
  const own = same ? [] : scope.declarations
  const wanted = inside ? own : everyOf(scope)
  // Exclusive XML Canonicalization §3: rendered where a name utilizes it, or a PrefixList has it.
  const uncovered = wanted.filter(
    ({ prefix }) => !inclusive.has(prefix) && !utilizes(element, prefix),
  )
  if (uncovered.length === 0) return undefined
  const left = new Set(uncovered.map(({ prefix }) => prefix))
  const stated = everyOf(scope).filter(({ prefix }) => !left.has(prefix))
  // Of a prefix that is declared again, the form has said before what it stood for.
  const before =
    inside && around ? everyOf(around.scope).filter(({ prefix }) => left.has(prefix)) : []
  const parent = same ? scope : scope.parent
  return { declarations: own, parent, signed: { declarations: [...stated, ...before], within } }
}

/** Within an element that has a marked scope. */
function markedWithin(
  { element, inclusive, within }: Parts,
  around: XmlElement,
  parent: NamespaceScope,
  listed: ReadonlySet<string> = NO_PREFIXES,
): NamespaceScope {
  const { scope, attributes } = element
  const declarations = scope === around.scope ? [] : scope.declarations
  // The name of the element around says it.
  const inherited = element.prefix === around.prefix && element.namespace === around.namespace
  if (inherited && attributes.length + declarations.length + listed.size === 0) return parent
  const names = [element, ...attributes.filter(({ prefix }) => prefix !== '')]
  const stated = [
    ...names.map(({ prefix, namespace }) => ({ prefix, namespace })),
    ...declarations.filter(({ prefix }) => inclusive.has(prefix)),
    ...[...listed].map((prefix) => ({ prefix, namespace: boundTo(scope, prefix) ?? '' })),
  ].filter(
    ({ prefix, namespace }) => prefix !== 'xml' && signedNamespace(parent, prefix) !== namespace,
  )
  if (declarations.length === 0 && stated.length === 0) return parent
  return { declarations, parent, signed: { declarations: stated, within } }
}

/** With what the empty prefix stands for, which any of them around it may have changed. */
function everyOf(scope: NamespaceScope): readonly NamespaceDeclaration[] {
  const bound = new Map([['', ''], ...inScope(scope)])
  return [...bound].map(([prefix, namespace]) => ({ prefix, namespace }))
}
