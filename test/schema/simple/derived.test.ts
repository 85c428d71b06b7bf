/** Type Derivation OK (Simple): what comes from what. */
import test from 'ava'
import type { Derivation } from '../../../src/schema/components.js'
import { isDerived, listOf, restrict, unionOf } from '../../../src/schema/simple/index.js'
import { builtIn, NAMELESS, restricted } from './types.js'

const NONE: ReadonlySet<Derivation> = new Set()

test('cos-st-derived-ok: a type comes from itself, and from all that it restricts', (t) => {
  const mine = restricted('byte', ['maxInclusive', '7'])
  for (const base of ['byte', 'short', 'int', 'long', 'integer', 'decimal', 'anySimpleType']) {
    t.true(isDerived(mine, builtIn(base), NONE), base)
  }
  t.true(isDerived(mine, mine, NONE))
  t.false(isDerived(mine, builtIn('unsignedByte'), NONE))
  t.false(isDerived(builtIn('int'), mine, NONE))
  t.false(isDerived(builtIn('decimal'), builtIn('double'), NONE))
  t.false(isDerived(builtIn('anySimpleType'), builtIn('string'), NONE))
})

test('cos-st-derived-ok.2.1: not if restriction is ruled out, or its base is final', (t) => {
  const ruled = new Set<Derivation>(['restriction'])
  t.false(isDerived(builtIn('int'), builtIn('long'), ruled))
  t.true(isDerived(builtIn('int'), builtIn('int'), ruled))
  const final = restrict(builtIn('int'), [], { ...NAMELESS, final: ruled })
  t.true(isDerived(final, builtIn('int'), NONE))
})

test('cos-st-derived-ok.2.2.3, .4: lists and unions come from anySimpleType, members from their union', (t) => {
  const list = listOf(builtIn('int'), NAMELESS)
  const either = unionOf([builtIn('int'), list], NAMELESS)
  t.true(isDerived(list, builtIn('anySimpleType'), NONE))
  t.true(isDerived(either, builtIn('anySimpleType'), NONE))
  t.true(isDerived(builtIn('NMTOKENS'), builtIn('anySimpleType'), NONE))
  t.true(isDerived(builtIn('byte'), either, NONE))
  t.true(isDerived(restricted(list, ['length', '2']), either, NONE))
  t.false(isDerived(builtIn('long'), either, NONE))
  t.false(isDerived(list, builtIn('int'), NONE))
  t.false(isDerived(either, builtIn('int'), NONE))
  t.false(isDerived(builtIn('int'), list, NONE))
})
