/** Which content models restrict which, case by case (§3.9.6). */
import test from 'ava'
import type {
  ElementDeclaration,
  IdentityConstraint,
  Particle,
} from '../../../src/schema/components.js'
import { checkRestriction } from '../../../src/schema/content/index.js'
import { SchemaProblem } from '../../../src/schema/problem.js'
import { builtInType } from '../../../src/schema/simple/index.js'
import { element } from '../../../src/xml/tree.js'
import { ANY_SIMPLE, declared, group, model, particle, wildcard } from './models.js'

const head: ElementDeclaration = declared('h', { global: true, name: 'h' })
const member = declared('m', { global: true, head })
const existing = {
  h: { ...head, substitutes: [head, member] },
  m: member,
  top: declared('top', { global: true, abstract: true, substitutes: [head, member] }),
}

/** The clause that a restriction breaks. */
function clauseOf(derived: string, base: string): string | undefined {
  try {
    checkRestriction(
      model(derived, existing),
      model(base, existing),
      (type, other) => type === other,
    )
    return undefined
  } catch (error) {
    if (error instanceof SchemaProblem) return error.clause
    throw error
  }
}

const CASES: readonly (readonly [derived: string, base: string, clause?: string])[] = [
  ['a', 'a'],
  ['a', 'a{0,2}'],
  ['a', 'b', 'rcase-NameAndTypeOK.1'],
  ['a{0,2}', 'a', 'rcase-NameAndTypeOK.2'],
  ['a*', 'a{0,5}', 'rcase-NameAndTypeOK.2'],
  ['p:a', 'any:p'],
  ['a', 'any:p', 'rcase-NSCompat.1'],
  ['a*', 'any', 'rcase-NSCompat.2'],
  ['any:p', 'any'],
  ['any:p', 'not:q'],
  ['not:q', 'any:p', 'rcase-NSSubset.2'],
  ['any:p*', 'any', 'rcase-NSSubset.1'],
  ['any', 'a', 'cos-particle-restrict.2'],
  ['a & b', 'a & b & c?'],
  ['a & b', 'a & b & c', 'rcase-Recurse.2.2'],
  ['b & a', 'a & b', 'rcase-NameAndTypeOK.1'],
  ['a & b', 'a, b', 'cos-particle-restrict.2'],
  ['a & b', 'any{2}'],
  ['a & b', 'any', 'rcase-NSRecurseCheckCardinality.2'],
  ['a', 'a & b?'],
  ['a', 'a & b', 'rcase-Recurse.2.2'],
  ['b, a', 'a & b'],
  ['b, a', 'a & b & c?'],
  ['b, a', 'a & b & c', 'rcase-RecurseUnordered.2.3'],
  ['b, c', 'a? & b', 'rcase-RecurseUnordered.2'],
  ['a | b', 'a | b | c'],
  ['a | c', 'a | b | c'],
  ['c | a', 'a | b | c', 'rcase-RecurseLax.2'],
  ['(a | b)*', '(a | b){0,3}', 'rcase-RecurseLax.1'],
  ['a', 'a | b'],
  ['c', 'a | b', 'rcase-RecurseLax.2'],
  ['a | b', 'a, b', 'cos-particle-restrict.2'],
  ['a | b', 'any'],
  ['a | p:b', 'any:p', 'rcase-NSCompat.1'],
  ['(a | b){0,2}', 'any', 'rcase-NSRecurseCheckCardinality.2'],
  ['a, b', 'a, b, c?'],
  ['a, b', 'a?, b{0,3}'],
  ['a, b', 'a, c?, (d | e)*, b'],
  ['a, b', 'a, c, b', 'rcase-NameAndTypeOK.1'],
  ['a, b', 'a, b, c', 'rcase-Recurse.2.2'],
  ['a, b, c', 'a, b', 'rcase-Recurse.2'],
  ['(a, b){2}', '(a, b)', 'rcase-Recurse.1'],
  ['(a, b){2}', '(a, b){1,3}'],
  ['a', 'a, b?'],
  ['a', 'a, b', 'rcase-Recurse.2.2'],
  ['a, b', 'any{2,3}'],
  ['a, b', 'any{3}', 'rcase-NSRecurseCheckCardinality.2'],
  ['a, b', '(a | b){0,2}'],
  ['b, a', '(a | b){2}'],
  ['a, b', '(a | b)', 'rcase-MapAndSum.2'],
  ['a, c', '(a | b)*', 'rcase-MapAndSum.1'],
  ['a, b', 'a', 'cos-particle-restrict.2'],
  // Pointless groups count for nothing.
  ['(a, (b))', '((a), (), b)'],
  ['a | (b | c)', '(a | b) | c'],
  ['(a | b), ()', 'a | b'],
  ['(|)?, a', 'a'],
  ['', 'a?, b*'],
  ['', 'a?, b', 'cos-particle-restrict.2'],
  ['', ''],
  ['a', '', 'cos-particle-restrict.2'],
  // The head of a substitution group is a choice.
  ['m', 'h'],
  ['h', 'h'],
  ['h | b', '(h | m | b)'],
  ['h', 'top'],
  ['h | b', 'top | b'],
  ['m', 'top'],
  ['top', 'm', 'cos-particle-restrict.2'],
  ['h', 'm', 'cos-particle-restrict.2'],
]

