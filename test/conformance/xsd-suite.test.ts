/** The W3C's schema test suite: how many verdicts on schemas and documents are as expected. */
import test from 'ava'
import { folderOf } from '../support/folder.js'
import { type Judged, judgeSuite, unpackSuite } from '../support/schemas/suite.js'
import { WHERE_LIBXML2_IS_RIGHT } from '../support/schemas/suite-exceptions.js'
import { conformanceFolder } from '../support/shared.js'

const shared = conformanceFolder()

test('XSD 1.0: verdicts on the W3C suite are as expected, and right where those of libxml2 are', (t) => {
  const folder = folderOf(t, {})
  if (shared === undefined || !unpackSuite(shared, folder)) {
    t.log('There is no W3C schema suite beside this checkout: it was not run.')
    t.pass()
    return
  }
  t.timeout(600_000)
  const all = [...judgeSuite(folder)]
  const instances = all.filter(({ kind }) => kind === 'instance')
  const schemas = all.filter(({ kind }) => kind === 'schema')
  const invalid = schemas.filter(({ expected }) => expected === 'invalid')
  const valid = schemas.filter(({ expected }) => expected === 'valid')
  const figures = {
    instances: right(instances),
    'invalid schemas': right(invalid),
    'valid schemas': right(valid),
  }
  t.log(JSON.stringify(figures))
  t.true(figures.instances >= 0.995)
  t.true(figures['invalid schemas'] >= 0.9)
  t.true(figures['valid schemas'] >= 0.995)
  const worse = all.filter((one) => !isRight(one) && one.libxml2 === one.expected)
  const unexplained = worse.filter((one) => !WHERE_LIBXML2_IS_RIGHT.some(({ is }) => is(one)))
  t.deepEqual(unexplained.map(shown), [])
})

const isRight = ({ expected, ours }: Judged) => expected === ours
const right = (all: readonly Judged[]) => all.filter(isRight).length / all.length
const shown = ({ kind, name, expected, why }: Judged) =>
  `${kind} ${name}: ${expected} was expected${why && `, but ${why}`}`
