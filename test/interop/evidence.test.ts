/** Exported evidence is checked by the script of docs/evidence.md as it stands there: openssl, sha256sum and xmlsec1. */
import { spawnSync } from 'node:child_process'
import {
  appendFileSync,
  cpSync,
  readdirSync,
  readFileSync,
  renameSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import { exportEvidence } from '../../src/evidence/export.js'
import { folderOf } from '../support/folder.js'
import { letter, opened, sealed } from '../support/security/blocks.js'
import type { IssuedName } from '../support/security/certificates.js'
import { check } from '../support/security/check-script.js'
import { entryOf, memoryHeads, opening, ownKey } from '../support/security/evidence.js'

interface Written {
  /** Folder of the received message. */
  readonly received: string
  readonly sent: string
  readonly to: string
}

/** @param fileSize  small: the file is ended by others' messages; large: it is open at the export */
async function exported(
  t: ExecutionContext,
  name: IssuedName,
  fileSize: number,
  texts: readonly string[],
): Promise<Written> {
  const folder = folderOf(t, {})
  const key = ownKey(name)
  const evidence = await opening(join(folder, 'evidence'), memoryHeads(), {
    fileSize,
    key: () => key,
  })
  await evidence.append(entryOf({ exchange: 'another', bytes: Buffer.from('<secret/>') }))
  const [text = '', answer = '<answer/>'] = texts
  const { signatures } = opened(text).verdict
  await evidence.append(entryOf({ bytes: Buffer.from(text), signatures }))
  await evidence.append(entryOf({ bytes: Buffer.from(answer), direction: 'sent' }))
  for (let more = 0; more < 3; more += 1) await evidence.append(entryOf({ exchange: 'another' }))
  await evidence.close()
  const to = join(folder, 'export')
  const all = await exportEvidence({ folder: join(folder, 'evidence'), exchange: 'one', to, key })
  const [received = '', sent = ''] = all.map((one) => join(to, one.name))
  return { received, sent, to }
}

for (const [name, fileSize] of [
  ['rsa', 3_000],
  ['rsa', 1_000_000],
  ['ec', 3_000],
  ['ed25519', 3_000],
] as const) {
  test(`the script accepts what was kept, and refuses whatever is changed: ${name}, ${fileSize}`, async (t) => {
    const { received, sent, to } = await exported(t, name, fileSize, [
      sealed(letter(), { form: 'wss' }).text,
    ])
    const { ok, out } = check(t, received)
    t.true(ok, out)
    t.regex(out, /OK: signature 1, by .*CN ?= ?rsa.*\n {6}\{.*\}Body\nALL OK: 1 signatures/)
    const answer = check(t, sent)
    t.true(answer.ok, answer.out)
    const whole = readdirSync(to, { recursive: true, encoding: 'utf8' }).map((file) =>
      join(to, file),
    )
    t.false(whole.some((file) => file.endsWith('.xml') && readFileSync(file).includes('secret')))
    const changes: Readonly<Record<string, (folder: string) => void>> = {
      message: (at) => appendFileSync(join(at, 'message.xml'), '\n'),
      line: (at) => alter(join(at, nameIn(at)), '"policy":"contracts"', '"policy":"contractz"'),
      list: (at) => alter(join(at, 'chain.sums'), '  2.json', '  7.json'),
      signature: (at) => renameSync(join(at, 'node.pem'), join(at, 'chain.sums.sig')),
      position: (at) => renameSync(join(at, nameIn(at)), join(at, '5.json')),
    }
    for (const [what, change] of Object.entries(changes)) {
      const copy = join(folderOf(t, {}), 'copy')
      cpSync(received, copy, { recursive: true })
      change(copy)
      t.false(check(t, copy).ok, what)
    }
  })
}

test('the signature of SOAP-DSIG is checked, too, and another certificate is not taken for that of the sender', async (t) => {
  const { received } = await exported(t, 'rsa', 1_000_000, [
    sealed(letter(), { form: 'soap-dsig' }).text,
  ])
  const { ok, out } = check(t, received)
  t.true(ok, out)
  t.regex(out, /ALL OK: 1 signatures/)
  writeFileSync(join(received, 'signature-1.pem'), ownKey('rsa3072').certificate.toString())
  t.false(check(t, received).ok)
})

test('the commands of the README of an export do what it says', async (t) => {
  const { to } = await exported(t, 'rsa', 3_000, [sealed(letter(), { form: 'wss' }).text])
  const readme = readFileSync(join(to, 'README.md'), 'utf8')
  const commands = [...readme.matchAll(/```sh\n([\s\S]*?)```/g)].map(([, text]) => text).join('')
  const { status, stdout, stderr } = spawnSync('sh', ['-eu', '-c', commands], {
    cwd: to,
    encoding: 'utf8',
  })
  t.is(status, 0, `${stdout}${stderr}`)
  t.is(stdout.match(/Verified OK/g)?.length, 2)
  const [one, other] = stdout.match(/^[0-9a-f]{64}$/gm) ?? []
  t.is(one, other)
})

function nameIn(folder: string): string {
  return readdirSync(folder).find((name) => /^\d+\.json$/.test(name)) ?? ''
}

function alter(file: string, from: string, to: string): void {
  writeFileSync(file, readFileSync(file, 'utf8').replace(from, to))
}