for (const [derived, base, clause] of CASES) {
  const title = clause === undefined ? 'restricts' : `${clause}: does not restrict`
  test(`(${derived}) ${title} (${base})`, (t) => {
    t.is(clauseOf(derived, base), clause)
  })
}

test('deep and long models are compared in time that grows with both', (t) => {
  const names = Array.from({ length: 3000 }, (_, index) => `e${index}?`)
  t.is(clauseOf('e2999', names.join(',')), undefined)
  t.is(clauseOf(names.join(','), names.join(',')), undefined)
})

test('rcase-NSSubset.3: a wildcard does not check less, unless than that of the ur-type', (t) => {
  const node = element({ name: 'any' })
  const source = {
    document: { file: 'a.xsd', text: '', root: node, namespace: '', brings: new Map() },
    node,
  }
  const [skip, lax, strict] = (['skip', 'lax', 'strict'] as const).map((process) =>
    particle({ kind: 'any', namespaces: { kind: 'any' }, process, source }),
  )
  const urType = particle(wildcard({ kind: 'any' }, 'lax'))
  if (!skip || !lax || !strict) return t.fail()
  const check = (derived: Particle, base: Particle) => checkRestriction(derived, base, () => true)
  t.notThrows(() => check(strict, lax))
  t.notThrows(() => check(lax, skip))
  t.notThrows(() => check(skip, urType))
  for (const [derived, base] of [
    [skip, lax],
    [lax, strict],
  ] as const) {
    const problem = t.throws(() => check(derived, base), { instanceOf: SchemaProblem })
    t.is(problem.clause, 'rcase-NSSubset.3')
  }
})

const int = builtInType('int') ?? ANY_SIMPLE

const fixed = (text: string): Partial<ElementDeclaration> => ({
  type: int,
  constraint: { kind: 'fixed', text, node: element({ name: 'a' }) },
})

const unique: IdentityConstraint = {
  kind: 'unique',
  local: 'u',
  namespace: '',
  name: 'u',
  selector: [],
  fields: [],
  refer: undefined,
  source: undefined,
}

const DIFFERENCES: readonly {
  readonly derived: Partial<ElementDeclaration>
  readonly base: Partial<ElementDeclaration>
  readonly clause?: string
}[] = [
  { derived: { nillable: true }, base: {}, clause: 'rcase-NameAndTypeOK.3.2.1' },
  { derived: {}, base: { nillable: true } },
  { derived: fixed('1'), base: fixed(' 01') },
  { derived: fixed('1'), base: fixed('2'), clause: 'rcase-NameAndTypeOK.3.2.2' },
  { derived: { type: int }, base: fixed('2'), clause: 'rcase-NameAndTypeOK.3.2.2' },
  { derived: fixed('1'), base: { type: int } },
  { derived: { constraints: [unique] }, base: {}, clause: 'rcase-NameAndTypeOK.3.2.3' },
  { derived: {}, base: { constraints: [unique] } },
  { derived: {}, base: { block: new Set(['extension']) }, clause: 'rcase-NameAndTypeOK.3.2.4' },
  { derived: { block: new Set(['extension']) }, base: {} },
  { derived: { type: { ...ANY_SIMPLE } }, base: {}, clause: 'rcase-NameAndTypeOK.3.2.5' },
]

function describe(declaration: Partial<ElementDeclaration>): string {
  const fixed = declaration.constraint ? ` ${declaration.constraint.text}` : ''
  return `${Object.keys(declaration).join(' and ') || 'nothing'}${fixed}`
}

for (const { derived, base, clause } of DIFFERENCES) {
  const what = `${describe(derived)} against ${describe(base)}`
  test(`${clause ?? 'NameAndTypeOK'}: ${what}`, (t) => {
    const check = () =>
      checkRestriction(
        particle(group('sequence', particle(declared('a', derived)))),
        particle(group('sequence', particle(declared('a', base)))),
        (type, other) => type === other,
      )
    if (clause === undefined) t.notThrows(check)
    else t.is(t.throws(check, { instanceOf: SchemaProblem }).clause, clause)
  })
}
