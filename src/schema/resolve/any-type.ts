/** `xs:anyType`, which every type comes from (§3.4.7). */
import { XSD_NAMESPACE } from '../../xml/tree.js'
import type { ComplexType, Particle, Wildcard } from '../components.js'

const ANYTHING: Wildcard = {
  kind: 'any',
  namespaces: { kind: 'any' },
  process: 'lax',
  source: undefined,
}

const CONTENT: Particle = {
  min: 1,
  max: 1,
  term: {
    kind: 'sequence',
    particles: [{ min: 0, max: Number.POSITIVE_INFINITY, term: ANYTHING, source: undefined }],
    source: undefined,
  },
  source: undefined,
}

export const ANY_TYPE: ComplexType = {
  kind: 'complex',
  local: 'anyType',
  namespace: XSD_NAMESPACE,
  name: `{${XSD_NAMESPACE}}anyType`,
  get base() {
    return ANY_TYPE
  },
  derivation: 'restriction',
  abstract: false,
  block: new Set(),
  final: new Set(),
  attributes: new Map(),
  anyAttribute: ANYTHING,
  content: { kind: 'mixed', particle: CONTENT },
  source: undefined,
}
