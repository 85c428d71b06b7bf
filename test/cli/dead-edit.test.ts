/** `waybill dead replay --with` and `dead edit`: a dead letter goes out again with another envelope, or is refused. */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import { folderOf } from '../support/folder.js'
import { cli, cliProcess } from '../support/nodes/cli.js'
import {
  deadJob,
  inFile,
  liveJob,
  recordOf,
  type StoredJob,
  statesIn,
  storeJobs,
} from '../support/stored-jobs.js'
import { soap12 } from '../support/wire/envelopes.js'

const DEAD = 'a'
const JOBS = [deadJob({ id: DEAD }), liveJob({ id: 'w', state: 'waiting' })]
const EDITED = recordOf(DEAD, 'coffee')

/** As a text of UTF-16 is written on Windows: its byte order mark first. */
const inUtf16 = (text: string) => Buffer.from(`\uFEFF${text}`, 'utf16le')

function queueOf(t: ExecutionContext, jobs: readonly StoredJob[] = JOBS) {
  const folder = folderOf(t, { 'edited.xml': EDITED })
  storeJobs(join(folder, 'state'), jobs)
  const environment = { WAYBILL_STATE_DIR: join(folder, 'state'), TMPDIR: folder }
  return {
    folder,
    file: join(folder, 'edited.xml'),
    run: (...args: string[]) => cli(['dead', ...args], { environment }),
    /** Edits by a command of the shell, which finds the file's path in $1. */
    edit(id: string, command: string) {
      const editor = join(folder, 'editor.sh')
      writeFileSync(editor, command)
      return cli(['dead', 'edit', id], {
        environment: { ...environment, EDITOR: `/bin/sh -e ${editor}` },
      })
    },
    raw: (id: string) => contentOf(join(folder, 'state'), id),
    states: () => statesIn(join(folder, 'state')),
    /** Folders that `dead edit` has left behind. */
    left: () => readdirSync(folder).filter((name) => name.startsWith('waybill-edit-')),
  }
}

/** The bytes of a job, as they are kept. */
function contentOf(stateDir: string, id: string): Buffer {
  const found = inFile(stateDir, (database) =>
    database
      .prepare('SELECT content.bytes AS bytes FROM job JOIN content ON at = seq << 20 WHERE id = ?')
      .get(id),
  )
  return Buffer.from(found?.bytes as Uint8Array)
}

const REPLACED = /^a replaced by ([0-9a-f-]{36})\n$/

/** Id of the one that took the place of the dead letter. */
const otherOf = (out: string): string => REPLACED.exec(out)?.[1] ?? ''

test('replay --with sends the bytes of a file in place of a dead letter', async (t) => {
  const { file, run, raw, states } = queueOf(t)
  const { code, out, err } = await run('replay', DEAD, '--with', file)
  t.deepEqual([code, err], [0, ''])
  t.regex(out, REPLACED)
  const other = otherOf(out)
  t.deepEqual(states(), { [DEAD]: 'done', [other]: 'waiting', w: 'waiting' })
  t.is(raw(other).toString(), EDITED)
  t.is(raw(DEAD).toString(), recordOf(DEAD), 'what failed is still there')
})

test('each of the two names the other, and has the time in its history', async (t) => {
  const { file, run } = queueOf(t)
  const other = otherOf((await run('replay', DEAD, '--with', file)).out)
  const old = (await run('show', DEAD)).out
  t.regex(old, new RegExp(`^replaced by  ${other}$`, 'm'))
  t.regex(old, new RegExp(`^2 .* {2}replaced by ${other}, edited$`, 'm'))
  t.notRegex(old, /^replaces/m)
  const fresh = (await run('show', other)).out
  t.regex(fresh, /^replaces {3}a$/m)
  t.regex(fresh, /^0 .* replaces a, edited$/m)
  t.notRegex(fresh, /^replaced by/m)
  t.is(JSON.parse((await run('show', DEAD, '--json')).out).replacedBy, other)
  t.is(JSON.parse((await run('show', other, '--json')).out).replaces, DEAD)
})

test('the operation is that of the new envelope', async (t) => {
  const { file, run } = queueOf(t)
  writeFileSync(file, EDITED.replaceAll('Record', 'Correct'))
  const other = otherOf((await run('replay', DEAD, '--with', file)).out)
  t.regex((await run('show', other)).out, /^operation {2}\{urn:example:ledger\}Correct$/m)
})

test('a file of another encoding is sent as it is', async (t) => {
  const { file, run, raw } = queueOf(t)
  const bytes = inUtf16(recordOf(DEAD, 'caf\u00e9'))
  writeFileSync(file, bytes)
  const other = otherOf((await run('replay', DEAD, '--with', file)).out)
  t.deepEqual(raw(other), bytes)
  t.true((await run('show', other, '--envelope')).out.includes('>café<'))
})

for (const [what, content, why] of [
  ['no XML', 'tea', /edited\.xml: it is no SOAP envelope: \S/],
  ['no envelope', '<a xmlns="urn:x"/>', /edited\.xml: it is no SOAP envelope: \S/],
  [
    'of another version',
    soap12('<l:Record xmlns:l="urn:example:ledger"/>'),
    /edited\.xml: expected SOAP 1\.1, got 1\.2\n$/,
  ],
] as const) {
  test(`a file that is ${what} is refused, and nothing is changed`, async (t) => {
    const { file, run, states } = queueOf(t)
    writeFileSync(file, content)
    const { code, out, err } = await run('replay', DEAD, '--with', file)
    t.deepEqual([code, out], [65, ''])
    t.regex(err, why)
    t.deepEqual(states(), { [DEAD]: 'dead', w: 'waiting' })
  })
}

