/** Wildcards: the tables of the specification, by the namespaces that each one takes. */
import test from 'ava'
import type { NamespaceConstraint } from '../../src/schema/components.js'
import { allows, intersection, isSubset, union } from '../../src/schema/wildcards.js'

const NAMESPACES = ['', 'urn:a', 'urn:b', 'urn:c', 'urn:d']
const ANY: NamespaceConstraint = { kind: 'any' }
const not = (namespace: string): NamespaceConstraint => ({ kind: 'not', namespace })
const set = (...namespaces: string[]): NamespaceConstraint => ({
  kind: 'in',
  namespaces: new Set(namespaces),
})

const ALL = [
  ANY,
  not(''),
  not('urn:a'),
  not('urn:b'),
  set(),
  set(''),
  set('urn:a'),
  set('', 'urn:a'),
  set('urn:a', 'urn:b', 'urn:c'),
]

const taken = (constraint: NamespaceConstraint) =>
  NAMESPACES.filter((namespace) => allows(constraint, namespace))

const shown = (constraint: NamespaceConstraint) => {
  if (constraint.kind === 'in') return `{${[...constraint.namespaces].join(' ')}}`
  return constraint.kind === 'any' ? 'any' : `not ${constraint.namespace || 'absent'}`
}

test('cvc-wildcard-namespace: a negation takes neither its namespace nor no namespace', (t) => {
  t.deepEqual(taken(ANY), NAMESPACES)
  t.deepEqual(taken(not('urn:a')), ['urn:b', 'urn:c', 'urn:d'])
  t.deepEqual(taken(not('')), ['urn:a', 'urn:b', 'urn:c', 'urn:d'])
  t.deepEqual(taken(set('', 'urn:c')), ['', 'urn:c'])
})

test('cos-ns-subset: a subset takes nothing that the whole does not', (t) => {
  for (const one of ALL) {
    for (const other of ALL) {
      // Two negations are compared by their form, and so is a negation with the absent namespace.
      if (one.kind === 'not' && other.kind === 'not') {
        t.is(isSubset(one, other), one.namespace === other.namespace)
        continue
      }
      const all = taken(other)
      const expected = taken(one).every((namespace) => all.includes(namespace))
      t.is(isSubset(one, other), expected, `${shown(one)} in ${shown(other)}`)
    }
  }
})

test('cos-aw-intersect: an intersection takes what both take, or cannot be expressed', (t) => {
  for (const one of ALL) {
    for (const other of ALL) {
      const both = intersection(one, other)
      const message = `${shown(one)} and ${shown(other)}`
      if (both) {
        const all = taken(other)
        t.deepEqual(
          taken(both),
          taken(one).filter((namespace) => all.includes(namespace)),
          message,
        )
      } else {
        t.is(message.match(/not urn/g)?.length, 2)
      }
    }
  }
})

test('cos-aw-union: a union takes what either takes, or cannot be expressed', (t) => {
  for (const one of ALL) {
    for (const other of ALL) {
      const either = union(one, other)
      const message = `${shown(one)} or ${shown(other)}`
      if (either) {
        const all = [...taken(one), ...taken(other)]
        t.deepEqual(
          taken(either),
          NAMESPACES.filter((namespace) => all.includes(namespace)),
          message,
        )
      } else {
        // cos-aw-union.5.3: the set has the absent namespace, and not the negated one.
        t.regex(message, /not urn/)
        t.regex(message, /\{( urn.*)?\}/)
      }
    }
  }
})
