/** The keys that this version has no more: each is refused with its sentence, at its place, and is in no schema. */
import test from 'ava'
import { stringify } from 'yaml'
import { REMOVED_KEYS, removedKey } from '../../src/config/removed-keys.js'
import { keysAt } from '../../src/config/schema-keys.js'
import { WaybillError } from '../../src/errors.js'
import { readConfig, shippedSchema } from '../support/config.js'
import { folderOf } from '../support/folder.js'

/** A key of a configuration, with a name where it has any. */
const nameOf = (key: string) => key.replaceAll('*', 'some')

/** A file that sets a key, each section above it on a line of its own. */
const fileWith = (path: readonly string[]) =>
  stringify(path.reduceRight<unknown>((value, name) => ({ [name]: value }), 1))

for (const [key, sentence] of REMOVED_KEYS) {
  test(`${key} is refused with what to do about it`, (t) => {
    const path = nameOf(key).split('.')
    const folder = folderOf(t, { 'w.yaml': fileWith(path) })
    const error = t.throws(
      () => readConfig({ file: `${folder}/w.yaml`, environment: {}, settings: [] }),
      {
        instanceOf: WaybillError,
        code: 'WAYBILL_CONFIG_INVALID',
      },
    )
    const location = `w.yaml:${path.length}:${2 * path.length - 1}`
    t.is(
      error?.message.replace(/\S*\/w\.yaml/, 'w.yaml'),
      `${location}: ${nameOf(key)}: ${sentence}`,
    )
    t.false(keysAt(path.slice(0, -1), shippedSchema).includes(path.at(-1) ?? ''))
    const settings = [`${nameOf(key)}=1`]
    t.throws(() => readConfig({ environment: {}, settings }), {
      message: `--set ${nameOf(key)}: ${nameOf(key)}: ${sentence}`,
    })
  })
}

test('they stand in their order, so that each is found', (t) => {
  const keys = [...REMOVED_KEYS.keys()]
  t.deepEqual(keys, keys.toSorted())
})

test('a variable of the environment is told by its name', (t) => {
  t.throws(() => readConfig({ environment: { WAYBILL_HTTP__MAX_HEADER: '1' }, settings: [] }), {
    message: `WAYBILL_HTTP__MAX_HEADER: http.maxHeader: ${REMOVED_KEYS.get('http.maxHeader')}`,
  })
})

test('what is wrong beside a removed key is told after it', (t) => {
  const settings = ['http.port=-1', 'http.unknown=1', 'http.maxHeader=1']
  t.throws(() => readConfig({ environment: {}, settings }), {
    message: /^--set http\.maxHeader: http\.maxHeader: it is fixed now, at 16KiB: take it out$/,
  })
})

test('a number in a list is any name', (t) => {
  t.is(removedKey(['destinations', 0, 'maxBody']), removedKey(['destinations', 'a', 'maxBody']))
  t.is(removedKey(['destinations', 'maxBody']), undefined)
  t.is(removedKey(['http', 'maxBody']), undefined)
})