test('a job that is not dead, or does not exist, is not replaced', async (t) => {
  const { file, run, edit, states } = queueOf(t)
  const open = `echo opened > "$(dirname "$0")/opened"`
  for (const [id, err] of [
    ['w', 'w is not dead\n'],
    ['none', 'there is no job none\n'],
  ] as const) {
    t.deepEqual(await run('replay', id, '--with', file), { code: 65, out: '', err })
    t.deepEqual(await edit(id, open), { code: 65, out: '', err })
  }
  t.false(existsSync(join(file, '..', 'opened')), 'no editor is opened for it')
  await run('replay', DEAD, '--with', file)
  t.deepEqual(await run('replay', DEAD, '--with', file), {
    code: 65,
    out: '',
    err: 'a is not dead\n',
  })
  t.is(Object.keys(states()).length, 3)
})

test('--with goes with one id, and with nothing that says otherwise', async (t) => {
  const { file, run, states } = queueOf(t)
  for (const args of [[DEAD, 'w'], ['--all'], ['--cause', 'reached'], [DEAD, '--dry-run'], []]) {
    const { code, out, err } = await run('replay', ...args, '--with', file)
    t.deepEqual([code, out], [64, ''], args.join(' '))
    t.regex(err, /^error: /, args.join(' '))
  }
  const { code, err } = await run('replay', DEAD, '--with', `${file}.none`)
  t.deepEqual([code, err], [64, `error: ${file}.none cannot be read (no such file or directory)\n`])
  t.is((await run('rm', DEAD, '--with', file)).code, 64)
  t.deepEqual(states(), { [DEAD]: 'dead', w: 'waiting' })
})

test('--with --json says which message took its place', async (t) => {
  const { file, run, states } = queueOf(t)
  const { code, out } = await run('replay', DEAD, '--json', '--with', file)
  const { replacedBy, ...rest } = JSON.parse(out)
  t.deepEqual([code, rest], [0, { id: DEAD, result: 'replaced' }])
  t.true(Object.keys(states()).includes(replacedBy))
})

test('edit opens the editor with the envelope, and sends what it leaves', async (t) => {
  const { edit, raw, states, left } = queueOf(t)
  const { code, out, err } = await edit(DEAD, `sed -i 's/>tea</>coffee</' "$1"`)
  t.deepEqual([code, err], [0, ''])
  const other = otherOf(out)
  t.is(raw(other).toString(), EDITED)
  t.deepEqual(states(), { [DEAD]: 'done', [other]: 'waiting', w: 'waiting' })
  t.deepEqual(left(), [])
})

test('edit gives the editor UTF-8, whatever the message came in, and in no other way', async (t) => {
  const body = `<?xml version="1.0" encoding="UTF-16"?>${recordOf(DEAD, 'caf\u00e9')}`
  const { folder, edit, raw, run } = queueOf(t, [deadJob({ id: DEAD, body: inUtf16(body) })])
  const { out } = await edit(DEAD, `cp "$1" "$(dirname "$0")/seen.xml"; sed -i 's/caf/CAF/' "$1"`)
  const seen = readFileSync(join(folder, 'seen.xml'), 'utf8')
  t.true(seen.endsWith(recordOf(DEAD, 'caf\u00e9')))
  t.notRegex(seen, /UTF-16/)
  const other = otherOf(out)
  t.is(raw(other).toString('utf8'), seen.replace('caf', 'CAF'))
  t.true((await run('show', other, '--envelope')).out.includes('>CAFé<'))
})

test('an envelope that was not changed is not sent', async (t) => {
  const { edit, states, left } = queueOf(t)
  t.deepEqual(await edit(DEAD, ':'), {
    code: 0,
    out: '',
    err: 'not changed: nothing was sent\n',
  })
  t.deepEqual(states(), { [DEAD]: 'dead', w: 'waiting' })
  t.deepEqual(left(), [])
})

test('edited text that cannot be sent is kept, and the command names the file', async (t) => {
  const { folder, edit, states, left } = queueOf(t)
  const { code, out, err } = await edit(DEAD, `echo '<broken' > "$1"`)
  t.deepEqual([code, out], [65, ''])
  const [kept = ''] = left()
  const file = join(folder, kept, 'envelope.xml')
  t.true(err.startsWith(`${file}: it is no SOAP envelope: `), err)
  t.is(readFileSync(file, 'utf8'), '<broken\n')
  t.deepEqual(states(), { [DEAD]: 'dead', w: 'waiting' })
})

test('an editor that fails changes nothing', async (t) => {
  const { edit, states } = queueOf(t)
  const { code, out, err } = await edit(DEAD, `echo x > "$1"; exit 3`)
  t.deepEqual([code, out], [64, ''])
  t.regex(err, /^error: the editor .* cannot be used: it ended with 3\n$/)
  t.deepEqual(states(), { [DEAD]: 'dead', w: 'waiting' })
})

test('show --raw gives the bytes as they came, one by one', async (t) => {
  const bytes = inUtf16(recordOf(DEAD, 'caf\u00e9'))
  const { run, folder } = queueOf(t, [deadJob({ id: DEAD, body: bytes, charset: 'utf-16' })])
  const environment = { WAYBILL_STATE_DIR: join(folder, 'state') }
  const show = ['dead', 'show', DEAD, '--raw']
  const { code } = await cliProcess(show, { environment }, join(folder, 'raw.xml'))
  t.is(code, 0)
  t.deepEqual(readFileSync(join(folder, 'raw.xml')), bytes)
  const { out } = await run('show', DEAD, '--envelope')
  t.regex(out, new RegExp(`^envelope   ${bytes.length} bytes, utf-16$`, 'm'))
  t.true(out.includes('>café<'))
})
