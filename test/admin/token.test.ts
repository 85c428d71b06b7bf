/** The token in the state folder, and the links that are made of it. */
import { createHash } from 'node:crypto'
import {
  chmodSync,
  chownSync,
  existsSync,
  lstatSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import test from 'ava'
import { linkTo } from '../../src/operate/admin/access/link.js'
import {
  readStateToken,
  renewStateToken,
  StateToken,
} from '../../src/security/credentials/state-token.js'
import { folderOf } from '../support/folder.js'
import { type AdminNode, adminNode } from '../support/nodes/admin-node.js'

function tokenIn(stateDir: string) {
  const warnings: string[] = []
  const log = (level: string) => (fields: object, sentence: string) =>
    warnings.push(`${level} ${sentence}: ${JSON.stringify(fields)}`)
  const token = new StateToken(stateDir, { warn: log('warn'), error: log('error') })
  return { token, warnings, file: join(stateDir, 'admin.token') }
}

test('it is made at the start for the user of the node alone, and stays over restarts', (t) => {
  const stateDir = join(folderOf(t, {}), 'state')
  const { token, file, warnings } = tokenIn(stateDir)
  token.start()
  t.is(statSync(file).mode & 0o777, 0o600)
  t.is(statSync(stateDir).mode & 0o777, 0o700)
  t.regex(readFileSync(file, 'utf8'), /^[\w-]{43}\n$/)
  const first = token.current()
  t.is(`${first}\n`, readFileSync(file, 'utf8'))
  const again = tokenIn(stateDir)
  again.token.start()
  t.is(again.token.current(), first)
  t.deepEqual([...warnings, ...again.warnings], [])
  t.deepEqual(readdirSync(stateDir), ['admin.token'])
})

test('one that others may have read counts no more: the start makes a new one, and says so', (t) => {
  const stateDir = folderOf(t, {})
  const { token, file, warnings } = tokenIn(stateDir)
  token.start()
  const first = token.current()
  chmodSync(file, 0o640)
  t.is(token.current(), undefined)
  t.is(token.current(), undefined)
  t.is(warnings.length, 1, 'told once')
  t.regex(warnings[0] ?? '', /^error .*others may use it \(mode 640, expected 600\)/)
  token.start()
  t.regex(warnings[1] ?? '', /^warn .*not usable.*others may use it/)
  t.is(statSync(file).mode & 0o777, 0o600)
  t.truthy(token.current())
  t.not(token.current(), first)
  t.false(warnings.join().includes(String(first)))
})

test('what a link leads to is no token, and is not touched', (t) => {
  const folder = folderOf(t, { 'other.txt': `${'A'.repeat(43)}\n`, 'state/kept': '' })
  const other = join(folder, 'other.txt')
  chmodSync(other, 0o600)
  const { token, file, warnings } = tokenIn(join(folder, 'state'))
  symlinkSync(other, file)
  t.is(token.current(), undefined)
  token.start()
  t.true(lstatSync(file).isFile())
  t.not(token.current(), 'A'.repeat(43))
  t.is(readFileSync(other, 'utf8'), `${'A'.repeat(43)}\n`)
  t.regex(warnings[0] ?? '', /symbolic link/)
})

test('what is no token is replaced, and what cannot be replaced lets nobody in', (t) => {
  for (const text of ['', 'short\n', `${'!'.repeat(43)}\n`, 'x'.repeat(100_000)]) {
    const stateDir = folderOf(t, { 'admin.token': text })
    chmodSync(join(stateDir, 'admin.token'), 0o600)
    const { token, warnings } = tokenIn(stateDir)
    token.start()
    t.regex(token.current() ?? '', /^[\w-]{43}$/)
    t.regex(warnings[0] ?? '', /^warn .*it holds no token/)
  }
  const { token, warnings } = tokenIn(folderOf(t, { 'admin.token/kept': '' }))
  token.start()
  t.is(token.current(), undefined)
  t.regex(warnings[0] ?? '', /^error .*nobody can log in by it/)
})

const onOthers = process.getuid?.() === 0 ? test : test.skip

onOthers('one of another user counts for no node; the superuser looks after it', (t) => {
  const stateDir = folderOf(t, {})
  renewStateToken(stateDir)
  t.throws(() => readStateToken(stateDir, 65_534), {
    message: /belongs to the user with the id 0, and not to 65534/,
  })
  chownSync(join(stateDir, 'admin.token'), 65_534, 65_534)
  const { token, warnings } = tokenIn(stateDir)
  t.is(token.current(), undefined, 'a node of the superuser is none')
  t.regex(warnings[0] ?? '', /belongs to the user with the id 65534, and not to 0/)
  t.regex(readStateToken(stateDir), /^[\w-]{43}$/)
  renewStateToken(stateDir)
  t.is(statSync(join(stateDir, 'admin.token')).uid, 65_534, 'whose it was, it stays')
})

/** Follows a link as a browser does, up to the redirect. */
async function follow(link: string, headers: Readonly<Record<string, string>> = {}) {
  const answer = await fetch(link, { redirect: 'manual', headers })
  const [set = ''] = answer.headers.getSetCookie()
  return { answer, set, cookie: set.split(';')[0] ?? '' }
}

const mayAsk = async ({ get }: AdminNode, cookie: string) =>
  (await get('/api/node', { cookie })).status === 200

test('a link logs in once: a cookie, and a place that tells nothing of it', async (t) => {
  const node = await adminNode(t)
  const link = node.link()
  const { answer, set, cookie } = await follow(link)
  t.is(answer.status, 303)
  t.is(new URL(answer.headers.get('location') ?? '', link).href, `${node.url}/`)
  t.is(answer.headers.get('referrer-policy'), 'no-referrer')
  t.is(answer.headers.get('cache-control'), 'no-store')
  t.regex(set, /; HttpOnly; SameSite=Strict; /)
  t.true(await mayAsk(node, cookie))
  const again = await follow(link)
  t.is(again.answer.status, 303)
  t.is(again.set, '')
  t.deepEqual(
    node.log
      .filter(({ action }) => action === 'login')
      .map(({ who, by, outcome, cause }) => [who, by, outcome, cause]),
    [
      ['stateDir/admin.token', 'token', 'done', undefined],
      ['stateDir/admin.token', 'token', 'refused', 'the link has expired'],
    ],
  )
  const code = new URL(link).searchParams.get('code') ?? ''
  t.false(JSON.stringify(node.log).includes(code))
  t.false(JSON.stringify(node.log).includes(node.token))
  t.false(link.includes(node.token))
})

/** Of base64url, by what each stands for (RFC 4648 §5). */
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'

test('a link that is over, made up, or of another token logs nobody in', async (t) => {
  const node = await adminNode(t)
  const other = await adminNode(t)
  const good = node.link()
  for (const link of [
    linkTo(node.url, node.token, Date.now() - 61_000),
    linkTo(node.url, node.token, Date.now() - 30_000),
    linkTo(node.url, node.token, Date.now() + 3_600_000),
    linkTo(node.url, other.token),
    // The first change is one of bits that stand for nothing.
    ...[1, 32].map(
      (bit) => `${good.slice(0, -1)}${LETTERS[LETTERS.indexOf(good.slice(-1)) ^ bit]}`,
    ),
    `${good}&code=x`,
    `${node.url}/login`,
    `${node.url}/login?code=`,
  ]) {
    t.is((await follow(link)).set, '', link)
  }
  t.is((await follow(good, { 'sec-purpose': 'prefetch' })).answer.status, 403)
  t.not((await fetch(good, { method: 'HEAD', redirect: 'manual' })).status, 303)
  t.not((await follow(good)).set, '')
})

test('a new token counts at once, and ends the old one, its links and its sessions', async (t) => {
  const hash = createHash('sha256').update('look').digest('hex')
  const node = await adminNode(t, [`admin.operators={reader: {token: 'sha256:${hash}'}}`])
  const { cookie } = await follow(node.link())
  const reader = await node.post('/api/session', { token: 'look' }, { authorization: '' })
  const kept = reader.headers.getSetCookie()[0]?.split(';')[0] ?? ''
  const before = node.link()
  t.true(await mayAsk(node, cookie))
  renewStateToken(node.stateDir)
  t.is((await node.get('/api/node')).status, 401)
  t.false(await mayAsk(node, cookie))
  t.is((await follow(before)).set, '')
  t.true(await mayAsk(node, kept), 'those of others go on')
  const authorization = `Bearer ${readStateToken(node.stateDir)}`
  t.is((await node.get('/api/node', { authorization })).status, 200)
})

test('without the file nobody is let in, and the node runs', async (t) => {
  const node = await adminNode(t)
  const { cookie } = await follow(node.link())
  rmSync(join(node.stateDir, 'admin.token'))
  t.is((await node.get('/api/node')).status, 401)
  t.false(await mayAsk(node, cookie))
  t.is((await fetch(`${node.url}/health/ready`)).status, 200)
  t.true(
    node.log.some(({ level, msg }) => level === 'error' && /nobody can log in/.test(String(msg))),
  )
  t.false(existsSync(join(node.stateDir, 'admin.token')))
  writeFileSync(join(node.stateDir, 'admin.token'), `${'A'.repeat(43)}\n`, { mode: 0o600 })
  t.is((await node.get('/api/node', { authorization: `Bearer ${'A'.repeat(43)}` })).status, 200)
})
