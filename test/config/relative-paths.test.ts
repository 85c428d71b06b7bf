/** Paths in a configuration: beside the file that has them, or from the working folder in flags and environment. */
import { mkdirSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import test from 'ava'
import { readConfig } from '../support/config.js'
import { folderOf } from '../support/folder.js'

const YAML = `
node: { uri: "urn:example:node" }
stateDir: state
attachments: { folder: spool }
security:
  certificate: keys/node.pem
  key: /etc/waybill/node.key
  revoked: [a.crl]
  tokens:
    far: { issuer: i, audience: a, jwks: "https://id.example/keys" }
    near: { issuer: i, audience: a, jwks: keys.json }
`

test('paths in a file are beside that file; URLs and whole paths are as they are', (t) => {
  const folder = folderOf(t, { 'w.yaml': YAML })
  const config = readConfig({ file: join(folder, 'w.yaml'), environment: {}, settings: [] })
  t.is(config.stateDir, join(folder, 'state'))
  t.is(config.attachments.folder, join(folder, 'spool'))
  t.is(config.security.certificate, join(folder, 'keys/node.pem'))
  t.is(config.security.key, '/etc/waybill/node.key')
  t.deepEqual(config.security.revoked, [join(folder, 'a.crl')])
  t.is(config.security.tokens.far?.jwks, 'https://id.example/keys')
  t.is(config.security.tokens.near?.jwks, join(folder, 'keys.json'))
})

test('paths in flags and in the environment are from the working folder', (t) => {
  const folder = folderOf(t, { 'w.yaml': YAML })
  const config = readConfig({
    file: join(folder, 'w.yaml'),
    environment: { WAYBILL_STATE_DIR: 'other', WAYBILL_SECURITY__REVOKED: '[b.crl]' },
    settings: ['security.certificate=mine.pem', 'plugins=[./mine, echo, {use: ../yours}]'],
  })
  t.is(config.stateDir, 'other')
  t.deepEqual(config.security.revoked, ['b.crl'])
  t.is(config.security.certificate, 'mine.pem')
  // From where modules of the file are found, a path of the working folder is whole.
  t.deepEqual(config.plugins, [resolve('mine'), 'echo', { use: resolve('../yours'), options: {} }])
  t.is(config.attachments.folder, join(folder, 'spool'))
})

test('without a key, the state is in the working folder, wherever the file is', (t) => {
  const file = join(folderOf(t, { 'w.yaml': 'log: { level: info }\n' }), 'w.yaml')
  t.is(readConfig({ file, environment: {}, settings: [] }).stateDir, './waybill-state')
})

test('a folder of state that is in the working folder only is not left behind: both are named', (t) => {
  const folder = folderOf(t, {})
  const old = relative(process.cwd(), join(folder, 'old'))
  mkdirSync(join(folder, 'old'))
  // Deeper than the working folder: from there the same steps lead elsewhere.
  const name = `${'in/'.repeat(process.cwd().split('/').length)}w.yaml`
  const file = join(folderOf(t, { [name]: `stateDir: ${old}\n` }), name)
  t.throws(() => readConfig({ file, environment: {}, settings: [] }), {
    code: 'WAYBILL_CONFIG_INVALID',
    message: new RegExp(
      `w\\.yaml:1:1: stateDir: .*this one is ${resolve(join(file, '..', old))}, which is not there, and ${join(folder, 'old')} is`,
    ),
  })
})
